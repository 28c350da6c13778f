import { useState } from 'react';
import { switchByHand, type AbilityState, type Effect, type GameState } from '@/shared/api';
import { Button, Field, Input, Select } from '@/shared/ui';
import { useGameId, useGameState } from '../client/context';
import { Refusal } from '../panels/Act';
import { useCommand } from '../client/useCommand';

interface Action {
  effect: (value: number) => Effect;
  /** Whether it needs a number, may have one (a modifier), or has none. */
  number: 'needed' | 'modifier' | 'none';
  /** Whether it is done to the army rather than to a unit. */
  army?: boolean;
}

/** What is done at once. */
const ACTIONS = new Map<string, Action>([
  ['Mortal wounds', { effect: (value) => ({ kind: 'mortal_wounds', value }), number: 'needed' }],
  ['Healing', { effect: (value) => ({ kind: 'heal', value }), number: 'needed' }],
  ['Returned miniatures', { effect: (value) => ({ kind: 'return', value }), number: 'needed' }],
  ['Command points', { effect: (value) => ({ kind: 'command_points', value }), number: 'needed', army: true }],
  ['Battle-shock test', { effect: (value) => ({ kind: 'shock_test', value }), number: 'modifier' }],
  ['End of battle-shock', { effect: () => ({ kind: 'rally' }), number: 'none' }],
  ['Normal move', { effect: (value) => ({ kind: 'normal_move', value }), number: 'needed' }],
  ['Into reserve', { effect: () => ({ kind: 'withdraw' }), number: 'none' }],
]);

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

function effectOf({ kind, value, duration }: Wanted): Effect {
  const action = ACTIONS.get(kind);
  if (!action) return { ...KINDS[isKind(kind) ? kind : 'Hit rolls'], value: Number(value), duration };
  return action.effect(Number(value));
}

/** Whether nothing is missing: a number, and the unit that an action of an army's ability is done to. */
function isWhole({ kind, value, target }: Wanted, ofUnit: boolean): boolean {
  const action = ACTIONS.get(kind);
  const counted = Number(value) !== 0 || (action !== undefined && action.number !== 'needed');
  return counted && (!action || action.army === true || ofUnit || target !== '');
}

interface Wanted {
  kind: string;
  value: string;
  duration: keyof typeof DURATIONS;
  target: string;
}
type Unit = GameState['game_model']['armies'][0]['units'][0];
const isAlive = (unit: Unit) => unit.alive;

/** The unit that is chosen, while it lives; none for what is done to an army. */
function livingTarget(state: GameState, { kind, target }: Wanted): string {
  const there = state.game_model.armies.some(({ units }) => units.some((each) => each.uuid === target && each.alive));
  return there && !ACTIONS.get(kind)?.army ? target : '';
}

const FIRST: Wanted = { kind: 'Hit rolls', value: '1', duration: 'phase', target: '' };

/** What the rules engine does not act on, and what both players agree on: switched on and off, or done at once. */
export function ByHand({ ability }: { ability: AbilityState }) {
  const gameId = useGameId();
  const state = useGameState();
  const command = useCommand();
  const [chosen, setChosen] = useState(FIRST);
  const wanted = { ...chosen, target: livingTarget(state, chosen) };
  const army = state.game_model.armies.findIndex(({ uuid }) => uuid === ability.location.army_uuid);
  if (!state.sides.includes(army)) return null;
  const on = ability.switched_on.length > 0;
  const switchTo = (turnOn: boolean) => {
    const effects = turnOn ? [effectOf(wanted)] : [];
    const to = turnOn && wanted.target ? { target_uuid: wanted.target } : {};
    const body = { ability_id: ability.id, on: turnOn, effects, ...to };
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
      {again && <WantedForm ability={ability} wanted={wanted} onChange={setChosen} />}
      <Refusal of={command} />
      {again && (
        <Button
          {...button}
          disabled={command.locked || !isWhole(wanted, ability.location.unit_uuid !== null)}
          onClick={() => switchTo(true)}>
          {ACTIONS.has(wanted.kind) ? 'Do it' : 'Switch on'}
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

/** What is to be done, by how much, to which unit, for how long. */
function WantedForm({ ability, wanted, onChange }: FormProps) {
  const set = (part: Partial<Wanted>) => onChange({ ...wanted, ...part });
  const action = ACTIONS.get(wanted.kind);
  const groups = { 'For a while': Object.keys(KINDS), 'At once': [...ACTIONS.keys()] };
  return (
    <div className="grid grid-cols-[1fr_5rem] gap-2">
      <Field label="Changes" className={action?.number === 'none' ? 'col-span-2' : ''}>
        <Select value={wanted.kind} onChange={(event) => set({ kind: event.target.value })}>
          {Object.entries(groups).map(([group, kinds]) => (
            <optgroup key={group} label={group}>
              {kinds.map((each) => (
                <option key={each}>{each}</option>
              ))}
            </optgroup>
          ))}
        </Select>
      </Field>
      {action?.number !== 'none' && (
        <Field label="By">
          <Input
            type="number"
            min={-6}
            max={12}
            value={wanted.value}
            onChange={(event) => set({ value: event.target.value })}
          />
        </Field>
      )}
      {!action?.army && (
        <Target
          ability={ability}
          atOnce={action !== undefined}
          value={wanted.target}
          onChange={(target) => set({ target })}
        />
      )}
      {!action && (
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
  /** What is done at once by an army's ability needs a unit. */
  atOnce: boolean;
  value: string;
  onChange: (uuid: string) => void;
}

/** The unit that it is for: the one that has it, or any unit of either army. */
function Target({ ability, atOnce, value, onChange }: TargetProps) {
  const armies = useGameState((state) => state.game_model.armies);
  const own = ability.location.unit_uuid ? 'its own unit' : atOnce ? 'choose a unit' : 'the whole army';
  return (
    <Field label="For" className="col-span-2">
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">{own}</option>
        {armies.map((army) => (
          <optgroup key={army.uuid} label={army.name}>
            {army.units.filter(isAlive).map((unit) => (
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
