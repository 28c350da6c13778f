import { useState } from 'react';
import { useBattleLog } from '@/features/log-timeline';
import { IconButton } from '@/shared/ui';
import { useGameId, useGameState } from '../client/context';
import { lineOf, recapOf, turnBefore, type Recap, type Turn } from './recap';
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

function Card({ turn, onPutAway }: { turn: Turn; onPutAway: () => void }) {
  const { log } = useBattleLog(useGameId(), false);
  if (!log) return null;
  const recap = recapOf(log, turn);
  return (
    <section aria-label="The enemy's turn" className="recap">
      <details>
        <summary>
          <span className="font-semibold">The enemy’s turn</span> <span className="text-soft">{lineOf(recap)}</span>
        </summary>
        <Lines recap={recap} />
      </details>
      <IconButton icon="close" label="Put the recap away" onClick={onPutAway} />
    </section>
  );
}

function Lines({ recap }: { recap: Recap }) {
  const parts: [string, readonly string[]][] = [
    ['Moved', recap.moved.length ? [recap.moved.join(', ')] : []],
    ['Charged', recap.charges],
    ['Attacked', recap.attacks],
    ['Destroyed', recap.lost.length ? [recap.lost.join(', ')] : []],
    ['Scored', recap.scored],
  ];
  return (
    <dl className="recap-parts">
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
