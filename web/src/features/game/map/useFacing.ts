import { useEffect } from 'react';
import type { UnitState } from '@/shared/api';
import { unitOf } from '../board';
import { useClient, useGameState, useTable } from '../client/context';
import { hasFront } from './flight';
import { FINE_STEP, onlyOne, STEP, turnByKey } from './facing';
import { movable } from './hand/useGrab';
import { freshGhost, type Ghost } from './useGhost';

const turnable = (unit: UnitState | null): boolean => unit?.miniatures.some((each) => hasFront(unit, each)) === true;

/**
 * Turns the unit in hand; a selected one that may move is taken in hand for it. Null where there is none on a long base.
 * With Alt the mouse wheel does the same.
 */
export function useFacing(ghost: Ghost | null): ((by: number) => void) | null {
  const state = useGameState();
  const { table } = useClient();
  const selectedId = useTable((now) => now.selectedId);
  useTurningWheel(ghost);
  if (ghost)
    return ghost.facings.length ? (by) => turnByKey(ghost, by, onlyOne(table.getState()), table.getState) : null;
  const marches = selectedId === null ? undefined : movable(state).get(selectedId);
  if (selectedId === null || !marches || !turnable(unitOf(state, selectedId))) return null;
  return (by) => {
    const limit = marches.at(-1)?.limit ?? 0;
    const pending = { kind: 'drag', unitId: selectedId, limit, marches, direct: true, tapped: true } as const;
    table.getState().want(pending);
    const fresh = freshGhost(state, pending, table.getState());
    if (fresh) turnByKey(fresh, by, null, table.getState);
  };
}

/** The map zooms by the wheel; with Alt that turns what is in hand. */
function useTurningWheel(ghost: Ghost | null): void {
  const { table } = useClient();
  useEffect(() => {
    if (!ghost?.facings.length) return;
    const turned = (event: WheelEvent) => {
      const far = event.deltaY || event.deltaX;
      if (!event.altKey || !far || !(event.target instanceof Element) || !event.target.closest('.map-svg')) return;
      event.preventDefault();
      event.stopPropagation();
      const only = ghost.pending.grip?.only ?? onlyOne(table.getState());
      turnByKey(ghost, Math.sign(far) * (event.shiftKey ? FINE_STEP : STEP), only, table.getState);
    };
    const how = { capture: true, passive: false };
    window.addEventListener('wheel', turned, how);
    return () => window.removeEventListener('wheel', turned, how);
  }, [ghost, table]);
}
