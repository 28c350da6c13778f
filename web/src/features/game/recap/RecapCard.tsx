import { useState } from 'react';
import { useKeptLog } from '@/features/log-timeline';
import { setStops, type StopsCall, type UnaskedState } from '@/shared/api';
import { Button, IconButton, useMediaQuery } from '@/shared/ui';
import type { BattleLog } from '@/shared/battle-log';
import { useClient, useGameId, useGameState } from '../client/context';
import { useCommand } from '../client/useCommand';
import { beatsOf } from '../film/beats';
import { Refusal } from '../panels/Act';
import { entriesOf, lineOf, recapOf, turnBefore, type Recap, type Turn } from './recap';
import './recap.css';

const nameOf = ({ round, turn }: Turn): string => `${round}.${turn}`;

/** What the enemy's turn brought, when your own begins, until you close it or the turn is over. */
export function RecapCard() {
  const turn = useGameState(turnKey);
  const [away, setAway] = useState('');
  if (!turn || turn === away) return null;
  const [round = 1, number = 1] = turn.split('.').map(Number);
  return <Card key={turn} turn={{ round, turn: number }} onPutAway={() => setAway(turn)} />;
}

const turnKey = (state: Parameters<typeof turnBefore>[0]): string => {
  const turn = turnBefore(state);
  return turn ? nameOf(turn) : '';
};

/** Open where there is room for it beside the map, else folded to a line. */
function Card({ turn, onPutAway }: { turn: Turn; onPutAway: () => void }) {
  const log = useKeptLog(useGameId());
  const roomy = useMediaQuery('(min-width: 1024px)');
  if (!log) return null;
  const recap = recapOf(log, turn);
  return (
    <section aria-label="The enemy's turn" className="recap">
      <details open={roomy}>
        <summary>
          <span className="font-semibold">The enemy’s turn</span> <span className="text-soft">{lineOf(recap)}</span>
        </summary>
        <Lines recap={recap} />
        <NotAsked turn={turn} />
        <Again log={log} turn={turn} />
      </details>
      <IconButton icon="close" label="Put the recap away" onClick={onPutAway} />
    </section>
  );
}

/** The reactions that were let pass in a turn without asking, since they would have brought too little. */
function NotAsked({ turn }: { turn: Turn }) {
  const unasked = useGameState((state) => state.unasked);
  const passed = unasked.filter((each) => each.round === turn.round && each.turn === turn.turn);
  if (!passed.length) return null;
  return (
    <section aria-label="Not offered" className="mb-2">
      <h3 className="label text-soft">Not offered: too little to gain</h3>
      <ul className="grid gap-1">
        {passed.map((each) => (
          <li key={each.key} className="flex flex-wrap items-center justify-between gap-x-3">
            {each.name}
            {each.times > 1 && `, ${each.times} times`}
            <AskNextTime reaction={each} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function AskNextTime({ reaction }: { reaction: UnaskedState }) {
  const gameId = useGameId();
  const army = useGameState((state) => state.current_army_uuid);
  const command = useCommand();
  const [asks, setAsks] = useState(false);
  if (asks) return <span role="status">You will be asked from now on.</span>;
  const ask = async () => {
    const body = { army_uuid: army, stops: { [reaction.key]: 'always' } } satisfies StopsCall;
    if (await command.run(() => setStops({ path: { game_id: gameId }, body }))) setAsks(true);
  };
  return (
    <>
      <Button
        className="min-h-11"
        aria-label={`Always ask about ${reaction.name}`}
        disabled={command.locked}
        onClick={() => void ask()}>
        Always ask
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
