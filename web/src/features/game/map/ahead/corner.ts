import { useEffect, useRef, useState, type RefObject } from 'react';
import { toMapPoint, type Point } from '@/shared/geometry';
import { middleOf } from '../ghost';
import type { Seen } from './useAhead';

export type Corner = `${'top' | 'bottom'} ${'left' | 'right'}`;

/** A point of the screen, in pixels. */
interface Spot {
  x: number;
  y: number;
}

type Box = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** Pixels that stay free about what is held: a hand, and the miniatures about it. */
const ROOM = 70;

/** Where a card lies that is not to cover a spot: where it is, or in the corner farthest from it. */
export function cornerFor(spot: Spot, card: Box, frame: Box, now: Corner): Corner {
  const beside = spot.x < card.left - ROOM || spot.x > card.right + ROOM;
  if (beside || spot.y < card.top - ROOM || spot.y > card.bottom + ROOM) return now;
  const high = spot.y < (frame.top + frame.bottom) / 2;
  const left = spot.x < (frame.left + frame.right) / 2;
  return `${high ? 'bottom' : 'top'} ${left ? 'right' : 'left'}`;
}

/** Where the unit in hand is on the screen: its ghost's layer knows how the map is moved and enlarged. */
function onScreen(frame: Element, places: readonly Point[]): Spot | null {
  const layer = frame.querySelector<SVGGElement>('[data-layer="ghost"]');
  const matrix = places.length ? layer?.getScreenCTM?.() : null;
  if (!matrix) return null;
  const { x, y } = toMapPoint(middleOf(places));
  return { x: matrix.a * x + matrix.c * y + matrix.e, y: matrix.b * x + matrix.d * y + matrix.f };
}

/** The corner of the map that a card keeps to: away from the pointer, and from the unit in hand. */
export function useCorner(seen: Seen | null): { place: RefObject<HTMLDivElement | null>; corner: Corner } {
  const place = useRef<HTMLDivElement>(null);
  const [corner, setCorner] = useState<Corner>('bottom left');
  useEffect(() => {
    const frame = place.current?.offsetParent;
    const card = place.current?.firstElementChild;
    if (!frame || !card || !seen) return undefined;
    // Measured once: it moves only with what it says, and with its corner.
    const [inner, outer] = [card.getBoundingClientRect(), frame.getBoundingClientRect()];
    const keepOff = (spot: Spot) => setCorner((now) => cornerFor(spot, inner, outer, now));
    const held = onScreen(frame, seen.places);
    if (held) keepOff(held);
    const moved = ({ clientX, clientY }: PointerEvent) => keepOff({ x: clientX, y: clientY });
    window.addEventListener('pointermove', moved, { passive: true });
    return () => window.removeEventListener('pointermove', moved);
  }, [seen, corner]);
  return { place, corner };
}
