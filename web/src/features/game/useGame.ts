import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useMemo, useState } from 'react';
import { answered, callPublic, getGameState, HttpError, sentence } from '@/shared/api';
import { saySystem } from './chat/chatStore';
import { later } from './fold';
import { gameKey } from './gameId';
import { readState } from './readState';
import { useLive } from './useLive';
import type { WireState } from './wire';

export { gameKey };

const UNCHANGED = 304;

/** What the server answers: nothing where the state is the one that is known. What is shared is asked for without the login. */
async function ask(gameId: string, headers: Record<string, string>, shared: boolean): Promise<unknown> {
  if (shared) return callPublic(`/api/games/${encodeURIComponent(gameId)}/state`, headers);
  const call = getGameState({ path: { game_id: gameId }, headers });
  const unchanged = (await call.catch(() => null))?.response?.status === UNCHANGED;
  return unchanged ? undefined : answered(call);
}

async function load(queries: QueryClient, gameId: string, shared: boolean): Promise<WireState> {
  const known = () => queries.getQueryData<WireState>(gameKey(gameId));
  const version = known()?.version;
  const state = await ask(gameId, version ? { 'If-None-Match': `"${version}"` } : {}, shared);
  return later(known(), state ? readState(state) : (known() as WireState));
}

/** The state of a game, loaded once the page is `ready`, then moved on by what the socket tells; `shared` as strangers see it. */
export function useGameState(gameId: string, ready = true, shared = false) {
  const queries = useQueryClient();
  useLive(gameId);
  return useQuery({ queryKey: gameKey(gameId), enabled: ready, queryFn: () => load(queries, gameId, shared) });
}

type Answer = Promise<{ data?: unknown; error?: unknown; response?: Response }>;

export interface Call {
  /**
   * Runs a call of the generated client and takes the state that it answers. That state, or null where it failed.
   * A `quiet` one puts nothing into the chat, and says nothing of having come too late.
   */
  run: (call: (number: number | undefined) => Answer, how?: { quiet?: boolean }) => Promise<WireState | null>;
  busy: boolean;
  /** Why the last call was refused: the server's sentence, to be shown where the player is. */
  error: string;
  /** What the rules measured when they refused ("8.3 of 6 inches"); empty where they did not. */
  measure: string;
  /** What happened before the last call arrived, which therefore was not taken; null where it was. */
  missed: readonly string[] | null;
  clear: () => void;
}

const FINE = { error: '', measure: '', missed: null as readonly string[] | null };
const STALE = 409;

const refusal = (thrown: unknown): typeof FINE =>
  thrown instanceof HttpError ? { error: thrown.events ? '' : sentence(thrown), measure: thrown.measure, missed: thrown.events } : { ...FINE, error: sentence(thrown) };

/** Calls that change the game. One against an earlier state is told what happened since, and the present state is loaded. */
export function useCall(gameId: string): Call {
  const queries = useQueryClient();
  const [busy, setBusy] = useState(false);
  const [refused, setRefused] = useState(FINE);
  const run = useCallback(async (call: (number: number | undefined) => Answer, { quiet = false }: { quiet?: boolean } = {}) => {
    const known = queries.getQueryData<WireState>(gameKey(gameId));
    setBusy(true);
    setRefused(FINE);
    try {
      const state = readState(await answered(call(known?.number)));
      queries.setQueryData<WireState>(gameKey(gameId), (now) => later(now, state));
      if (!quiet) saySystem(gameId, state.ai_action_description ?? '', state.ai_rationale ?? '', ...(state.ai_instructions ?? []));
      void queries.invalidateQueries({ queryKey: ['game', gameId], predicate: ({ queryKey }) => queryKey[2] !== 'state' });
      return state;
    } catch (thrown) {
      const late = thrown instanceof HttpError && thrown.status === STALE;
      if (late) void queries.invalidateQueries({ queryKey: gameKey(gameId) });
      // What the rules refuse is no fault; anything else is one that somebody may want to look into.
      if (!(thrown instanceof HttpError) || thrown.status >= 500) console.error('A call of the game failed', thrown);
      if (!late || !quiet) setRefused(refusal(thrown));
      return null;
    } finally {
      setBusy(false);
    }
  }, [queries, gameId]);
  const clear = useCallback(() => setRefused(FINE), []);
  return useMemo(() => ({ run, busy, ...refused, clear }), [run, busy, refused, clear]);
}
