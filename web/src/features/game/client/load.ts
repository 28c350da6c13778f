import { answered, callPublic, getGameState } from '@/shared/api';

const UNCHANGED = 304;

/**
 * A game's whole state as the server sends it; undefined where it is of the version that is known. What is `shared` is
 * asked for without the login.
 */
export async function load(gameId: string, version: string | undefined, shared: boolean): Promise<unknown> {
  const headers: Record<string, string> = version ? { 'If-None-Match': `"${version}"` } : {};
  if (shared) return callPublic(`/api/games/${encodeURIComponent(gameId)}/state`, headers);
  const call = getGameState({ path: { game_id: gameId }, headers });
  const unchanged = (await call.catch(() => null))?.response?.status === UNCHANGED;
  return unchanged ? undefined : answered(call);
}
