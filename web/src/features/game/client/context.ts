import { createContext, use } from 'react';
import { useStore } from 'zustand';
import { useShallow } from 'zustand/react/shallow';
import type { GameState } from '@/shared/api';
import { playsOn, type Autoplay } from './autoplay';
import type { GameClient } from './client';
import type { Table } from './table';

export const GameContext = createContext<GameClient | null>(null);

/** The game that a panel belongs to: calls, and the stores that the hooks below select from. It is one object as long as the game is open. */
export function useClient(): GameClient {
  const client = use(GameContext);
  if (!client) throw new Error('A game panel stands outside of a game.');
  return client;
}

export const useGameId = (): string => useClient().gameId;

/** The game's state, or what is selected of it: the component is drawn again when that is another. */
export function useGameState(): GameState;
export function useGameState<T>(select: (state: GameState) => T): T;
export function useGameState(select: (state: GameState) => unknown = (state) => state): unknown {
  return useStore(useClient().known, ({ state }) => {
    if (!state) throw new Error('A game panel is shown before its game is loaded.');
    return select(state);
  });
}

/** A call of this window is under way, and nothing can be pressed until it is over. */
export const useLocked = (): boolean => useStore(useClient().known, ({ locked }) => locked);

/** What map and panels share, or what is selected of it: several things at once as an object of them. */
export function useTable(): Table;
export function useTable<T>(select: (table: Table) => T): T;
export function useTable(select: (table: Table) => unknown = (table) => table): unknown {
  return useStore(useClient().table, useShallow(select));
}

/** The computer that plays on by itself here. */
export function useAutoplay(): Autoplay;
export function useAutoplay<T>(select: (autoplay: Autoplay) => T): T;
export function useAutoplay(select: (autoplay: Autoplay) => unknown = (autoplay) => autoplay): unknown {
  return useStore(useClient().autoplay, useShallow(select));
}

/** Whether the computer acts by itself here and now: what has it act, or ends its phases, is not for the player to press. */
export function useComputerActs(): boolean {
  const how = useAutoplay(({ mode, paused }) => ({ mode, paused }));
  return useGameState((state) => playsOn(how, state));
}
