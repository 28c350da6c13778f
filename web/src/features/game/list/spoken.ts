import { useEffect } from 'react';
import { create } from 'zustand';

/** Sentences for screen readers, the last few of them; `id` distinguishes the same words said twice. */
interface Spoken {
  id: number;
  lines: readonly { id: number; text: string }[];
}

/** Several may be said before the page is drawn again. */
const KEPT = 4;
/** How long a question has to stand until it is said: the computer asks itself several in a second. */
const STANDS_MS = 500;

export const useSpoken = create<Spoken>(() => ({ id: 0, lines: [] }));

/** Says it at once: what came of the player's own key, menu or dice waits for nothing. */
export const speak = (text: string): void =>
  useSpoken.setState(({ id, lines }) => ({ id: id + 1, lines: [...lines, { id: id + 1, text }].slice(-KEPT) }));

/** Says what is asked, once it is not asked only in passing. */
export function useSpokenQuestion(asked: string): void {
  useEffect(() => {
    const timer = asked ? setTimeout(() => speak(asked), STANDS_MS) : undefined;
    return () => clearTimeout(timer);
  }, [asked]);
}
