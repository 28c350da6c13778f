import { create } from 'zustand';

/** What a key or a menu has just done, for screen readers; `id` distinguishes the same words said twice. */
interface Spoken {
  id: number;
  text: string;
}

export const useSpoken = create<Spoken>(() => ({ id: 0, text: '' }));

/** Says it at once: what the player did himself waits for nothing. */
export const speak = (text: string): void => useSpoken.setState(({ id }) => ({ id: id + 1, text }));
