/** How long the table has to be drawn at most before what it does without at first is begun, in milliseconds. */
const DRAWN_MS = 2000;

/** Calls back once the page has nothing more urgent to do. Returns what takes it back. */
export function whenDrawn(then: () => void): () => void {
  if (typeof requestIdleCallback === 'undefined') {
    then();
    return () => undefined;
  }
  const idle = requestIdleCallback(then, { timeout: DRAWN_MS });
  return () => cancelIdleCallback(idle);
}
