/** How long a pointer rests until its place is asked about, and between two questions while it moves on. */
export const REST_MS = 17;
const BETWEEN_MS = 150;

export interface Newest<Q> {
  /** Asks about this soon: what was to be asked before is dropped. */
  look: (question: Q) => void;
  /** Nothing is asked or answered any more. */
  stop: () => void;
}

/** Asks about the newest of many things: one question is under way at a time, and what fails is passed over. */
export function newest<Q, A>(
  ask: (question: Q) => Promise<A>,
  onAnswer: (answer: A, question: Q) => void,
  now: () => number = () => performance.now(),
): Newest<Q> {
  let waiting: { question: Q } | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let busy = false;
  let stopped = false;
  let asked = -BETWEEN_MS;

  const send = async () => {
    const next = waiting;
    if (busy || stopped || !next) return;
    [waiting, busy, asked] = [null, true, now()];
    try {
      const answer = await ask(next.question);
      if (!stopped) onAnswer(answer, next.question);
    } catch {
      // The next place will do: a look ahead is not worth a message.
    } finally {
      busy = false;
      plan();
    }
  };
  const plan = () => {
    clearTimeout(timer);
    if (busy || stopped || !waiting) return;
    timer = setTimeout(() => void send(), Math.min(REST_MS, Math.max(0, BETWEEN_MS - (now() - asked))));
  };
  return {
    look: (question) => {
      waiting = { question };
      plan();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
