import { useCallback, useLayoutEffect, useRef } from 'react';

/** `act` as of the last drawing, behind a function that stays the same: what is handed to memoised parts of a page. */
export function useStable<Given extends unknown[], Result>(
  act: (...given: Given) => Result,
): (...given: Given) => Result {
  const latest = useRef(act);
  useLayoutEffect(() => {
    latest.current = act;
  });
  return useCallback((...given: Given) => latest.current(...given), []);
}
