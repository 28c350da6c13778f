import { useQuery } from '@tanstack/react-query';
import { answered, getGame, sentence, type AwardRow } from '@/shared/api';
import { useGameEvents } from '@/shared/socket';
import { Icon, LinkButton, Notice } from '@/shared/ui';
import { Rematch } from './Rematch';
import { ReportSharing } from './ReportSharing';

const MOST_AWARDS = 4;

/** What comes after a battle, at its table: statistics, awards, the report's link, and the rematch. */
export function AfterBattle({ gameId, awards }: { gameId: string; awards: readonly AwardRow[] }) {
  const game = useQuery({
    queryKey: ['game', gameId],
    refetchOnMount: 'always',
    queryFn: () => answered(getGame({ path: { game_id: gameId } })),
  });
  useGameEvents(gameId, (event) => {
    if (event.type === 'game-updated') void game.refetch();
  });
  return (
    <div className="flex flex-col gap-4">
      <div className="flex flex-wrap gap-2">
        <LinkButton tone="primary" icon="list" to={`/games/${gameId}/logs`}>
          See the whole battle
        </LinkButton>
        <LinkButton icon="chart" to={`/games/${gameId}/logs?view=statistics`}>
          Statistics and awards
        </LinkButton>
      </div>
      {awards.length > 0 && <Awards awards={awards} />}
      {game.isError && (
        <Notice text={sentence(game.error)} onRetry={() => void game.refetch()} busy={game.isFetching} />
      )}
      {game.data && <Rematch game={game.data} />}
      {game.data?.role === 'owner' && <ReportSharing game={game.data} />}
    </div>
  );
}

function Awards({ awards }: { awards: readonly AwardRow[] }) {
  return (
    <section aria-label="Awards of units">
      <h3 className="label text-faint">Awards of units</h3>
      <ul className="mt-1 flex flex-col gap-1">
        {awards.slice(0, MOST_AWARDS).map(({ code, award, unit_uuid: unit, unit_name: name }) => (
          <li key={`${code}/${unit}`} className="flex items-center gap-2">
            <span className="text-lamp">
              <Icon name="trophy" size={16} />
            </span>
            <span className="min-w-0 break-words">
              {name} <span className="text-soft">· {award}</span>
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
