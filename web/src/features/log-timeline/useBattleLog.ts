import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { HttpError } from '@/shared/api';
import type { BattleLog } from '@/shared/battle-log';
import { useGameEvents, useLastUpdate } from '@/shared/socket';
import { fetchBriefLog, fetchLog, fetchSharedLog, logFetchReason, sharedFetchReason } from './fetchLogs';
import { keyOf } from './answered';

export interface LoadedLog {
  log: BattleLog | undefined;
  loading: boolean;
  /** A sentence, while the last load failed. */
  problem: string | null;
  /** The server has nothing here, or nothing that this reader may see. */
  missing: boolean;
  refresh: () => void;
}

/** A failure in words: of the first load, of a shared report, of a later load. */
function said(error: unknown, shared: boolean, hadLog: boolean): string {
  if (hadLog) return `Error refreshing logs: ${shared ? sharedFetchReason(error) : logFetchReason(error)}`;
  return shared
    ? `Failed to load shared logs: ${sharedFetchReason(error)}`
    : `Error initializing logs: ${logFetchReason(error)}`;
}

/** How long after a notification the log is loaded: what several of them say of one change is loaded once. */
const DEBOUNCE_MS = 100;

/** Has it done a moment after the last of a burst, unless it is called off until then. */
function useSoon(act: () => void): readonly [() => void, () => void] {
  const timer = useRef<number | undefined>(undefined);
  const off = useCallback(() => window.clearTimeout(timer.current), []);
  useEffect(() => off, [off]);
  const soon = useCallback(() => {
    off();
    timer.current = window.setTimeout(act, DEBOUNCE_MS);
  }, [act, off]);
  return [soon, off];
}

/**
 * One game's log: loaded whole at first, then by what is new. It loads again when the socket says that the log or the
 * game changed, and when a push brings another lastUpdate. `alone`: of what is new, its entries are enough.
 */
export function useBattleLog(gameId: string, shared: boolean, alone = false): LoadedLog {
  const queries = useQueryClient();
  const key = keyOf(gameId, shared);
  // A shared report stands as soon as its short form is there; the whole one is asked for then.
  const brief = useQuery({
    queryKey: [...key, 'brief'],
    enabled: shared && !queries.getQueryData(key),
    queryFn: () => fetchBriefLog(gameId),
  });
  const query = useQuery({
    queryKey: key,
    refetchOnMount: 'always',
    enabled: !brief.isFetching,
    queryFn: () => (shared ? fetchSharedLog(gameId) : fetchLog(gameId, queries.getQueryData<BattleLog>(key), alone)),
  });
  const { refetch, isFetching } = query;
  const again = useRef(false);
  const refresh = useCallback(() => {
    if (queries.isFetching({ queryKey: keyOf(gameId, shared), exact: true })) again.current = true;
    else void refetch();
  }, [queries, refetch, shared, gameId]);
  const [soon, off] = useSoon(refresh);
  // A load that was under way when this reader mounted may have brought entries without boards.
  const boardless = !alone && !query.isError && query.data?.boardless === true;
  useEffect(() => {
    if (isFetching) return;
    // What changed while a load was on its way may not be in its answer.
    if (again.current) void refetch();
    else if (boardless) soon();
    again.current = false;
  }, [isFetching, boardless, refetch, soon]);
  useGameEvents(gameId, ({ type }) => {
    // A load that is on its way brings older entries than these.
    if (type === 'log-answered' && alone && !isFetching) off();
    else if (type !== 'push') soon();
  });
  const lastUpdate = useLastUpdate(gameId);
  const seen = useRef(lastUpdate);
  useEffect(() => {
    if (seen.current !== lastUpdate) soon();
    seen.current = lastUpdate;
  }, [lastUpdate, soon]);

  const problem = query.error ? said(query.error, shared, (query.data ?? brief.data) != null) : null;
  useEffect(() => {
    if (problem) console.error(problem, query.error);
  }, [problem, query.error]);
  return {
    log: query.data ?? brief.data ?? undefined,
    loading: query.isFetching || brief.isFetching,
    problem,
    missing: query.error instanceof HttpError && query.error.status === 404,
    refresh,
  };
}

/** One's own game's log as something else on the page keeps it; loaded once where nothing has loaded it yet. */
export function useKeptLog(gameId: string): BattleLog | undefined {
  return useQuery({
    queryKey: keyOf(gameId, false),
    staleTime: Infinity,
    queryFn: () => fetchLog(gameId),
  }).data;
}
