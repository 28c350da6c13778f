import { answered, callPublic, getLogs, HttpError } from '@/shared/api';
import { isFields, mergeBattleLogs, readBattleLog, type BattleLog } from '@/shared/battle-log';

/** What the user reads when logs cannot be fetched. */
export function logFetchReason(error: unknown): string {
  if (error instanceof HttpError) {
    if (error.status === 401) return 'Authentication required. Please log in.';
    if (error.status === 404) return 'No logs found for this game.';
    if (error.status >= 500) return 'Server error. Please try again later.';
    return error.detail || error.message || 'Failed to fetch logs';
  }
  return (error instanceof Error && error.message) || 'Failed to fetch logs';
}

/** A failed load of a shared report: the status text, or the reason. */
export function sharedFetchReason(error: unknown): string {
  return error instanceof HttpError ? error.statusText || `HTTP ${error.status}` : logFetchReason(error);
}

const hasLogs = (answer: unknown): boolean =>
  Array.isArray(answer) || (isFields(answer) && answer.logs !== undefined && answer.logs !== null);

function understood(answer: unknown, gameId: string): BattleLog {
  if (!hasLogs(answer)) console.error('The answer has no logs', answer);
  return readBattleLog(answer, gameId);
}

/** The whole shared report, by a plain fetch without credential. */
export async function fetchSharedLog(gameId: string): Promise<BattleLog> {
  return understood(await callPublic(`/api/game/shared/${encodeURIComponent(gameId)}/json`), gameId);
}

/** A shared battle in short, which comes in a tenth of the time; nothing where it does not come. */
export async function fetchBriefLog(gameId: string): Promise<BattleLog | null> {
  const answer = await callPublic(`/api/game/shared/${encodeURIComponent(gameId)}/brief`).catch(() => null);
  return hasLogs(answer) ? readBattleLog(answer, gameId) : null;
}

/**
 * The whole log, or with `before` the entries after its last one, merged into it; `alone` without boards and what else
 * the log says, which stays as it is known. Who needs that and has a log without it gets it whole.
 */
export async function fetchLog(gameId: string, before?: BattleLog, alone = false): Promise<BattleLog> {
  const known = before?.boardless && !alone ? undefined : before;
  const since = known?.lastId ?? undefined;
  const answer: unknown = await answered(
    getLogs({ path: { game_id: gameId }, query: { since_id: since, ...(alone && known && { entries: true }) } }),
  );
  if (known && !hasLogs(answer)) {
    console.warn('No log data found in response');
    return known;
  }
  const loaded = understood(answer, gameId);
  const incremental = known && since !== undefined && (!isFields(answer) || answer.incremental !== false);
  return incremental ? mergeBattleLogs(known, loaded) : loaded;
}
