import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { lastEntry, takeEntries } from '@/features/log-timeline';
import { GameClient, type Lists } from './client';

/** The game's lists: what is asked for under another key once the game has moved on is not asked for again. */
export function listsOf(queries: QueryClient, gameId: string): Lists {
  const queryKey = ['game', gameId];
  return {
    outdate: () => void queries.invalidateQueries({ queryKey, refetchType: 'none' }),
    renew: () =>
      void queries.refetchQueries({ queryKey, type: 'active', predicate: ({ state }) => state.isInvalidated }),
    lastEntry: () => lastEntry(queries, gameId),
    takeEntries: (log) => takeEntries(queries, gameId, log),
  };
}

/** A game's client, open from when the page is `ready` for as long as the component lives; `shared` as strangers see the game. */
export function useGameClient(gameId: string, ready = true, shared = false): GameClient {
  const queries = useQueryClient();
  const [client] = useState(() => new GameClient(gameId, shared, listsOf(queries, gameId)));
  useEffect(() => (ready ? client.open() : undefined), [client, ready]);
  return client;
}
