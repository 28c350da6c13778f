import { useLayoutEffect, type RefObject } from 'react';

/** How many attack tables on a game's page need a wider panel. */
const wanting = new WeakMap<Element, number>();

function count(main: Element, more: 1 | -1): void {
  const now = (wanting.get(main) ?? 0) + more;
  wanting.set(main, now);
  main.toggleAttribute('data-roomy', now > 0);
}

/**
 * Makes the panel wider while something in it needs the room. An attribute of the page says so: with `:has`, the browser
 * would search the whole table each time an element appears in it.
 */
export function useRoom(within: RefObject<Element | null>, needed: boolean): void {
  useLayoutEffect(() => {
    const main = needed ? within.current?.closest('.game-main') : null;
    if (!main) return;
    count(main, 1);
    return () => count(main, -1);
  }, [within, needed]);
}
