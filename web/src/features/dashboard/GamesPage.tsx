import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { sentence, type GameRow } from '@/shared/api';
import { Button, EmptyState, Icon, Input, LinkButton, Notice, PageHeader, Skeleton } from '@/shared/ui';
import { GamesTable } from './GamesTable';
import { NewGame } from './NewGame';
import { SharingDialog } from './Sharing';
import { useDeleteGame, useGames } from './useGames';

/** All games of the user. `?new` in the address opens the form for another one, `&roster=` with an army chosen. */
export function GamesPage() {
  const [query, setQuery] = useSearchParams();
  const games = useGames();
  const create = () => setQuery({ new: '1' });
  return (
    <main className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-8 sm:px-8">
      <title>Your Games · Highground</title>
      <PageHeader title="Your Games" text="Every battle of yours, and those you were invited to." actions={<><LinkButton size="large" icon="dice" to="/games/new_sim">New simulation</LinkButton><Button tone="primary" size="large" icon="plus" onClick={create}>Create New Game</Button></>} />
      {games.isPending && <Loading />}
      {games.isError && <Notice text={sentence(games.error)} onRetry={() => void games.refetch()} busy={games.isFetching} />}
      {games.data && (games.data.length > 0 ? <Games games={games.data} /> : <FirstGame onCreate={create} />)}
      <NewGame open={query.has('new')} roster={query.get('roster') ?? ''} onClose={() => setQuery({}, { replace: true })} />
    </main>
  );
}

function Games({ games }: { games: GameRow[] }) {
  const [search, setSearch] = useState('');
  const [shared, setShared] = useState<string | null>(null);
  const remove = useDeleteGame();
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-6 gap-y-3">
        <label className="relative block w-full sm:w-80">
          <span className="sr-only">Search games</span>
          <Icon name="search" size={16} className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-faint" />
          <Input type="search" placeholder="Search" className="pl-9" value={search} onChange={(event) => setSearch(event.target.value)} />
        </label>
        <p className="text-sm text-faint">{games.length === 1 ? '1 game' : `${games.length} games`}</p>
      </div>
      <GamesTable games={games} search={search} onClear={() => setSearch('')} onDelete={(game) => void remove(game)} onShare={(game) => setShared(game.game_id)} />
      <SharingDialog game={games.find((each) => each.game_id === shared) ?? null} onClose={() => setShared(null)} />
    </>
  );
}

function FirstGame({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState
      icon="battle" title="No battle yet" text="Create your first game: sample armies are ready, your own roster can follow. Or watch a whole battle first, die by die."
      action={<><Button tone="primary" icon="plus" onClick={onCreate}>Create your first game</Button><LinkButton icon="play" to="/shared/demo/logs">Watch the demo battle</LinkButton><LinkButton icon="upload" to="/upload_list">Upload a roster</LinkButton></>}
    />
  );
}

function Loading() {
  return (
    <div role="status" aria-label="Loading your games" className="flex flex-col gap-3">
      <Skeleton className="h-11 w-full sm:w-80" />
      {Array.from({ length: 5 }, (_, index) => <Skeleton key={index} className="h-14" />)}
    </div>
  );
}
