import { useCallback, useMemo, useSyncExternalStore } from 'react';

/** Whether a media query holds; false where the browser has no matchMedia. */
export function useMediaQuery(query: string): boolean {
  // Read and heard as long as the component lives: to ask for it in each drawing cost a step of the computer a millisecond.
  const list = useMemo(() => window.matchMedia?.(query), [query]);
  const subscribe = useCallback(
    (changed: () => void) => {
      list?.addEventListener('change', changed);
      return () => list?.removeEventListener('change', changed);
    },
    [list],
  );
  return useSyncExternalStore(subscribe, () => list?.matches ?? false);
}
