import { create } from 'zustand';

export type Theme = 'dark' | 'light';

function stored(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

/** The colour theme; dark unless the user chose light. Kept in local storage under `theme`. */
export const useTheme = create<{ theme: Theme; toggle: () => void }>((set, get) => ({
  theme: stored(),
  toggle: () => {
    const theme = get().theme === 'dark' ? 'light' : 'dark';
    document.documentElement.dataset.theme = theme;
    localStorage.setItem('theme', theme);
    set({ theme });
  },
}));
