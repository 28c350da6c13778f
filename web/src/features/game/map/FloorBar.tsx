import { useMemo } from 'react';
import { useGameState, useTable } from '../client/context';
import { floorOf, mostFloors, storeysOf } from './floors';
import './formations.css';
import type { Ghost } from './useGhost';

const nameOf = (floor: number): string => (floor === 0 ? 'Ground' : `Floor ${floor}`);

/** The floors of a board: where the unit in hand goes, or which of them is looked at. Without a unit in hand, all at first. */
export function useFloors(ghost: Ghost | null) {
  const most = mostFloors(storeysOf(useGameState()));
  const chosen = useTable((table) => table.floor);
  const setFloor = useTable((table) => table.setFloor);
  const floor = ghost ? ghost.floor : chosen;
  const step = (by: number) => {
    if (most && (!ghost || ghost.floor !== null)) setFloor(Math.min(most, Math.max(0, (floor ?? 0) + by)));
  };
  return { most, floor, setFloor, step };
}

const NOBODY: readonly string[] = [];

/** The units that stand on other floors than the one that is looked at. */
export function useOnOtherFloors(ghost: Ghost | null): readonly string[] {
  const state = useGameState();
  const { most, floor } = useFloors(ghost);
  return useMemo(() => {
    if (!most || floor === null) return NOBODY;
    const storeys = storeysOf(state);
    const units = state.game_model.armies.flatMap((army) => army.units);
    return units.flatMap((unit) => (unit.location && floorOf(storeys, unit) !== floor ? unit.uuid : []));
  }, [state, most, floor]);
}

/** A button for each floor, the highest on top as in a house. */
export function FloorBar({ ghost }: { ghost: Ghost | null }) {
  const { most, floor, setFloor } = useFloors(ghost);
  if (!most || (ghost && ghost.floor === null)) return null;
  return (
    <div className="floor-bar" role="toolbar" aria-label="Floor" aria-orientation="vertical">
      <span className="floor-bar-name" aria-hidden="true">
        Floor
      </span>
      {Array.from({ length: most + 1 }, (_, index) => most - index).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={floor === each}
          aria-label={nameOf(each)}
          title={`${nameOf(each)} (Page Up, Page Down)`}
          onClick={() => setFloor(!ghost && floor === each ? null : each)}>
          {each === 0 ? 'G' : each}
        </button>
      ))}
    </div>
  );
}
