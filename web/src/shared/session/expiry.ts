type Listener = (token: string) => void;
const listeners = new Set<Listener>();

/** Calls back with the token that the server refused during use. Returns what ends it. */
export function onExpiry(listener: Listener): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Reports that a call which carried this token was answered with 401. */
export const reportExpiry = (token: string): void => listeners.forEach((listener) => listener(token));
