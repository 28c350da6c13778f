import { createContext, use } from 'react';
import type { Call } from './useGame';
import type { WireState } from './wire';

export interface Game extends Call {
  gameId: string;
  state: WireState;
}

export const GameContext = createContext<Game | null>(null);

/** The game that the panel is in: its state, and the way to change it. */
export function useGame(): Game {
  const game = use(GameContext);
  if (!game) throw new Error('A game panel stands outside of a game.');
  return game;
}
