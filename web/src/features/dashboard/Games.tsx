import { useState } from 'react';
import type { ListedGame } from '@/shared/api';
import { Button, EmptyState, Icon, Input, Select } from '@/shared/ui';
import { GamesTable } from './GamesTable';
import { SharingDialog } from './Sharing';
import { found, isYourTurn, stageOf, type Stage } from './stage';
import { useDeleteGame } from './useGames';

const SHOWN: readonly { value: 'all' | 'turn' | Stage; title: string }[] = [
  { value: 'all', title: 'All games' },
  { value: 'turn', title: 'My turn' },
  { value: 'running', title: 'Being fought' },
  { value: 'setup', title: 'Being set up' },
  { value: 'over', title: 'Completed' },
];
type Shown = (typeof SHOWN)[number]['value'];

const fits = (game: ListedGame, shown: Shown): boolean =>
  shown === 'all' || (shown === 'turn' ? isYourTurn(game) : stageOf(game) === shown);

interface GamesProps {
  games: ListedGame[];
  /** So many of the newest, until something is searched for. */
  newest?: number;
}

/** Games to look through: searched, filtered, sorted, shared and deleted. */
export function Games({ games, newest }: GamesProps) {
  const [search, setSearch] = useState('');
  const [shown, setShown] = useState<Shown>('all');
  const [shared, setShared] = useState<string | null>(null);
  const remove = useDeleteGame();
  const fitting = found(games, search).filter((game) => fits(game, shown));
  const listed = newest !== undefined && !search ? fitting.slice(0, newest) : fitting;
  const all = () => {
    setSearch('');
    setShown('all');
  };
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
        <Search value={search} onChange={setSearch} />
        {newest === undefined && (
          <Select
            aria-label="Which games"
            className="w-full sm:w-48"
            value={shown}
            onChange={({ target }) => setShown(SHOWN.find(({ value }) => value === target.value)?.value ?? 'all')}>
            {SHOWN.map(({ value, title }) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </Select>
        )}
        <p role="status" className="text-sm text-faint">
          {counted(listed.length, games.length)}
        </p>
      </div>
      {listed.length > 0 ? (
        <GamesTable
          games={listed}
          search={search + shown}
          onDelete={(game) => void remove(game)}
          onShare={(game) => setShared(game.game_id)}
        />
      ) : (
        <EmptyState
          icon="search"
          title="No game fits"
          text={search ? <>Nothing here is called “{search}”.</> : 'There is no such game now.'}
          action={<Button onClick={all}>Show all games</Button>}
        />
      )}
      <SharingDialog game={games.find((each) => each.game_id === shared) ?? null} onClose={() => setShared(null)} />
    </>
  );
}

function Search({ value, onChange }: { value: string; onChange: (search: string) => void }) {
  return (
    <label className="relative block w-full sm:w-80">
      <span className="sr-only">Search games</span>
      <Icon
        name="search"
        size={16}
        className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-faint"
      />
      <Input
        type="search"
        placeholder="Search"
        className="pl-9"
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}

function counted(listed: number, all: number): string {
  const games = all === 1 ? '1 game' : `${all} games`;
  return listed === all ? games : `${listed} of ${games}`;
}
