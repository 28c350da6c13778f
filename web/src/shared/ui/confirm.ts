import { create } from 'zustand';

export interface Question {
  title: string;
  text: string;
  /** The button that says yes, named by what it does ("Delete the game"). */
  action: string;
  /** What cannot be undone. */
  danger?: boolean;
}

interface Asked {
  question: Question;
  answer: (yes: boolean) => void;
}

interface ConfirmStore {
  asked: Asked | null;
  settle: (yes: boolean) => void;
}

/** The question that stands open; ConfirmHost shows it. */
export const useConfirm = create<ConfirmStore>((set, get) => ({
  asked: null,
  settle: (yes) => {
    const { asked } = get();
    set({ asked: null });
    asked?.answer(yes);
  },
}));

/** Asks before something is done: true for yes, false for no, Escape and the page left. A later question answers the open one with no. */
export function confirm(question: Question): Promise<boolean> {
  useConfirm.getState().settle(false);
  return new Promise((answer) => useConfirm.setState({ asked: { question, answer } }));
}
