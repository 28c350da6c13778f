import type { GameState } from '@/shared/api';
import { createContext, use } from 'react';
import type { Calls } from './useGame';

export interface Game extends Calls {
  gameId: string;
  state: GameState;
  /** The game's socket is open: news come by themselves. */
  live: boolean;
}

export const GameContext = createContext<Game | null>(null);

/** The game that a panel belongs to: its state, and the calls that change it. */
export function useGame(): Game {
  const game = use(GameContext);
  if (!game) throw new Error('A game panel stands outside of a game.');
  return game;
}
