import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { getVocabularyOptions, switchByHand, type AbilityState, type DiceShown } from '@/shared/api';
import { Button, toast } from '@/shared/ui';
import { useGameId, useGameState } from '../client/context';
import { Refusal } from '../panels/Act';
import { useCommand } from '../client/useCommand';
import { useShortcuts } from '../map/shortcuts';
import {
  DIE,
  FIRST,
  HARM,
  PLACE,
  ROLL,
  bodyOf,
  hasNumber,
  kindOf,
  kindsOf,
  livingTarget,
  type Kind,
  type Wanted,
} from './byHandKinds';
import { useElsewhere } from './useElsewhere';
import { WantedForm } from './WantedForm';

const AGREED = 'By hand';

/** Whether nothing is missing: the number, and the unit or miniature that it applies to. */
function isWhole(kind: Kind, wanted: Wanted, ofUnit: boolean): boolean {
  const aimed = !kind.atOnce || kind.army || ofUnit || wanted.target !== '';
  return hasNumber(kind, wanted) && aimed && (kind.miniature !== 'must' || wanted.miniature !== '');
}

/** Whether what it is about lies on the table: a die, an attack that got through, a roll. */
function lies({ fallen, harm, rolls }: DiceShown, { kind, die, roll }: Wanted): boolean {
  if (kind === DIE) return fallen[die] !== undefined;
  if (kind === HARM) return harm[die] !== undefined;
  return kind !== ROLL || rolls[roll] !== undefined;
}

/** Nothing on the card shows that something was done at once, so that it is said. */
function doneBy({ name }: AbilityState, kind: Kind | false, end: () => void): void {
  end();
  if (kind && kind.atOnce) toast(`${name}: done by hand.`);
}

/** Everything that can be done by hand: what the forms of rules know, once they are there, besides what is known here. */
function useKinds(): readonly Kind[] {
  const { data } = useQuery({ ...getVocabularyOptions(), staleTime: Infinity });
  return useMemo(() => kindsOf(data), [data]);
}

/** What the rules engine does not act on, and what both players agree on: switched on and off, or done at once. */
export function ByHand({ ability }: { ability: AbilityState }) {
  const gameId = useGameId();
  const state = useGameState();
  const command = useCommand();
  const kinds = useKinds();
  const [chosen, setChosen] = useState(FIRST);
  const kind = kindOf(kinds, chosen.kind);
  const wanted = { ...chosen, target: livingTarget(state, kind, chosen.target) };
  const elsewhere = useElsewhere(wanted.kind === PLACE ? wanted.target : '');
  const army = state.game_model.armies.findIndex(({ uuid }) => uuid === ability.location.army_uuid);
  const rolled = state.dice.rolls[wanted.roll];
  const on = ability.switched_on.length > 0;
  const switchTo = (turnOn: boolean) => {
    const what = turnOn ? bodyOf(kind, wanted, state.dice, elsewhere.place) : { effects: [], amend: [] };
    const target = wanted.kind === ROLL ? rolled?.unit_uuid : wanted.target;
    const to = turnOn && target ? { target_uuid: target } : {};
    const whose = turnOn && kind.miniature !== 'no' && wanted.miniature ? { miniature_uuids: [wanted.miniature] } : {};
    const body = { ability_id: ability.id, on: turnOn, ...what, ...to, ...whose };
    void command
      .run((number) => switchByHand({ path: { game_id: gameId }, body: { ...body, number } }))
      .then((done) => done && doneBy(ability, turnOn && kind, elsewhere.end));
  };
  const missing = wanted.kind === PLACE ? !elsewhere.place : !lies(state.dice, wanted);
  useShortcuts({ confirm: elsewhere.on && !missing && !command.locked ? () => switchTo(true) : undefined });
  const again = !on || ability.name === AGREED;
  if (!state.sides.includes(army)) return null;
  const button = { className: 'min-h-11', busy: command.busy };
  return (
    <fieldset className="flex flex-col gap-2 border-t border-line pt-2">
      <legend className="label text-soft">By hand</legend>
      {on && <SwitchedOn effects={ability.switched_on} />}
      {again && <WantedForm ability={ability} kinds={kinds} wanted={wanted} onChange={setChosen} />}
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
          disabled={command.locked || !isWhole(kind, wanted, ability.location.unit_uuid !== null) || missing}
          onClick={() => switchTo(true)}>
          {kind.atOnce ? 'Do it' : 'Switch on'}
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

/** What is in force, and for which units. */
const SwitchedOn = ({ effects }: { effects: AbilityState['switched_on'] }) => (
  <ul className="text-sm">
    {effects.map((each) => (
      <li key={each.effect_id}>
        On {each.unit_name ?? `all of ${each.by_army}`}: {each.description}
      </li>
    ))}
  </ul>
);
