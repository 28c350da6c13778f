import { useLayoutEffect, useRef, type RefObject } from 'react';
import { toMapPx, type Point } from '@/shared/geometry';

const MS = 180;

const isStill = (): boolean => window.matchMedia?.('(prefers-reduced-motion: reduce)')?.matches ?? false;

/**
 * A unit that has moved glides there, whole: its group is shifted, which the compositor does by itself. Were its bases
 * led each by its own place, the page would lay out and draw all units anew for each picture.
 */
export function useGlide({ x, y }: Point): RefObject<SVGGElement | null> {
  const token = useRef<SVGGElement>(null);
  const before = useRef({ x, y });
  useLayoutEffect(() => {
    const [dx, dy] = [toMapPx(before.current.x) - toMapPx(x), toMapPx(before.current.y) - toMapPx(y)];
    before.current = { x, y };
    const drawn = token.current;
    if ((!dx && !dy) || !drawn || !('animate' in drawn) || isStill()) return;
    drawn.animate([{ transform: `translate(${dx}px, ${dy}px)` }, { transform: 'none' }], {
      duration: MS,
      easing: 'ease-out',
    });
  }, [x, y]);
  return token;
}
