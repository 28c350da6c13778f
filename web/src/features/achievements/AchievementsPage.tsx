import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import {
  listAchievableOptions,
  listAchievementsOptions,
  sentence,
  type Achievable,
  type AchievementRow,
} from '@/shared/api';
import { useSession, type User } from '@/shared/session';
import { cx, EmptyState, LinkButton, Notice, Skeleton } from '@/shared/ui';
import { Medal } from './Medal';

/** What the signed-in player has earned in battle, and what is still to be earned. */
export function AchievementsPage() {
  const user = useSession((state) => state.user);
  return user && <Achievements user={user} />;
}

function Achievements({ user }: { user: User }) {
  const rows = useQuery({
    ...listAchievementsOptions({ query: { user_id: user.id } }),
    refetchOnMount: 'always',
  });
  const all = useQuery(listAchievableOptions());
  const earned = rows.data ?? [];
  const codes = new Set(earned.map((each) => each.code));
  const open = rows.data ? (all.data ?? []).filter((each) => !codes.has(each.code)) : [];
  const total = earned.reduce((sum, each) => sum + each.points * each.count, 0);
  return (
    <main className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-8 sm:px-8">
      <title>Achievements · Highground</title>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="min-w-0">
          {/* The words are fixed; the player's name is what stands out. */}
          <h1 className="label text-faint">Achievements for user {user.id}</h1>
          <p className="text-xl leading-tight font-semibold break-words">{user.displayName}</p>
        </div>
        {rows.data && (
          <p className="figure text-xl leading-none text-lamp sm:text-right">
            {total}
            <span className="mt-1 block text-sm text-faint">points</span>
          </p>
        )}
      </div>
      {rows.isPending && (
        <div role="status" aria-label="Loading your achievements" className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} className="h-24" />
          ))}
        </div>
      )}
      {rows.isError && (
        <Notice text={sentence(rows.error)} onRetry={() => void rows.refetch()} busy={rows.isFetching} />
      )}
      {rows.data && earned.length === 0 && (
        <EmptyState
          icon="trophy"
          title="Nothing on your chest yet"
          text="Medals are earned in battles that are fought to their end."
          action={
            <>
              <LinkButton tone="primary" icon="battle" to="/games?new=1">
                Create a game
              </LinkButton>
              <LinkButton icon="play" to="/shared/demo/logs">
                Watch the demo battle
              </LinkButton>
            </>
          }
        />
      )}
      {earned.length > 0 && <Medals title="Earned" rows={earned} />}
      {open.length > 0 && <Medals title="Still to be earned" rows={open} />}
    </main>
  );
}

type Shown = Achievable & Partial<AchievementRow>;

function Medals({ title, rows }: { title: string; rows: Shown[] }) {
  return (
    <section className="flex flex-col gap-3">
      <h2 className="label text-base text-soft">
        {title} <span className="text-faint">{rows.length}</span>
      </h2>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {rows.map((row) => (
          <MedalRow key={row.code} row={row} />
        ))}
      </ul>
    </section>
  );
}

function MedalRow({ row }: { row: Shown }) {
  const { count = 0, earned_at: earnedAt, game_id: gameId } = row;
  const earned = earnedAt !== undefined;
  return (
    <li
      className={cx(
        'flex items-center gap-4 rounded border p-3',
        earned ? 'border-line bg-panel' : 'border-dashed border-line-strong',
      )}>
      <Medal points={row.points} earned={earned} />
      <div className="min-w-0 flex-1">
        <h3 className={cx('font-semibold', !earned && 'text-soft')}>
          {row.name}
          {count > 1 && <span className="figure ml-2 text-base text-lamp">×{count}</span>}
        </h3>
        <p className="text-sm text-soft">{row.description}</p>
        <p className="mt-1 text-sm text-faint">
          <span className="figure text-base">{row.points} points</span>
          {earned && <> · {new Date(earnedAt).toLocaleDateString(undefined, { dateStyle: 'medium' })}</>}
          {gameId && (
            <>
              {' '}
              ·{' '}
              <Link
                to={`/games/${gameId}/logs`}
                className="underline decoration-line-strong underline-offset-4 hover:text-ink">
                the battle
              </Link>
            </>
          )}
        </p>
      </div>
    </li>
  );
}
