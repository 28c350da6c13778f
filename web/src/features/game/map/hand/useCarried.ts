import { useEffect, useRef } from 'react';
import type { Point } from '@/shared/geometry';
import { useMapPlace } from '@/features/battle-map';
import { minus } from '../ghost';
import type { Ghost } from '../useGhost';
import { swallowClick } from './swallowClick';

interface Carrying {
  draw: (places: readonly Point[], only: number | null) => void;
  /** It was let go there. */
  drop: (places: readonly Point[], only: number | null) => void;
  /** The pointer was taken away, or Escape pressed: nothing happened. */
  letGo: () => void;
}

/** A unit that was taken up by a press on it follows the pointer until that is let go. */
export function useCarried(ghost: Ghost, carrying: Carrying): void {
  const placeOf = useMapPlace();
  const latest = useRef({ ghost, ...carrying });
  useEffect(() => {
    latest.current = { ghost, ...carrying };
  });
  const { grip } = ghost.pending;
  useEffect(() => {
    if (!grip) return;
    let places: readonly Point[] | null = null;
    const stop = new AbortController();
    const end = () => stop.abort();
    const moved = (event: PointerEvent) => {
      const place = placeOf(event);
      const { ghost: now, draw } = latest.current;
      if (!place) return;
      places = now.shifted(now.starts, minus(place, grip.from), grip.only);
      draw(places, grip.only);
    };
    const dropped = (event: PointerEvent) => {
      end();
      swallowClick(event);
      if (places) latest.current.drop(places, grip.only);
      else latest.current.letGo();
    };
    const gone = () => {
      end();
      latest.current.letGo();
    };
    const pressed = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      gone();
    };
    const { signal } = stop;
    window.addEventListener('pointermove', moved, { signal });
    window.addEventListener('pointerup', dropped, { signal });
    window.addEventListener('pointercancel', gone, { signal });
    window.addEventListener('keydown', pressed, { signal, capture: true });
    return end;
  }, [grip, placeOf]);
}
