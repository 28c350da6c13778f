import { useState } from 'react';
import { switchByHand, type AbilityState } from '@/shared/api';
import { Button, toast } from '@/shared/ui';
import { useGameId, useGameState } from '../client/context';
import { Refusal } from '../panels/Act';
import { useCommand } from '../client/useCommand';
import { useShortcuts } from '../map/shortcuts';
import { ACTIONS, DIE, FIRST, PLACE, ROLL, bodyOf, livingTarget, numberOf, type Wanted } from './byHandKinds';
import { useElsewhere } from './useElsewhere';
import { WantedForm } from './WantedForm';

const AGREED = 'By hand';

/** Whether nothing is missing: a number, and the unit that an action of an army's ability is done to. */
function isWhole({ kind, value, target }: Wanted, ofUnit: boolean): boolean {
  const action = ACTIONS.get(kind);
  const counted = Number(value) !== 0 || numberOf(kind) !== 'needed';
  return counted && (!action || action.army === true || ofUnit || target !== '');
}

/** Nothing on the card shows that something was done at once, so that it is said. */
function doneBy({ name }: AbilityState, wanted: Wanted | false, end: () => void): void {
  end();
  if (wanted && ACTIONS.has(wanted.kind)) toast(`${name}: done by hand.`);
}

/** What the rules engine does not act on, and what both players agree on: switched on and off, or done at once. */
export function ByHand({ ability }: { ability: AbilityState }) {
  const gameId = useGameId();
  const state = useGameState();
  const command = useCommand();
  const [chosen, setChosen] = useState(FIRST);
  const wanted = { ...chosen, target: livingTarget(state, chosen) };
  const elsewhere = useElsewhere(wanted.kind === PLACE ? wanted.target : '');
  const army = state.game_model.armies.findIndex(({ uuid }) => uuid === ability.location.army_uuid);
  const rolled = state.dice.rolls[wanted.roll];
  const on = ability.switched_on.length > 0;
  const switchTo = (turnOn: boolean) => {
    const what = turnOn ? bodyOf(wanted, state.dice, elsewhere.place) : { effects: [], amend: [] };
    const target = wanted.kind === ROLL ? rolled?.unit_uuid : wanted.target;
    const to = turnOn && target ? { target_uuid: target } : {};
    const body = { ability_id: ability.id, on: turnOn, ...what, ...to };
    void command
      .run((number) => switchByHand({ path: { game_id: gameId }, body: { ...body, number } }))
      .then((done) => done && doneBy(ability, turnOn && wanted, elsewhere.end));
  };
  const missing =
    (wanted.kind === PLACE && !elsewhere.place) ||
    (wanted.kind === DIE && !state.dice.fallen[wanted.die]) ||
    (wanted.kind === ROLL && !rolled);
  useShortcuts({ confirm: elsewhere.on && !missing && !command.locked ? () => switchTo(true) : undefined });
  const again = !on || ability.name === AGREED;
  if (!state.sides.includes(army)) return null;
  const button = { className: 'min-h-11', busy: command.busy };
  return (
    <fieldset className="flex flex-col gap-2 border-t border-line pt-2">
      <legend className="label text-soft">By hand</legend>
      {on && <SwitchedOn effects={ability.switched_on} />}
      {again && <WantedForm ability={ability} wanted={wanted} onChange={setChosen} />}
      {wanted.kind === PLACE && wanted.target && (
        <Button
          className="min-h-11"
          aria-pressed={elsewhere.on}
          onClick={elsewhere.on ? elsewhere.end : elsewhere.begin}>
          {elsewhere.on ? 'Leave it where it stands' : 'Choose on the map'}
        </Button>
      )}
      {elsewhere.on && <p className="text-soft">Drag it on the map, or click where it goes; then do it.</p>}
      <Refusal of={command} />
      {again && (
        <Button
          {...button}
          disabled={command.locked || !isWhole(wanted, ability.location.unit_uuid !== null) || missing}
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

/** What is on, and for whom. */
const SwitchedOn = ({ effects }: { effects: AbilityState['switched_on'] }) => (
  <ul className="text-sm">
    {effects.map((each) => (
      <li key={each.effect_id}>
        On {each.unit_name ?? `all of ${each.by_army}`}: {each.description}
      </li>
    ))}
  </ul>
);
