import { useState } from 'react';
import { switchByHand, type Effect, type AbilityState } from '@/shared/api';
import { Button, Field, Input, Select } from '@/shared/ui';
import { useGameId, useGameState } from '../client/context';
import { Refusal } from '../panels/Act';
import { useCommand } from '../client/useCommand';

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

/** An ability that the rules engine does not act on: its player switches on what it does, and off again. */
export function ByHand({ ability }: { ability: AbilityState }) {
  const gameId = useGameId();
  const state = useGameState();
  const command = useCommand();
  const [kind, setKind] = useState<keyof typeof KINDS>('Hit rolls');
  const [value, setValue] = useState('1');
  const [duration, setDuration] = useState<keyof typeof DURATIONS>('phase');
  const army = state.game_model.armies.findIndex(({ uuid }) => uuid === ability.location.army_uuid);
  if (!state.sides.includes(army)) return null;
  const on = ability.switched_on.length > 0;
  const switchTo = (turnOn: boolean) => {
    const effects = turnOn ? [{ ...KINDS[kind], value: Number(value), duration }] : [];
    void command.run((number) =>
      switchByHand({ path: { game_id: gameId }, body: { ability_id: ability.id, on: turnOn, effects, number } }),
    );
  };
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
      {!on && (
        <div className="grid grid-cols-[1fr_5rem] gap-2">
          <Field label="Changes">
            <Select value={kind} onChange={({ target }) => isKind(target.value) && setKind(target.value)}>
              {Object.keys(KINDS).map((each) => (
                <option key={each}>{each}</option>
              ))}
            </Select>
          </Field>
          <Field label="By">
            <Input type="number" min={-6} max={6} value={value} onChange={(event) => setValue(event.target.value)} />
          </Field>
          <Field label="Lasts" className="col-span-2">
            <Select value={duration} onChange={({ target }) => isDuration(target.value) && setDuration(target.value)}>
              {Object.entries(DURATIONS).map(([each, words]) => (
                <option key={each} value={each}>
                  {words}
                </option>
              ))}
            </Select>
          </Field>
        </div>
      )}
      <Refusal of={command} />
      <Button
        className="min-h-11"
        busy={command.busy}
        disabled={command.locked || (!on && !Number(value))}
        onClick={() => switchTo(!on)}>
        {on ? 'Switch off' : 'Switch on'}
      </Button>
    </fieldset>
  );
}
