import type { GameState } from '@/shared/api';
import { useEffect, useRef } from 'react';
import { soundsBetween } from './between';
import { useSounds } from './soundStore';
import { play } from './tones';

/** Lets the game be heard as it goes on, if its sounds are on. */
export function useGameSounds(state: GameState): void {
  const before = useRef(state);
  useEffect(() => {
    if (useSounds.getState().on) play(soundsBetween(before.current, state));
    before.current = state;
  }, [state]);
}
