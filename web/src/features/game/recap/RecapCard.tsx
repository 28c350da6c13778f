import type { MouseEvent } from 'react';
import { useKeptLog } from '@/features/log-timeline';
import { setStops, type GameState, type StopsCall, type UnaskedState } from '@/shared/api';
import { Button, IconButton, useMediaQuery } from '@/shared/ui';
import type { BattleLog } from '@/shared/battle-log';
import { useClient, useGameId, useGameState, useTable } from '../client/context';
import { useCommand } from '../client/useCommand';
import { beatsOf } from '../film/beats';
import { Refusal } from '../panels/Act';
import { entriesOf, lineOf, recapOf, turnBefore, type Recap, type Turn } from './recap';
import './recap.css';

const nameOf = ({ round, turn }: Turn): string => `${round}.${turn}`;

/** What the enemy's turn brought, when your own begins, until you close it or the turn is over. */
export function RecapCard() {
  const turn = useGameState(turnKey);
  const recap = useTable((table) => table.recap);
  const how = recap?.turn === turn ? recap.how : null;
  if (!turn || how === 'away') return null;
  const [round = 1, number = 1] = turn.split('.').map(Number);
  return <Card key={turn} turn={{ round, turn: number }} how={how} />;
}

const turnKey = (state: Parameters<typeof turnBefore>[0]): string => {
  const turn = turnBefore(state);
  return turn ? nameOf(turn) : '';
};

const commanding = ({ game_model: model }: GameState): boolean => model.phase === 'command';

/**
 * As the player left it; else open where there is room for it beside the map and the turn has just begun, and folded to a
 * line after that: the phase's own panel is not pushed out of sight.
 */
function Card({ turn, how }: { turn: Turn; how: 'open' | 'folded' | null }) {
  const log = useKeptLog(useGameId());
  const roomy = useMediaQuery('(min-width: 1024px)');
  const fresh = useGameState(commanding);
  const put = useTable((table) => table.putRecap);
  if (!log) return null;
  const open = how ? how === 'open' : roomy && fresh;
  const fold = (event: MouseEvent) => {
    event.preventDefault();
    put(nameOf(turn), open ? 'folded' : 'open');
  };
  const recap = recapOf(log, turn);
  return (
    <section aria-label="The enemy's turn" className="recap">
      <details open={open}>
        <summary onClick={fold}>
          <span className="font-semibold">The enemy’s turn</span> <span className="text-soft">{lineOf(recap)}</span>
        </summary>
        <Lines recap={recap} />
        <NotAsked turn={turn} />
        <Again log={log} turn={turn} />
      </details>
      <IconButton icon="close" label="Put the recap away" onClick={() => put(nameOf(turn), 'away')} />
    </section>
  );
}

/** The reactions that were let pass in a turn without asking, since they would have brought too little. */
function NotAsked({ turn }: { turn: Turn }) {
  const unasked = useGameState((state) => state.unasked);
  const passed = byName(unasked.filter((each) => each.round === turn.round && each.turn === turn.turn));
  if (!passed.length) return null;
  return (
    <details className="mb-2">
      <summary>
        You could also have answered with {passed.map((each) => each.name).join(', ')}: you were not asked, since each
        would have gained little.
      </summary>
      <section aria-label="Not asked">
        <ul className="grid gap-1">
          {passed.map((each) => (
            <li key={each.name} className="flex flex-wrap items-center justify-between gap-x-3">
              <span>
                {each.name}: you could have used it {timesWord(each.times)}.
              </span>
              <AskNextTime reaction={each} />
            </li>
          ))}
        </ul>
        <p className="text-sm text-soft">Settings say, under “When to ask for reactions”, what you are asked about.</p>
      </section>
    </details>
  );
}

const timesWord = (times: number): string => (times === 1 ? 'once' : times === 2 ? 'twice' : `${times} times`);

interface Passed {
  name: string;
  keys: readonly string[];
  times: number;
  asks: boolean;
}

/** One line for each name: a reroll is another reaction for each kind of roll. */
function byName(unasked: readonly UnaskedState[]): Passed[] {
  const names = [...new Set(unasked.map((each) => each.name))];
  return names.map((name) => {
    const same = unasked.filter((each) => each.name === name);
    return {
      name,
      keys: same.map((each) => each.key),
      times: same.reduce((sum, each) => sum + each.times, 0),
      asks: same.every((each) => each.asks),
    };
  });
}

function AskNextTime({ reaction }: { reaction: Passed }) {
  const gameId = useGameId();
  const army = useGameState((state) => state.current_army_uuid);
  const command = useCommand();
  if (reaction.asks) return <span role="status">You will be asked from now on.</span>;
  const stops = Object.fromEntries(reaction.keys.map((key) => [key, 'always' as const]));
  const body = { army_uuid: army, stops } satisfies StopsCall;
  return (
    <>
      <Button
        className="min-h-11"
        aria-label={`Ask me next time about ${reaction.name}`}
        disabled={command.locked}
        onClick={() => void command.run(() => setStops({ path: { game_id: gameId }, body }))}>
        Ask me next time
      </Button>
      <Refusal of={command} />
    </>
  );
}

/** The turn once more, as a film over the map. */
function Again({ log, turn }: { log: BattleLog; turn: Turn }) {
  const { reel } = useClient();
  return (
    <Button icon="play" className="mb-2 min-h-11" onClick={() => reel.getState().again(beatsOf(entriesOf(log, turn)))}>
      Watch it again
    </Button>
  );
}

function Lines({ recap }: { recap: Recap }) {
  const parts: [string, readonly string[]][] = [
    ['Moved', recap.moved.length ? [recap.moved.join(', ')] : []],
    ['Charged', recap.charges],
    ['Attacked', recap.attacks],
    ['Destroyed', recap.lost.length ? [recap.lost.join(', ')] : []],
    ['Lost otherwise', recap.besides.map(({ text }) => text)],
    ['Scored', recap.scored],
  ];
  return (
    <dl className="recap-parts" tabIndex={0} aria-label="What the turn brought">
      {parts
        .filter(([, lines]) => lines.length > 0)
        .map(([title, lines]) => (
          <div key={title}>
            <dt className="label text-soft">{title}</dt>
            {lines.map((line, index) => (
              <dd key={index}>{line}</dd>
            ))}
          </div>
        ))}
    </dl>
  );
}
