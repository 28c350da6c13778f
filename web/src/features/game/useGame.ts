import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { answered, callPublic, getGameState, HttpError, nameVersion, sentence } from '@/shared/api';
import { saySystem } from './chat/chatStore';
import { besides, later, stateAfter } from './fold';
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

/** Shows the state that a call has led to. Returns it with what the call was about beside it. */
export async function takeIn(queries: QueryClient, gameId: string, answer: unknown): Promise<WireState> {
  const key = gameKey(gameId);
  const led = stateAfter(queries.getQueryData<WireState>(key), answer);
  if (!led) await queries.invalidateQueries({ queryKey: key });
  else queries.setQueryData<WireState>(key, (now) => later(now, led));
  return { ...(led ?? (queries.getQueryData<WireState>(key) as WireState)), ...besides(answer) };
}

type Answer = Promise<{ data?: unknown; error?: unknown; response?: Response }>;

/** A call of the generated client, given the number of choices that the player has seen. */
export type GameCall = (number: number | undefined) => Answer;

/** Why a call was refused. */
export interface Refused {
  /** The server's sentence; empty where the call came too late, which `missed` reports. */
  error: string;
  /** What the rules measured ("8.3 of 6 inches"); empty where they did not. */
  measure: string;
}

/** The state that a call led to, or why there is none. */
export type Sent = { state: WireState; refused: null } | { state: null; refused: Refused };

export interface Calls {
  /**
   * Sends a call and takes the state that it answers. A `quiet` one puts nothing into the chat, and does not report
   * having come too late. Panels send by `useCommand`, which keeps progress and refusal where the player is.
   */
  send: (call: GameCall, how?: { quiet?: boolean }) => Promise<Sent>;
  /** A call of this window is under way. */
  sending: boolean;
  /** What happened before the last call arrived, which therefore was not taken; null where it was. */
  missed: readonly string[] | null;
  dismissMissed: () => void;
  /** The last refusal, for the debug overlay. */
  lastError: string;
}

const STALE = 409;

const refusalOf = (error: unknown): Refused => ({
  error: error instanceof HttpError && error.events ? '' : sentence(error),
  measure: error instanceof HttpError ? error.measure : '',
});

/** Calls that change the game. After one against an earlier state the present state is loaded. */
export function useCalls(gameId: string): Calls {
  const queries = useQueryClient();
  const [underWay, setUnderWay] = useState(0);
  const [missed, setMissed] = useState<readonly string[] | null>(null);
  const [lastError, setLastError] = useState('');
  const send = useCallback(
    async (call: GameCall, { quiet = false }: { quiet?: boolean } = {}): Promise<Sent> => {
      setUnderWay((count) => count + 1);
      setMissed(null);
      setLastError('');
      try {
        const known = () => queries.getQueryData<WireState>(gameKey(gameId));
        const state = await takeIn(queries, gameId, await answered(call(known()?.number)));
        if (!quiet)
          saySystem(
            gameId,
            state.ai_action_description ?? '',
            state.ai_rationale ?? '',
            ...(state.ai_instructions ?? []),
          );
        void queries.invalidateQueries({
          queryKey: ['game', gameId],
          predicate: ({ queryKey }) => queryKey[2] !== 'state',
        });
        return { state, refused: null };
      } catch (error) {
        const late = error instanceof HttpError && error.status === STALE;
        if (late) void queries.invalidateQueries({ queryKey: gameKey(gameId) });
        if (late && !quiet) setMissed(error.events);
        // What the rules refuse is no fault; anything else is one that somebody may want to look into.
        if (!(error instanceof HttpError) || error.status >= 500) console.error('A call of the game failed', error);
        const refused = late && quiet ? { error: '', measure: '' } : refusalOf(error);
        setLastError(refused.error);
        return { state: null, refused };
      } finally {
        setUnderWay((count) => count - 1);
      }
    },
    [queries, gameId],
  );
  const dismissMissed = useCallback(() => setMissed(null), []);
  useEffect(
    () => nameVersion(gameId, () => queries.getQueryData<WireState>(gameKey(gameId))?.version),
    [queries, gameId],
  );
  const sending = underWay > 0;
  return useMemo(
    () => ({ send, sending, missed, dismissMissed, lastError }),
    [send, sending, missed, dismissMissed, lastError],
  );
}
