import { useLayoutEffect, useRef, type RefObject } from 'react';

type Side = 'top' | 'bottom';
type Band = Pick<DOMRect, 'left' | 'right' | 'top' | 'bottom'>;

/** Pixels from a side of the map to what lies along it. */
const GAP = 10;

const meet = (a: Band, b: Band): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The side of the map along which a card covers the fewest of these; where it lies now, if that is no worse. */
export function sideFor(card: Band, frame: Band, others: readonly Band[], now: Side): Side {
  const height = card.bottom - card.top;
  const foot = frame.bottom - GAP;
  const [across, there]: [Band, Side] =
    now === 'bottom'
      ? [{ ...card, top: frame.top + GAP, bottom: frame.top + GAP + height }, 'top']
      : [{ ...card, top: foot - height, bottom: foot }, 'bottom'];
  const covered = (band: Band): number => others.filter((each) => meet(each, band)).length;
  return covered(across) < covered(card) ? there : now;
}

/**
 * For a card over the map: it lies along the side where it covers the fewest of these units. An attribute says which, so that
 * nothing is drawn twice; `usual` is where it lies without one. It is measured again when `changed` is another.
 */
export function useSide(usual: Side, units: string, changed: string): RefObject<HTMLElement | null> {
  const card = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const own = card.current;
    const frame = own?.offsetParent;
    if (!own || !frame) return;
    delete own.dataset.side;
    const ids = new Set(units.split(' '));
    const others = [
      ...[...frame.querySelectorAll<SVGGElement>('.unit')]
        .filter(({ dataset }) => ids.has(dataset.unit ?? ''))
        .flatMap((each) => each.querySelector('.unit-anchor') ?? []),
      ...frame.querySelectorAll('.map-card'),
    ].map((each) => each.getBoundingClientRect());
    own.dataset.side = sideFor(own.getBoundingClientRect(), frame.getBoundingClientRect(), others, usual);
  }, [usual, units, changed]);
  return card;
}
