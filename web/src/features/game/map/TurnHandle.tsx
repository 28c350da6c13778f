import { useEffect, useRef } from 'react';
import { useMapPlace } from '@/features/battle-map';
import { frontOf, shortestTurn } from '@/shared/bases';
import { toMapPoint, type Point } from '@/shared/geometry';
import { useClient } from '../client/context';
import { turn } from './facing';
import { swallowClick } from './hand/swallowClick';
import type { Ghost } from './useGhost';

/** Degrees between the facings that a pointer can choose, and with Shift. */
const GRID = 5;
const FINE = 1;
/** Of the handle's own drawing: how far before the base it is, and its size for a finger and for the eye. */
const BEFORE = 15;
const HOLD = 15;
const DOT = 6.5;

interface TurnHandleProps {
  ghost: Ghost;
  /** The miniature before which it is drawn. */
  index: number;
  /** The miniature that it turns alone; null where it turns all. */
  only: number | null;
  /** The board is seen from its other side. */
  turned: boolean;
}

/** A round handle before the front of a base: drawn about it, it turns the base. Keys and buttons do the same. */
export function TurnHandle({ ghost, index, only, turned }: TurnHandleProps) {
  const handle = useTurning(ghost, index, only);
  const at = ghost.places[index];
  if (!at) return null;
  const base = ghost.base(index);
  const { x, y } = toMapPoint(frontOf({ ...base, at }));
  return (
    <g
      transform={`translate(${x} ${y})`}
      className="ghost-turn"
      ref={handle}
      data-testid="turn-handle"
      aria-hidden="true">
      <g className="token">
        <g transform={`rotate(${(base.facing ?? 0) + (turned ? 180 : 0)}) translate(${BEFORE} 0)`}>
          <circle className="ghost-turn-hold" r={HOLD} />
          <path className="ghost-turn-line" d={`M${-BEFORE} 0H${-DOT}`} />
          <circle className="ghost-turn-dot" r={DOT} />
          <path className="ghost-turn-arrow" d="M-2.6 1.6a3 3 0 1 0 0.4 -3M-2.6 -3.2v2h2" />
        </g>
      </g>
    </g>
  );
}

const angleOf = (from: Point, to: Point): number => (Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI;

/** Follows the pointer about the base until it is let go. The map listens natively, and so does this. */
function useTurning(ghost: Ghost, index: number, only: number | null) {
  const handle = useRef<SVGGElement>(null);
  const placeOf = useMapPlace();
  const { table } = useClient();
  const latest = useRef({ ghost, placeOf });
  useEffect(() => {
    latest.current = { ghost, placeOf };
  });
  useEffect(() => {
    const element = handle.current;
    const stop = new AbortController();
    const follow = (event: PointerEvent) => {
      const { ghost: now, placeOf: where } = latest.current;
      const [at, to] = [now.places[index], where(event)];
      if (!at || !to) return;
      const grid = event.shiftKey ? FINE : GRID;
      const by = shortestTurn(now.base(index).facing ?? 0, Math.round(angleOf(at, to) / grid) * grid);
      if (by) turn(now, by, only, table.getState);
    };
    const pressed = (event: PointerEvent) => {
      if (event.button !== 0) return;
      event.stopPropagation();
      const held = new AbortController();
      const { signal } = held;
      window.addEventListener('pointermove', follow, { signal });
      window.addEventListener(
        'pointerup',
        (up) => {
          held.abort();
          swallowClick(up);
        },
        { signal },
      );
      window.addEventListener('pointercancel', () => held.abort(), { signal });
      stop.signal.addEventListener('abort', () => held.abort());
    };
    element?.addEventListener('pointerdown', pressed, { signal: stop.signal });
    return () => stop.abort();
  }, [index, only, table]);
  return handle;
}
