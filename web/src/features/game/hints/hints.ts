import type { GameState } from '@/shared/api';
import { create } from 'zustand';
import { isEnemyTurn } from '../film/reel';

/** What a first battle explains, each in the moment that it is about. */
export type HintId = 'setup' | 'score' | 'move' | 'shoot' | 'charge' | 'film';

export const HINTS: Readonly<Record<HintId, string>> = {
  setup: 'Set up your army: choose a unit, then its place in your zone. “Set up the rest for me” does it for you.',
  score:
    'You win by victory points. Most come from objectives, the numbered circles; Missions say what else scores. The big button beside what is asked always goes on.',
  move: 'Drag a unit to move it, or choose it and then a place. The ghost says how far, and what it would see there. Where you drop it, it has moved; Undo takes it back.',
  shoot:
    'Choose a unit of yours, then an enemy: the line beside the button says what to expect. Choose it again, or press Fire.',
  charge: 'Choose a unit that may charge, then the enemy: you see the chance before two dice are rolled.',
  film: 'The enemy’s turn plays as a film. Choose its pace, stop it, step back, or skip it; a card then says what happened.',
};

/** The same for who plays by keys, where it is done otherwise. */
export const BY_KEYS: Partial<Readonly<Record<HintId, string>>> = {
  setup:
    'Set up your army: M takes the next unit in hand, arrow keys move it, Enter puts it down. “Set up the rest for me” does it for you.',
  move: 'N selects a unit and M takes it up; arrow keys move it, Enter puts it down. X opens its menu, K shows the table as a list, ? names every key.',
  shoot:
    'N selects a unit and X opens its menu; in the list (K) you aim at an enemy by name. G leads to the button that fires.',
  charge: 'N selects a unit and X opens its menu; in the list (K) you charge an enemy by name. G leads to the button.',
};

const KEY = 'hints-seen';
const isHint = (name: string): name is HintId => name in HINTS;
export const ALL = Object.keys(HINTS).filter(isHint);
const kept = (): HintId[] => (localStorage.getItem(KEY) ?? '').split(' ').filter(isHint);

/** A browser may have no room: the hints then come again with the next page. */
function keep(seen: readonly HintId[]): void {
  try {
    localStorage.setItem(KEY, seen.join(' '));
  } catch (error) {
    console.warn('The hints that were seen could not be kept', error);
  }
}

/** Hints that were shown in this browser: none comes twice. */
export const useHints = create<{ seen: readonly HintId[]; see: (...ids: HintId[]) => void; again: () => void }>(
  (set, get) => ({
    seen: kept(),
    see: (...ids) => {
      const seen = [...new Set([...get().seen, ...ids])];
      set({ seen });
      keep(seen);
    },
    again: () => {
      localStorage.removeItem(KEY);
      set({ seen: [] });
    },
  }),
);

const OF_PHASE: Readonly<Record<string, HintId>> = {
  command: 'score',
  movement: 'move',
  shooting: 'shoot',
  charge: 'charge',
};

/** What may be explained now; nothing where somebody else is asked. */
export function hintOf(state: GameState): HintId | null {
  const { request, sides, game_model: model } = state;
  if (!request || !sides.length) return null;
  if (isEnemyTurn(state)) return 'film';
  if (!request.mine || request.controller !== 'human') return null;
  if (model.phase === 'deployment') return request.kinds[0] === 'deploy' ? 'setup' : null;
  return OF_PHASE[model.phase] ?? null;
}
