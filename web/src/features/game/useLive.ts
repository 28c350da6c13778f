import type { GameState } from '@/shared/api';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useRef } from 'react';
import { onMessage, useGameEvents } from '@/shared/socket';
import { movedOn, readPush, type Push } from './fold';
import { gameKey } from './gameId';
import { useTable } from './tableStore';

/** How long after a notification the state is fetched: several of them at once fetch it once. */
const DEBOUNCE_MS = 100;
/** Phases in which every notification has the state fetched. */
const FETCHED = new Set(['movement', 'shooting', 'charge']);

/** Whether somebody watches, who plays no army: the state goes on by what the socket tells, and is fetched where that does not lead on. */
const isWatched = (known: GameState | undefined): boolean => known?.sides.length === 0;

/** Whether a notification has the state fetched: another phase or phase time, one of three phases, an ability selected here. */
function isFetched(known: GameState | undefined, { phase, phaseTime }: Push): boolean {
  if (isWatched(known)) return false;
  const game = known?.game_model;
  return (
    phase !== game?.phase || phaseTime !== game.phase_time || FETCHED.has(phase) || useTable.getState().abilityChosen
  );
}

/** Loads what has changed, a moment later: the state too where that is said. */
function useSettle(gameId: string): (state: boolean) => void {
  const queries = useQueryClient();
  const timer = useRef<number | undefined>(undefined);
  const due = useRef(false);
  const settling = useRef<(state: boolean) => void>(() => undefined);
  const settle = useCallback(
    (state: boolean) => {
      due.current ||= state;
      window.clearTimeout(timer.current);
      timer.current = window.setTimeout(() => {
        // One load after the other for those who watch: a quick battle would have each of them end the one before.
        if (
          due.current &&
          isWatched(queries.getQueryData(gameKey(gameId))) &&
          queries.isFetching({ queryKey: gameKey(gameId) })
        )
          return settling.current(true);
        const whole = due.current;
        due.current = false;
        if (whole) useTable.getState().chooseAbility(false);
        void queries.invalidateQueries({
          queryKey: ['game', gameId],
          predicate: ({ queryKey }) => whole || queryKey[2] !== 'state',
        });
      }, DEBOUNCE_MS);
    },
    [queries, gameId],
  );
  useEffect(() => {
    settling.current = settle;
  }, [settle]);
  useEffect(() => () => window.clearTimeout(timer.current), [gameId]);
  return settle;
}

/**
 * Moves the game's state on with what its socket tells, and has it loaded where that does not lead on: after a gap, or
 * where the specification asks for it. While attacks are resolved here, all of it waits but what follows a gap: nobody
 * knows then whether the attacks are still the ones that are resolved.
 */
export function useLive(gameId: string): void {
  const queries = useQueryClient();
  const settle = useSettle(gameId);
  const ignored = useRef(false);
  useEffect(
    () =>
      useTable.subscribe(({ resolving }, before) => {
        if (resolving || !before.resolving || !ignored.current) return;
        ignored.current = false;
        settle(true);
      }),
    [settle],
  );
  const take = useCallback(
    (push: Push) => {
      const known = queries.getQueryData<GameState>(gameKey(gameId));
      const next = known && movedOn(known, push);
      if (next) queries.setQueryData(gameKey(gameId), next);
      settle(isFetched(known, push) || (!next && known?.version !== push.version));
    },
    [queries, gameId, settle],
  );
  const unless = useCallback((act: () => void) => {
    if (useTable.getState().resolving) ignored.current = true;
    else act();
  }, []);
  useEffect(
    () =>
      onMessage(gameId, ({ type, payload }) => {
        if (type === 'game_state_update') unless(() => take(readPush(payload)));
      }),
    [gameId, take, unless],
  );
  useGameEvents(gameId, ({ type, missed }) => {
    if (type !== 'game-updated') return;
    if (missed) settle(true);
    else unless(() => settle(true));
  });
}
