import type { Point } from '@/shared/geometry';
import { useMemo } from 'react';
import { useClient, useGameState, useTable } from '../../client/context';
import { freshGhost, sendTo, type Ghost } from '../useGhost';
import { movable } from './useGrab';

/**
 * What a press on the ground does with a unit: the one in hand goes there; else the selected one is taken in hand and
 * stands there as a ghost, where the rules would let it move. Null where it does nothing.
 */
export function useSendTo(ghost: Ghost | null): ((at: Point) => void) | null {
  const state = useGameState();
  const { table } = useClient();
  const selectedId = useTable((now) => now.selectedId);
  const units = useMemo(() => movable(state), [state]);
  const marches = selectedId === null ? undefined : units.get(selectedId);
  if (ghost) return (at) => sendTo(ghost, at, table.getState().unlocked);
  if (selectedId === null || !marches) return null;
  return (at) => {
    const limit = marches.at(-1)?.limit ?? 0;
    const pending = { kind: 'drag', unitId: selectedId, limit, marches, direct: true, tapped: true } as const;
    table.getState().want(pending);
    const fresh = freshGhost(state, pending, table.getState());
    if (fresh) sendTo(fresh, at, false);
  };
}
