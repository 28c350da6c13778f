import { create } from 'zustand';

const KEY = 'contrast';

/** As `early.js` found it before the first paint. */
const kept = (): boolean => document.documentElement.dataset.contrast === 'more';

const shown = (more: boolean): boolean => {
  document.documentElement.dataset.contrast = more ? 'more' : 'usual';
  return more;
};

/** Stronger lines and text: as the device asks for, or as was chosen in this browser. */
export const useContrast = create<{ more: boolean; turn: (more: boolean) => void }>((set) => ({
  more: kept(),
  turn: (more) => {
    localStorage.setItem(KEY, more ? 'more' : 'usual');
    set({ more: shown(more) });
  },
}));
