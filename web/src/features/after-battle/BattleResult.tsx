import type { OneGame } from '@/shared/api';
import { Card, cx, Icon, LinkButton } from '@/shared/ui';
import { outcome } from './outcome';
import { Rematch } from './Rematch';

/** A game that is over, on its own page: how it ended, where to see it again, and the rematch. */
export function BattleResult({ game }: { game: OneGame }) {
  const { summary } = game;
  const ended = outcome(game);
  return (
    <Card title="The battle is over">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-5">
        <div className="min-w-0 flex-1 basis-64">
          {ended && <p className="text-xl font-semibold">{ended.text}</p>}
          {summary?.round != null && <p className="text-sm text-faint">After round {summary.round}</p>}
          {summary?.armies && (
            <ul className="mt-2 flex max-w-md flex-col gap-1">
              {summary.armies.map((name, side) => (
                <li key={side} className={cx('flex items-center gap-2', summary.winner === side && 'font-semibold')}>
                  <span
                    aria-hidden="true"
                    className={cx('size-3 shrink-0', side === 0 ? 'bg-blue-army' : 'bg-red-army')}
                  />
                  <span className="min-w-0 flex-1 break-words">{name || `Army ${side + 1}`}</span>
                  {summary.winner === side && <Icon name="trophy" size={16} className="text-lamp" />}
                  {summary.score && (
                    <span className="figure text-lg">
                      {summary.score[side]}
                      <span className="sr-only"> victory points</span>
                    </span>
                  )}
                </li>
              ))}
            </ul>
          )}
        </div>
        <div className="flex flex-wrap items-start gap-2">
          <LinkButton tone="primary" icon="list" to={`/games/${game.game_id}/logs`}>
            See the whole battle
          </LinkButton>
          <LinkButton icon="chart" to={`/games/${game.game_id}/logs?view=statistics`}>
            Statistics and awards
          </LinkButton>
          <Rematch game={game} />
        </div>
      </div>
    </Card>
  );
}
