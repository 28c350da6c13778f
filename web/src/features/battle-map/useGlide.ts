import { useLayoutEffect, useRef, type RefObject } from 'react';
import { shortestTurn } from '@/shared/bases';
import { toMapPx, type Point } from '@/shared/geometry';

const MS = 180;
/**
 * How long an animation lasts that is taken away long before. Shortly before one would end, the page draws a picture, and
 * it does so though the animation is gone by then: under whatever moves at that time, and as dear as any.
 */
export const LASTING_MS = 60_000;
const SHARE = MS / LASTING_MS;

const isStill = (): boolean => window.matchMedia?.('(prefers-reduced-motion: reduce)')?.matches ?? false;

const gliding = new WeakMap<Element, () => void>();

/** Ends a drawing's glide or turn. To ask the browser for its animations would have it style the whole page for that. */
export const stopGlide = (drawn: Element): void => gliding.get(drawn)?.();

/** Takes animations away after a while, or when what it returns is called; only once, since each time is a picture. */
export function takenAway(animations: readonly Animation[], ms: number): () => void {
  let there = true;
  const takeAway = () => {
    window.clearTimeout(timer);
    if (there) animations.forEach((each) => each.cancel());
    there = false;
  };
  const timer = window.setTimeout(takeAway, ms);
  return takeAway;
}

/** It has stood still by then. Were it to end by itself, the page would draw some pictures until it does. */
const ended = (drawn: Element, glide: Animation): void => void gliding.set(drawn, takenAway([glide], MS));

/**
 * A unit that has moved glides there, whole: its group is shifted, which the compositor does by itself. Were its bases
 * led each by its own place, the page would lay out and draw all units again for each picture.
 */
export function useGlide({ x, y }: Point): RefObject<SVGGElement | null> {
  const token = useRef<SVGGElement>(null);
  const before = useRef({ x, y });
  useLayoutEffect(() => {
    const [dx, dy] = [toMapPx(before.current.x) - toMapPx(x), toMapPx(before.current.y) - toMapPx(y)];
    before.current = { x, y };
    const drawn = token.current;
    if ((!dx && !dy) || !drawn || !('animate' in drawn) || isStill()) return;
    const there = { transform: 'none' };
    const glide = drawn.animate(
      [{ transform: `translate(${dx}px, ${dy}px)`, easing: 'ease-out' }, { ...there, offset: SHARE }, there],
      { duration: LASTING_MS },
    );
    ended(drawn, glide);
  }, [x, y]);
  return token;
}

/** A base that faces elsewhere turns there, the shorter way round. */
export function useTurn(facing: number): RefObject<SVGGElement | null> {
  const base = useRef<SVGGElement>(null);
  const before = useRef(facing);
  useLayoutEffect(() => {
    const turn = shortestTurn(facing, before.current);
    before.current = facing;
    const drawn = base.current;
    if (!turn || !drawn || !('animate' in drawn) || isStill()) return;
    const there = { transform: 'none' };
    const turning = drawn.animate(
      [{ transform: `rotate(${turn}deg)`, easing: 'ease-out' }, { ...there, offset: SHARE }, there],
      { duration: LASTING_MS },
    );
    ended(drawn, turning);
  }, [facing]);
  return base;
}
