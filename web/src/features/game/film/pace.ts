import { create } from 'zustand';

/** How fast the film of the enemy's turn runs; `once` plays none. */
export type Pace = 'slow' | 'normal' | 'fast' | 'once';

export const PACES: readonly { value: Pace; label: string; factor: number }[] = [
  { value: 'slow', label: 'Slow', factor: 2 },
  { value: 'normal', label: 'Normal', factor: 1 },
  { value: 'fast', label: 'Fast', factor: 0.45 },
  { value: 'once', label: 'At once', factor: 0 },
];

const KEY = 'film-pace';

/** Whether this device asks for pictures that stand still. */
export const isStill = (): boolean => window.matchMedia?.('(prefers-reduced-motion: reduce)')?.matches ?? false;

/** What was chosen in this browser; else a film, unless pictures are to stand still. */
function kept(): Pace {
  const known = PACES.find((each) => each.value === localStorage.getItem(KEY));
  return known?.value ?? (isStill() ? 'once' : 'normal');
}

export const usePace = create<{ pace: Pace; choose: (pace: Pace) => void }>((set) => ({
  pace: kept(),
  choose: (pace) => {
    localStorage.setItem(KEY, pace);
    set({ pace });
  },
}));

export const factorOf = (pace: Pace): number => PACES.find((each) => each.value === pace)?.factor ?? 1;
