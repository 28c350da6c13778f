const KEY = 'ai-plays';

/** Whether the computer plays by itself whenever it is asked, as kept in this browser; else by its buttons. */
export const computerPlays = (): boolean => localStorage.getItem(KEY) === 'always';

export function keepComputerPlays(on: boolean): void {
  if (on) localStorage.setItem(KEY, 'always');
  else localStorage.removeItem(KEY);
}
