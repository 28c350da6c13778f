import { useEffect, useMemo, useRef, type PointerEvent } from 'react';
import type { GameState, March, UnitState } from '@/shared/api';
import { gapOf } from '@/shared/bases';
import type { Point } from '@/shared/geometry';
import { toPoint } from '../../board';
import { useClient, useGameState } from '../../client/context';
import type { Tool } from '../MapHead';

/** Screen pixels that a press may wander and still be a click. */
const STILL_PX = 5;

/** The units that may be moved on the map now, with the moves that they have. */
export function movable(state: GameState): ReadonlyMap<string, readonly March[]> {
  const { request } = state;
  if (!request?.mine || request.controller !== 'human' || !request.kinds.includes('move')) return new Map();
  return new Map(state.units.flatMap((unit) => (unit.marches?.length ? [[unit.uuid, unit.marches] as const] : [])));
}

/** The index of the living miniature that stands nearest to a place. */
function nearest(unit: UnitState, place: Point): number | null {
  let best: { index: number; far: number } | null = null;
  unit.miniatures.forEach((each, index) => {
    if (!each.alive || !each.location) return;
    const far = gapOf({ ...each, at: toPoint(each.location) }, { at: place, radius: 0 });
    if (!best || far < best.far) best = { index, far };
  });
  return (best as { index: number } | null)?.index ?? null;
}

/** Your own units are taken up by pressing on them and drawing away: with Alt only the miniature pressed on. */
export function useGrab(tool: Tool) {
  const state = useGameState();
  const client = useClient();
  const units = useMemo(() => (tool ? new Map<string, readonly March[]>() : movable(state)), [state, tool]);
  const end = useRef<(() => void) | null>(null);
  useEffect(() => () => end.current?.(), []);
  const grabs = useMemo(() => [...units.keys()], [units]);

  const take = (unit: UnitState, from: Point, alone: boolean) => {
    const { want, setSingle } = client.table.getState();
    const marches = units.get(unit.uuid) ?? [];
    const only = alone ? nearest(unit, from) : null;
    const limit = marches.at(-1)?.limit ?? 0;
    want({ kind: 'drag', unitId: unit.uuid, limit, marches, direct: true, grip: { from, only } });
    if (only !== null) setSingle(true);
  };
  const grab = (id: string, from: Point, pressed: PointerEvent) => {
    const unit = state.units.find((each) => each.uuid === id);
    end.current?.();
    if (!unit || client.sending) return;
    const { clientX: x, clientY: y, altKey } = pressed;
    const moved = (event: globalThis.PointerEvent) => {
      if (event.pointerId !== pressed.pointerId || Math.hypot(event.clientX - x, event.clientY - y) < STILL_PX) return;
      end.current?.();
      take(unit, from, altKey);
    };
    const over = () => {
      window.removeEventListener('pointermove', moved);
      window.removeEventListener('pointerup', over);
      window.removeEventListener('pointercancel', over);
      end.current = null;
    };
    window.addEventListener('pointermove', moved);
    window.addEventListener('pointerup', over);
    window.addEventListener('pointercancel', over);
    end.current = over;
  };
  return { grabs, grab };
}
