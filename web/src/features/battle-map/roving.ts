import { useEffect, type FocusEvent, type KeyboardEvent, type RefObject } from 'react';
import type { MapZoom } from './useMapZoom';
import { screenToBoard, type Part } from './view';

const PIECE = '[data-piece]';
const WAYS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
/** How much farther a piece counts for each step aside of the way. */
const ASIDE = 2;
/** The room, in map pixels, around the middle of a piece that the keyboard comes to: its badge is in sight. */
const ROOM = 22;

/** Badges are what is seen of units: their bases may stand far apart. */
const middleOf = (piece: Element): readonly [number, number] => {
  const box = (piece.querySelector('.unit-marker') ?? piece).getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
};

/** The piece that lies nearest in a direction; undefined where none lies there. */
function nextPiece<T extends Element>(
  pieces: readonly T[],
  from: Element,
  [dx, dy]: readonly [number, number],
): T | undefined {
  const [x, y] = middleOf(from);
  const found = pieces.flatMap((piece) => {
    const [px, py] = middleOf(piece);
    const ahead = (px - x) * dx + (py - y) * dy;
    const aside = Math.abs((px - x) * dy) + Math.abs((py - y) * dx);
    return piece === from || ahead <= 0 || aside > 3 * ahead ? [] : [{ piece, far: ahead + ASIDE * aside }];
  });
  return found.toSorted((a, b) => a.far - b.far)[0]?.piece;
}

/** Where a piece stands on the drawing now. */
function partOf(piece: Element, svg: SVGSVGElement, zoom: MapZoom): Part {
  const [clientX, clientY] = middleOf(piece);
  const { x, y } = screenToBoard(svg.getBoundingClientRect(), zoom.now(), { clientX, clientY });
  return { x: x * 10 - ROOM, y: y * 10 - ROOM, width: 2 * ROOM, height: 2 * ROOM };
}

/** One piece of the map is reached by Tab; arrow keys go on from it to the next piece on their way. The map follows. */
export function useRoving(svg: RefObject<SVGSVGElement | null>, zoom: MapZoom) {
  useEffect(() => {
    const root = svg.current;
    if (!root || root.querySelector(`${PIECE}[tabindex="0"]`)) return;
    const first = root.querySelector(`${PIECE}[data-selected]`) ?? root.querySelector(`.unit${PIECE}`);
    (first ?? root.querySelector(PIECE))?.setAttribute('tabindex', '0');
  });
  const pieces = (): SVGElement[] => [...(svg.current?.querySelectorAll<SVGElement>(PIECE) ?? [])];
  const onFocus = (event: FocusEvent) => {
    const piece = event.target.closest(PIECE);
    if (!piece) return;
    for (const each of pieces()) if (each !== piece) each.setAttribute('tabindex', '-1');
    piece.setAttribute('tabindex', '0');
    if (svg.current && piece.matches(':focus-visible')) zoom.bringIn(partOf(piece, svg.current, zoom));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const way = WAYS[event.key];
    const piece = event.target instanceof Element ? event.target.closest(PIECE) : null;
    // After a click, arrow keys pan the map, as they do from anywhere else.
    if (
      !way ||
      !piece?.matches(':focus-visible') ||
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey
    )
      return;
    event.preventDefault();
    event.stopPropagation();
    nextPiece(pieces(), piece, way)?.focus({ preventScroll: true });
  };
  return { onFocus, onKeyDown };
}
