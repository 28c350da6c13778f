import type { ReactNode } from 'react';
import type { SimulationResult } from '@/shared/api';
import { Button, Card, Notice } from '@/shared/ui';
import { RateBar, RoundBars, WinBar } from './charts';
import { many, took } from './numbers';

const one = (value: number | null): string => (value === null ? '–' : value.toFixed(1));

/** What came of the battles: who won how often, where the points came from, what the first turn is worth. */
export function Results({ result, onAnother }: { result: SimulationResult; onAnother: () => void }) {
  const [a, b] = toldApart(result.armies);
  const fought = result.battles - result.failed;
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="min-w-0 flex-1 basis-72 text-soft">
          {many(result.battles)} battles on {result.layout}, {result.mission}, seed {result.seed}, in{' '}
          {took(result.seconds)}.
        </p>
        <Button tone="primary" icon="play" onClick={onAnother}>
          Another match-up
        </Button>
      </div>
      {result.failed > 0 && (
        <Notice
          text={`${many(result.failed)} of ${many(result.battles)} battles came to no end, and count in nothing here.`}
        />
      )}
      <section aria-label="Who won" className="flex flex-col gap-4 rounded border border-line bg-panel p-4 sm:p-5">
        <div className="grid grid-cols-2 gap-4">
          <Army side="blue" name={a} personality={result.personalities[0]} wins={result.wins.a} points={result.vp.a} />
          <Army side="red" name={b} personality={result.personalities[1]} wins={result.wins.b} points={result.vp.b} />
        </div>
        <WinBar wins={result.wins} names={[a, b]} />
        <RateBar
          label={`${a} wins`}
          rate={result.win_rate_a}
          note={`A draw counts as half a win. With ${many(fought)} battles the true share lies in the band, 19 times of 20.`}
        />
      </section>
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Card title="Victory points by round">
          <RoundBars points={result.vp_by_round} names={[a, b]} />
        </Card>
        <Card title="What the first turn is worth">
          <RateBar
            label="Who goes first wins"
            rate={result.first_turn.win_rate}
            note={`${many(result.first_turn.wins)} won, ${many(result.first_turn.losses)} lost, ${many(result.first_turn.draws)} drawn by the army that went first.`}
          />
          <p className="mt-4">{firstTurn(result.first_turn.win_rate)}</p>
        </Card>
      </div>
    </>
  );
}

/** The armies' names; where both are called the same, with their colours. */
function toldApart([a, b]: SimulationResult['armies']): [string, string] {
  return a === b ? [`${a} (blue)`, `${b} (red)`] : [a, b];
}

function firstTurn({ value, low, high }: SimulationResult['win_rate_a']): string {
  if (value === null) return 'No battle came to its end.';
  if (low > 0.5) return 'Going first helps in this match-up.';
  if (high < 0.5) return 'Going second helps in this match-up.';
  return 'So far it looks no different from a coin toss: even chances lie within the band.';
}

function Army({
  side,
  name,
  personality,
  wins,
  points,
}: {
  side: 'blue' | 'red';
  name: string;
  personality: string;
  wins: number;
  points: number | null;
}): ReactNode {
  return (
    <div className={side === 'red' ? 'min-w-0 text-right' : 'min-w-0'}>
      <p className={side === 'blue' ? 'label text-blue-army' : 'label text-red-army'}>
        {side} army · {personality}
      </p>
      <p className="text-lg font-semibold break-words">{name}</p>
      <p className="text-soft">
        <span className="figure text-xl text-ink">{many(wins)}</span> wins ·{' '}
        <span className="figure text-base text-ink">{one(points)}</span> points on average
      </p>
    </div>
  );
}
