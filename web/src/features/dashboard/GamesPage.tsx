import { useLocation, useSearchParams } from 'react-router';
import { sentence } from '@/shared/api';
import { Button, EmptyState, LinkButton, Notice, PageHeader, Skeleton } from '@/shared/ui';
import { Games } from './Games';
import { NewGame } from './NewGame';
import { Now } from './Now';
import { useGames } from './useGames';

const NEWEST = 5;

/**
 * The user's games. The dashboard leads with what is on and ends with the newest; /games has all of them, with a filter.
 * `?new` in the address opens the form for another one, `&roster=` with an army chosen.
 */
export function GamesPage() {
  const [query, setQuery] = useSearchParams();
  const { pathname } = useLocation();
  const dashboard = pathname !== '/games';
  const games = useGames();
  const create = () => setQuery({ new: '1' });
  const many = games.data && games.data.length > NEWEST;
  return (
    <main className="mx-auto flex w-full max-w-7xl flex-col gap-6 px-4 py-8 sm:px-8">
      <title>Your Games · Highground</title>
      <PageHeader
        title="Your Games"
        text={
          dashboard ? 'What is on, and what was fought last.' : 'Every battle of yours, and those you were invited to.'
        }
        actions={
          <>
            <LinkButton size="large" icon="dice" to="/games/new_sim">
              Test a match-up
            </LinkButton>
            <Button tone="primary" size="large" icon="plus" onClick={create}>
              Create New Game
            </Button>
          </>
        }
      />
      {games.isPending && <Loading />}
      {games.isError && (
        <Notice text={sentence(games.error)} onRetry={() => void games.refetch()} busy={games.isFetching} />
      )}
      {games.data?.length === 0 && <FirstGame onCreate={create} />}
      {games.data && games.data.length > 0 && (
        <>
          {dashboard && <Now games={games.data} />}
          <Games games={games.data} newest={dashboard ? NEWEST : undefined} />
          {dashboard && many && (
            <LinkButton icon="list" className="self-start" to="/games">
              All {games.data.length} games
            </LinkButton>
          )}
        </>
      )}
      <NewGame
        open={query.has('new')}
        roster={query.get('roster') ?? ''}
        onClose={() => setQuery({}, { replace: true })}
      />
    </main>
  );
}

function FirstGame({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState
      icon="battle"
      title="No battle yet"
      text="Create your first game: sample armies are ready, your own roster can follow. Or watch a whole battle first, die by die."
      action={
        <>
          <Button tone="primary" icon="plus" onClick={onCreate}>
            Create your first game
          </Button>
          <LinkButton icon="play" to="/shared/demo/logs">
            Watch the demo battle
          </LinkButton>
          <LinkButton icon="upload" to="/upload_list">
            Upload a roster
          </LinkButton>
        </>
      }
    />
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading your games" className="flex flex-col gap-3">
      <Skeleton className="h-11 w-full sm:w-80" />
      {Array.from({ length: 5 }, (_, index) => (
        <Skeleton key={index} className="h-14" />
      ))}
    </div>
  );
}
