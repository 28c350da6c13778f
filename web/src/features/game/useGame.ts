import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState } from 'react';
import {
  answered,
  callPublic,
  getGameState,
  HttpError,
  nameVersion,
  sentence,
  UnexpectedAnswer,
  type GameState,
} from '@/shared/api';
import { saySystem } from './chat/chatStore';
import { later, stateAfter, wordsOf } from './fold';
import { gameKey } from './gameId';
import { received } from './received';
import { useLive } from './useLive';

export { gameKey };

const UNCHANGED = 304;

/** What the server answers: nothing where the state is the one that is known. What is shared is asked for without the login. */
async function ask(gameId: string, headers: Record<string, string>, shared: boolean): Promise<unknown> {
  if (shared) return callPublic(`/api/games/${encodeURIComponent(gameId)}/state`, headers);
  const call = getGameState({ path: { game_id: gameId }, headers });
  const unchanged = (await call.catch(() => null))?.response?.status === UNCHANGED;
  return unchanged ? undefined : answered(call);
}

async function load(queries: QueryClient, gameId: string, shared: boolean): Promise<GameState> {
  const known = () => queries.getQueryData<GameState>(gameKey(gameId));
  const version = known()?.version;
  const state = await ask(gameId, version ? { 'If-None-Match': `"${version}"` } : {}, shared);
  const now = known();
  if (state === undefined && now) return now;
  return later(now, received(state));
}

/** The state of a game, loaded once the page is `ready`, then moved on by what the socket tells; `shared` as strangers see it. */
export function useGameState(gameId: string, ready = true, shared = false) {
  const queries = useQueryClient();
  useLive(gameId);
  return useQuery({ queryKey: gameKey(gameId), enabled: ready, queryFn: () => load(queries, gameId, shared) });
}

/** Shows the state that a call has led to, and returns it. */
export async function takeIn(queries: QueryClient, gameId: string, answer: unknown): Promise<GameState> {
  const key = gameKey(gameId);
  const led = stateAfter(queries.getQueryData<GameState>(key), answer);
  if (!led) await queries.invalidateQueries({ queryKey: key });
  else queries.setQueryData<GameState>(key, (now) => later(now, led));
  const shown = led ?? queries.getQueryData<GameState>(key);
  if (!shown) throw new UnexpectedAnswer('The game could not be loaded. Please try again.');
  return shown;
}

type Answer<T> = Promise<{ data?: T; error?: unknown; response?: Response }>;

/** A call of the generated client, given the number of choices that the player has seen. */
export type GameCall<T = unknown> = (number: number | undefined) => Answer<T>;

/** Why a call was refused. */
export interface Refused {
  /** The server's sentence; empty where the call came too late, which `missed` reports. */
  error: string;
  /** What the rules measured ("8.3 of 6 inches"); empty where they did not. */
  measure: string;
}

/** The state that a call led to, and what it answered. */
export interface Done<T = unknown> {
  state: GameState;
  answer: T | undefined;
}

/** What a call led to, or why it was refused. */
export type Sent<T = unknown> = { done: Done<T>; refused: null } | { done: null; refused: Refused };

export interface Calls {
  /**
   * Sends a call and takes the state that it answers. A `quiet` one puts nothing into the chat, and does not report
   * having come too late. Panels send by `useCommand`, which keeps progress and refusal where the player is.
   */
  send: <T>(call: GameCall<T>, how?: { quiet?: boolean }) => Promise<Sent<T>>;
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
    async <T>(call: GameCall<T>, { quiet = false }: { quiet?: boolean } = {}): Promise<Sent<T>> => {
      setUnderWay((count) => count + 1);
      setMissed(null);
      setLastError('');
      try {
        const known = () => queries.getQueryData<GameState>(gameKey(gameId));
        const answer = await answered(call(known()?.number));
        const state = await takeIn(queries, gameId, answer);
        const words = quiet ? null : wordsOf(answer);
        if (words) saySystem(gameId, words.description, words.rationale, ...words.instructions);
        void queries.invalidateQueries({
          queryKey: ['game', gameId],
          predicate: ({ queryKey }) => queryKey[2] !== 'state',
        });
        return { done: { state, answer }, refused: null };
      } catch (error) {
        const late = error instanceof HttpError && error.status === STALE;
        if (late) void queries.invalidateQueries({ queryKey: gameKey(gameId) });
        if (late && !quiet) setMissed(error.events);
        // What the rules refuse is no fault; anything else is one that somebody may want to look into.
        if (!(error instanceof HttpError) || error.status >= 500) console.error('A call of the game failed', error);
        const refused = late && quiet ? { error: '', measure: '' } : refusalOf(error);
        setLastError(refused.error);
        return { done: null, refused };
      } finally {
        setUnderWay((count) => count - 1);
      }
    },
    [queries, gameId],
  );
  const dismissMissed = useCallback(() => setMissed(null), []);
  useEffect(
    () => nameVersion(gameId, () => queries.getQueryData<GameState>(gameKey(gameId))?.version),
    [queries, gameId],
  );
  const sending = underWay > 0;
  return useMemo(
    () => ({ send, sending, missed, dismissMissed, lastError }),
    [send, sending, missed, dismissMissed, lastError],
  );
}
