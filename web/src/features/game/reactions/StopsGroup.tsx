import { useQuery, useQueryClient } from '@tanstack/react-query';
import { answeredAs, listReactions, setStops, type ArmyReactions, type Reaction, type StopsCall } from '@/shared/api';
import { zAllReactions } from '@/shared/api/validators';
import { Button, Select, Switch } from '@/shared/ui';
import { Group, Loaded } from '../abilities/parts';
import { useGameId } from '../client/context';
import { useCommand } from '../client/useCommand';
import { Refusal } from '../panels/Act';
import { momentOrder, momentWords, rollWords, STOPS, type StopKind } from './words';
import './reactions.css';

const keyOf = (gameId: string) => ['game', gameId, 'stops'];

/** When this player is asked about each reaction of his armies; what he is not asked about is passed for him. */
export function StopsGroup() {
  const gameId = useGameId();
  const armies = useQuery({
    queryKey: keyOf(gameId),
    refetchOnMount: 'always',
    queryFn: async () => (await answeredAs(zAllReactions, listReactions({ path: { game_id: gameId } }))).armies,
  });
  return (
    <Group title="When to ask for reactions">
      <p className="text-sm text-soft">
        What you are not asked about is passed for you. Your opponent never sees what you were asked. “If worth it”
        looks at the odds: whether the target is in reach, what it would change, and what it costs.
      </p>
      <Loaded query={armies} what="reactions" empty="You command no army here.">
        {(found) => (
          <>
            {found.map((army) => (
              <ArmyStops key={army.army_uuid} army={army} named={found.length > 1} />
            ))}
          </>
        )}
      </Loaded>
    </Group>
  );
}

function ArmyStops({ army, named }: { army: ArmyReactions; named: boolean }) {
  const gameId = useGameId();
  const queries = useQueryClient();
  const command = useCommand();
  const send = async (body: Omit<StopsCall, 'army_uuid'>) => {
    await command.run(() => setStops({ path: { game_id: gameId }, body: { army_uuid: army.army_uuid, ...body } }));
    await queries.invalidateQueries({ queryKey: keyOf(gameId) });
  };
  const moments = [...new Set(army.reactions.map((each) => each.why))].sort((a, b) => momentOrder(a) - momentOrder(b));
  return (
    <section aria-label={`Reactions of ${army.army_name}`} className="flex flex-col gap-3">
      {named && <h4 className="font-semibold">{army.army_name}</h4>}
      <div className="flex flex-wrap gap-2">
        <Button
          tone="plain"
          className="min-h-11"
          disabled={command.locked}
          onClick={() => void send({ rest: 'usual' })}>
          The usual
        </Button>
        <Button
          tone="plain"
          className="min-h-11"
          disabled={command.locked}
          onClick={() => void send({ rest: 'always' })}>
          Always ask
        </Button>
        <Button
          tone="plain"
          className="min-h-11"
          disabled={command.locked}
          onClick={() => void send({ rest: 'never' })}>
          Never ask
        </Button>
      </div>
      <Refusal of={command} />
      <Switch
        label="Charge, pile in and consolidate by hand"
        hint="A unit that moves to the enemy waits to be put down on the map. Off, it goes the shortest way."
        checked={army.closing}
        onChange={(closing) => void send({ closing })}
      />
      {moments.map((why) => (
        <fieldset key={why} className="stops">
          <legend>{momentWords(why)}</legend>
          {army.reactions
            .filter((each) => each.why === why)
            .map((each) => (
              <StopChoice
                key={each.key}
                reaction={each}
                busy={command.locked}
                onChoose={(stop) => void send({ stops: { [each.key]: stop } })}
              />
            ))}
        </fieldset>
      ))}
    </section>
  );
}

interface StopChoiceProps {
  reaction: Reaction;
  busy: boolean;
  onChoose: (stop: StopKind) => void;
}

function StopChoice({ reaction, busy, onChoose }: StopChoiceProps) {
  const { name, roll, cost, units, stop } = reaction;
  return (
    <label className="stop-choice">
      <span>
        {name}
        {roll && `: ${rollWords(roll)}`}
        <span className="block text-sm text-faint">{[`${cost} CP`, ...units].join(' · ')}</span>
      </span>
      <Select
        value={stop}
        disabled={busy}
        onChange={({ target }) => {
          const chosen = STOPS.find((each) => each.value === target.value);
          if (chosen) onChoose(chosen.value);
        }}>
        {STOPS.map((each) => (
          <option key={each.value} value={each.value}>
            {each.label}
          </option>
        ))}
      </Select>
    </label>
  );
}
