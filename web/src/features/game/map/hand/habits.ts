import { create } from 'zustand';

/** What a player may have otherwise, by the name that it is kept under in this browser. */
const NAMES = {
  /** A unit that is dropped waits for a word before it has moved. */
  askFirst: 'ask-before-move',
  /** Dice are rolled stage by stage, and not all at once by Fire. */
  stages: 'roll-by-stages',
  /** The main button stops at steps in which nothing can be done. */
  everyStep: 'every-step',
  /** A unit in hand shows what it would see, and what could be done to it. */
  ahead: 'look-ahead',
  /** The table is a list in words instead of a map. */
  listed: 'table-list',
} as const;

type Habit = keyof typeof NAMES;
type Habits = Record<Habit, boolean> & { turn: (habit: Habit, on: boolean) => void };

/** Those that are on until they are turned off. */
const USUAL: readonly Habit[] = ['ahead'];

function kept(habit: Habit): boolean {
  const known = localStorage.getItem(NAMES[habit]);
  return known === null ? USUAL.includes(habit) : known === 'on';
}

/** How this browser's player likes to play by the map. */
export const useHabits = create<Habits>((set) => ({
  askFirst: kept('askFirst'),
  stages: kept('stages'),
  everyStep: kept('everyStep'),
  ahead: kept('ahead'),
  listed: kept('listed'),
  turn: (habit, on) => {
    localStorage.setItem(NAMES[habit], on ? 'on' : 'off');
    set({ [habit]: on });
  },
}));
