import { useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';

/**
 * What the pages hear from the game's socket. `lastUpdate` changes with every push of the game's state; `missed` says that
 * some were not heard; `log-answered`: an answer had what is new in the log, and all that was heard so far was about that.
 */
export interface GameEvent {
  type: 'log-changed' | 'log-answered' | 'game-updated' | 'push';
  gameId: string;
  lastUpdate?: string;
  missed?: boolean;
}

type Listener = (event: GameEvent) => void;

const listeners = new Set<Listener>();

const useLastUpdates = create<{ byGame: Record<string, string> }>(() => ({ byGame: {} }));

/** Calls every listener; a `lastUpdate` is kept for the game. */
export function emitGameEvent(event: GameEvent): void {
  const { gameId, lastUpdate } = event;
  if (lastUpdate !== undefined)
    useLastUpdates.setState((state) => ({ byGame: { ...state.byGame, [gameId]: lastUpdate } }));
  listeners.forEach((listener) => listener(event));
}

/** Listens until the returned function is called. */
export function onGameEvent(listener: Listener): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Listens to one game's events while the component lives. */
export function useGameEvents(gameId: string | null, listener: Listener): void {
  const latest = useEffectEvent(listener);
  useEffect(
    () =>
      onGameEvent((event) => {
        if (event.gameId === gameId) latest(event);
      }),
    [gameId],
  );
}

/** When the game's state was last pushed, as the server wrote it; undefined before the first push. */
export const useLastUpdate = (gameId: string | null): string | undefined =>
  useLastUpdates((state) => (gameId ? state.byGame[gameId] : undefined));
