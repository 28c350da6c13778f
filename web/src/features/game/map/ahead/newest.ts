/** How long a pointer rests until its place is asked about: a little longer than a frame, and on a slow device than the
 * pointer's own pace there. While it moves on, questions are this far apart. */
export const REST_MS = 17;
const LONGEST_REST_MS = 150;
const BETWEEN_MS = 500;

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
  let looked = 0;
  let rest = REST_MS;

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
    timer = setTimeout(() => void send(), Math.min(rest, Math.max(0, BETWEEN_MS - (now() - asked))));
  };
  return {
    look: (question) => {
      rest = Math.min(LONGEST_REST_MS, Math.max(REST_MS, 1.2 * (now() - looked)));
      looked = now();
      waiting = { question };
      plan();
    },
    stop: () => {
      stopped = true;
      clearTimeout(timer);
    },
  };
}
