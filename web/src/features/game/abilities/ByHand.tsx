import { useState } from 'react';
import { switchByHand, type Effect, type AbilityState } from '@/shared/api';
import { Button, Field, Input, Select } from '@/shared/ui';
import { useGameId, useGameState } from '../client/context';
import { Refusal } from '../panels/Act';
import { useCommand } from '../client/useCommand';

/** What is done at once, to the unit or the army that is named. */
const DEEDS = {
  'Mortal wounds': { kind: 'mortal_wounds' },
  'Lost wounds back': { kind: 'heal' },
  'Fallen miniatures back': { kind: 'return' },
  'Command points': { kind: 'command_points' },
  'Battle-shock test, modified': { kind: 'shock_test' },
  'End battle-shock': { kind: 'rally' },
  'Move of so many inches': { kind: 'normal_move', value: 1 },
  'Into reserve': { kind: 'withdraw' },
} satisfies Record<string, Effect>;
const isDeed = (name: string): name is keyof typeof DEEDS => name in DEEDS;
/** Deeds that need no number. */
const PLAIN = new Set(['Battle-shock test, modified', 'End battle-shock', 'Into reserve']);

/** What can be switched on: a roll's stage, or a characteristic. Names as players say them. */
const KINDS = {
  'Hit rolls': { kind: 'roll', stage: 'hit' },
  'Wound rolls': { kind: 'roll', stage: 'wound' },
  'Save rolls': { kind: 'roll', stage: 'save', role: 'defending' },
  'Number of attacks': { kind: 'roll', stage: 'attacks' },
  Strength: { kind: 'roll', stage: 'strength' },
  Damage: { kind: 'roll', stage: 'damage' },
  Movement: { kind: 'move' },
  'Advance rolls': { kind: 'advance' },
  'Charge rolls': { kind: 'charge' },
  'Objective control': { kind: 'control' },
  Leadership: { kind: 'leadership' },
} satisfies Record<string, Effect>;
const isKind = (name: string): name is keyof typeof KINDS => name in KINDS;

const DURATIONS = {
  phase: 'until the phase ends',
  turn: 'until the turn ends',
  round: 'until the round ends',
  always: 'until it is switched off',
} satisfies Partial<Record<NonNullable<Effect['duration']>, string>>;
const isDuration = (name: string): name is keyof typeof DURATIONS => name in DURATIONS;

const AGREED = 'By hand';

function effectOf(name: string, value: number, duration: keyof typeof DURATIONS): Effect {
  if (!isDeed(name)) return { ...KINDS[isKind(name) ? name : 'Hit rolls'], value, duration };
  return name === 'End battle-shock' || name === 'Into reserve' ? DEEDS[name] : { ...DEEDS[name], value };
}

interface Wanted {
  kind: string;
  value: string;
  duration: keyof typeof DURATIONS;
  target: string;
}
const FIRST: Wanted = { kind: 'Hit rolls', value: '1', duration: 'phase', target: '' };

/** What the rules engine does not act on, and what both players agree on: switched on and off, or done at once. */
export function ByHand({ ability }: { ability: AbilityState }) {
  const gameId = useGameId();
  const state = useGameState();
  const command = useCommand();
  const [wanted, setWanted] = useState(FIRST);
  const { kind, value, duration, target } = wanted;
  const army = state.game_model.armies.findIndex(({ uuid }) => uuid === ability.location.army_uuid);
  if (!state.sides.includes(army)) return null;
  const on = ability.switched_on.length > 0;
  const switchTo = (turnOn: boolean) => {
    const effects = turnOn ? [effectOf(kind, Number(value), duration)] : [];
    const body = { ability_id: ability.id, on: turnOn, effects, ...(turnOn && target && { target_uuid: target }) };
    void command.run((number) => switchByHand({ path: { game_id: gameId }, body: { ...body, number } }));
  };
  const again = !on || ability.name === AGREED;
  const button = { className: 'min-h-11', busy: command.busy };
  return (
    <fieldset className="flex flex-col gap-2 border-t border-line pt-2">
      <legend className="label text-soft">By hand</legend>
      {on && (
        <ul className="text-sm">
          {ability.switched_on.map((each) => (
            <li key={each.effect_id}>On: {each.description}</li>
          ))}
        </ul>
      )}
      {again && <WantedForm ability={ability} wanted={wanted} onChange={setWanted} />}
      <Refusal of={command} />
      {again && (
        <Button
          {...button}
          disabled={command.locked || !(Number(value) || PLAIN.has(kind))}
          onClick={() => switchTo(true)}>
          {isDeed(kind) ? 'Do it' : 'Switch on'}
        </Button>
      )}
      {on && (
        <Button {...button} disabled={command.locked} onClick={() => switchTo(false)}>
          {again ? 'Switch all off' : 'Switch off'}
        </Button>
      )}
    </fieldset>
  );
}

interface FormProps {
  ability: AbilityState;
  wanted: Wanted;
  onChange: (wanted: Wanted) => void;
}

/** What is to be done, by how much, to whom, for how long. */
function WantedForm({ ability, wanted, onChange }: FormProps) {
  const set = (part: Partial<Wanted>) => onChange({ ...wanted, ...part });
  const groups = { 'For a while': KINDS, 'At once': DEEDS };
  return (
    <div className="grid grid-cols-[1fr_5rem] gap-2">
      <Field label="Changes">
        <Select value={wanted.kind} onChange={(event) => set({ kind: event.target.value })}>
          {Object.entries(groups).map(([group, kinds]) => (
            <optgroup key={group} label={group}>
              {Object.keys(kinds).map((each) => (
                <option key={each}>{each}</option>
              ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      <Field label="By">
        <Input
          type="number"
          min={-6}
          max={12}
          value={wanted.value}
          onChange={(event) => set({ value: event.target.value })}
        />
      </Field>
      <Target ability={ability} value={wanted.target} onChange={(target) => set({ target })} />
      {!isDeed(wanted.kind) && (
        <Field label="Lasts" className="col-span-2">
          <Select
            value={wanted.duration}
            onChange={({ target }) => isDuration(target.value) && set({ duration: target.value })}>
            {Object.entries(DURATIONS).map(([each, words]) => (
              <option key={each} value={each}>
                {words}
              </option>
            ))}
          </Select>
        </Field>
      )}
    </div>
  );
}

interface TargetProps {
  ability: AbilityState;
  value: string;
  onChange: (uuid: string) => void;
}

/** Whom it is for: who has it, or any unit of either army. */
function Target({ ability, value, onChange }: TargetProps) {
  const armies = useGameState((state) => state.game_model.armies);
  const own = ability.location.unit_uuid ? 'its own unit' : 'the whole army';
  return (
    <Field label="For" className="col-span-2">
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{own}</option>
        {armies.map((army) => (
          <optgroup key={army.uuid} label={army.name}>
            {army.units.map((unit) => (
              <option key={unit.uuid} value={unit.uuid}>
                {unit.name}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
    </Field>
  );
}
