import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { answered, getLogs } from '@/shared/api';
import { useChat } from './chat/chatStore';

/** No entry of a log has a higher id. */
const LAST = 2 ** 31 - 1;

/** Where the log of the game stands: its entries are read once the table is drawn, by what shows them. */
const logsQuery = (gameId: string) => ({
  queryKey: ['game', gameId, 'logs'],
  queryFn: async (): Promise<unknown> =>
    (await answered(getLogs({ path: { game_id: gameId }, query: { since_id: LAST, entries: true } }))) ?? null,
});

const FROM_SETUP = 'from_setup';

/** Forgets what the browser kept of the game, and asks where its log stands: reading a long one would hold the game up. */
function startAfresh(queries: QueryClient, gameId: string): true {
  useChat.getState().clear(gameId);
  queries.removeQueries({ queryKey: logsQuery(gameId).queryKey });
  queries
    .fetchQuery({ ...logsQuery(gameId), retry: false })
    .catch((error: unknown) => console.error('Log not initialised', error));
  return true;
}

/** Whether the game was started just now, in its set-up. */
export function useFromSetup(): boolean {
  const [search] = useSearchParams();
  const [wanted] = useState(search.has(FROM_SETUP));
  return wanted;
}

/** With `from_setup` in the address: old logs and chat are gone, and the log is asked for, before the game is loaded. True once it may be. */
export function useFreshStart(gameId: string): boolean {
  const queries = useQueryClient();
  const [search, setSearch] = useSearchParams();
  const wanted = search.has(FROM_SETUP);
  const { isSuccess } = useQuery({
    queryKey: ['fresh start', gameId],
    queryFn: () => startAfresh(queries, gameId),
    enabled: wanted,
    gcTime: 0,
    staleTime: Infinity,
  });
  useEffect(() => {
    // A reload during the battle must not clear its chat.
    if (wanted && isSuccess)
      setSearch(
        (now) => {
          now.delete(FROM_SETUP);
          return now;
        },
        { replace: true },
      );
  }, [wanted, isSuccess, setSearch]);
  return !wanted || isSuccess;
}
