import { useLayoutEffect, type RefObject } from 'react';

/** How many tables of attacks a game's page has that need a wider panel. */
const wanting = new WeakMap<Element, number>();

function count(main: Element, more: 1 | -1): void {
  const now = (wanting.get(main) ?? 0) + more;
  wanting.set(main, now);
  main.toggleAttribute('data-roomy', now > 0);
}

/**
 * Has the panel be wider for as long as something in it needs the room. It is said to the page: asked by `:has`, all of
 * the table would be looked through for each piece that appears anywhere in it.
 */
export function useRoom(within: RefObject<Element | null>, needed: boolean): void {
  useLayoutEffect(() => {
    const main = needed ? within.current?.closest('.game-main') : null;
    if (!main) return;
    count(main, 1);
    return () => count(main, -1);
  }, [within, needed]);
}
