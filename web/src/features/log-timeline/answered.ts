import { hashKey, type QueryClient } from '@tanstack/react-query';
import { isFields, mergeBattleLogs, readBattleLog, type BattleLog } from '@/shared/battle-log';

/** Where a game's log is kept, as its reader or as anybody sees it. */
export const keyOf = (gameId: string, shared: boolean) => ['battle-log', shared ? 'shared' : 'own', gameId] as const;

/** The last known entry of the game's log; null where nothing has loaded it, or it is empty. */
export const lastEntry = (queries: QueryClient, gameId: string): number | null =>
  queries.getQueryData<BattleLog>(keyOf(gameId, false))?.lastId ?? null;

/** Takes in the log that came with the answer to a call. Whether one came, even without new entries. */
export function takeEntries(queries: QueryClient, gameId: string, log: unknown): boolean {
  if (!isFields(log) || !Array.isArray(log.logs)) return false;
  const news = readBattleLog(log, gameId);
  if (news.total || news.undone.size)
    queries.setQueryData<BattleLog>(keyOf(gameId, false), (known) => known && mergeBattleLogs(known, news));
  return true;
}

/**
 * Calls back with one's own game's log whenever another one is known, until the returned function is called: at once, and
 * so before anything is drawn of it.
 */
export function onLog(queries: QueryClient, gameId: string, hear: (log: BattleLog) => void): () => void {
  const key = keyOf(gameId, false);
  const hash = hashKey(key);
  let known: BattleLog | undefined;
  return queries.getQueryCache().subscribe(({ type, query }) => {
    if (type !== 'updated' || query.queryHash !== hash) return;
    const log = queries.getQueryData<BattleLog>(key);
    if (log && log !== known) hear(log);
    known = log;
  });
}
