import { create } from 'zustand';

/** Where this browser keeps whether it plays sounds; off unless somebody turned them on. */
const KEY = 'sounds';

export const useSounds = create<{ on: boolean; turn: (on: boolean) => void }>((set) => ({
  on: localStorage.getItem(KEY) === 'on',
  turn: (on) => {
    localStorage.setItem(KEY, on ? 'on' : 'off');
    set({ on });
  },
}));
