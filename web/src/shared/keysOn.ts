import { create } from 'zustand';

const STORED = 'single-keys';

/** Whether single keys act. Speech input and slips of the hand make some people turn them off; kept in local storage. */
export const useKeysOn = create<{ on: boolean; setOn: (on: boolean) => void }>((set) => ({
  on: localStorage.getItem(STORED) !== 'off',
  setOn: (on) => {
    localStorage.setItem(STORED, on ? 'on' : 'off');
    set({ on });
  },
}));
