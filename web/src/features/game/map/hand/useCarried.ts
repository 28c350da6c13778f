import { useEffect, useLayoutEffect, useRef } from 'react';
import type { Point } from '@/shared/geometry';
import { useMapPlace } from '@/features/battle-map';
import { useKeysOn } from '@/shared/keysOn';
import { useClient } from '../../client/context';
import { TURN_KEYS, turnByKey } from '../facing';
import { after, formed, TURN } from '../formations';
import { minus, plus } from '../ghost';
import type { Arrangement, Table } from '../../client/table';
import type { Ghost } from '../useGhost';
import { swallowClick } from './swallowClick';

interface Carrying {
  draw: (places: readonly Point[], only: number | null) => void;
  /** It was let go there, after the pointer had gone so far from where it started. */
  drop: (places: readonly Point[], only: number | null, from: readonly Point[], shift: Point) => void;
  /** The pointer was taken away, or Escape pressed: nothing happened. */
  letGo: () => void;
}

/** Keys that form the unit up while it is carried: the next formation, or the same turned. */
const TURNS: Record<string, number> = { f: 0, '[': -TURN, ']': TURN };

/** Where the unit stands when its pointer has gone so far: in the formation that was chosen, where its move is long enough. */
function carriedTo(ghost: Ghost, arranged: Arrangement | null, shift: Point, only: number | null): Point[] {
  const shifted = ghost.shifted(ghost.starts, shift, only);
  if (!arranged || only !== null) return shifted;
  const found = formed(ghost, arranged, plus(ghost.middle(ghost.starts), shift));
  return 'places' in found ? found.places : shifted;
}

interface Carried {
  ghost: Ghost;
  table: () => Table;
  follow: () => void;
  gone: () => void;
}

/** What a key does with what is carried; null where it has nothing to do with it. */
function actOf(name: string, only: number | null, { ghost, table, follow, gone }: Carried): (() => void) | null {
  if (name === 'Escape') return gone;
  if (!useKeysOn.getState().on) return null;
  const key = name.toLowerCase();
  const facing = TURN_KEYS[key];
  if (facing !== undefined && ghost.facings.length) return () => turnByKey(ghost, facing, only, table);
  const turn = TURNS[key];
  if (turn === undefined || only !== null) return null;
  return () => {
    const { arranged, arrange } = table();
    arrange(after(arranged, turn));
    follow();
  };
}

/** A unit that was taken up by a press on it follows the pointer until that is let go. */
export function useCarried(ghost: Ghost, carrying: Carrying): void {
  const placeOf = useMapPlace();
  const latest = useRef({ ghost, ...carrying });
  useLayoutEffect(() => {
    latest.current = { ghost, ...carrying };
  });
  const { table } = useClient();
  const { grip } = ghost.pending;
  const again = useRef<(() => void) | null>(null);
  useEffect(() => {
    if (!grip) return;
    let places: readonly Point[] | null = null;
    let pointer: Point | null = null;
    const stop = new AbortController();
    const end = () => {
      again.current = null;
      stop.abort();
    };
    const moved = (event: PointerEvent) => {
      pointer = placeOf(event) ?? pointer;
      follow();
    };
    const follow = () => {
      const { ghost: now, draw } = latest.current;
      if (!pointer) return;
      places = carriedTo(now, table.getState().arranged, minus(pointer, grip.from), grip.only);
      draw(places, grip.only);
    };
    const dropped = (event: PointerEvent) => {
      end();
      swallowClick(event);
      const { ghost: now, drop } = latest.current;
      if (places && pointer) drop(places, grip.only, now.starts, minus(pointer, grip.from));
      else latest.current.letGo();
    };
    const gone = () => {
      end();
      latest.current.letGo();
    };
    const pressed = (event: KeyboardEvent) => {
      const act = actOf(event.key, grip.only, { ghost: latest.current.ghost, table: table.getState, follow, gone });
      if (!act) return;
      event.preventDefault();
      event.stopPropagation();
      act();
    };
    again.current = follow;
    const { signal } = stop;
    window.addEventListener('pointermove', moved, { signal });
    window.addEventListener('pointerup', dropped, { signal });
    window.addEventListener('pointercancel', gone, { signal });
    window.addEventListener('keydown', pressed, { signal, capture: true });
    return end;
  }, [grip, placeOf, table]);
  // It was turned while it is carried: it stays under the pointer.
  useLayoutEffect(() => again.current?.(), [ghost]);
}
