import type { Amendment } from '@/shared/api';
import { inches, type Point } from '@/shared/geometry';
import { toPoint, toSpot, unitOf } from '../board';
import { useClient, useGameState, useTable } from '../client/context';
import { onFacings } from '../map/facing';
import { heightAt, storeysOf } from '../map/floors';
import { formation } from '../map/ghost';
import { useGhost } from '../map/useGhost';

const CENTRE: Point = { x: inches(30), y: inches(22) };

/** A unit that is put elsewhere by hand: taken up on the map, and where the map shows it then. */
export function useElsewhere(unitId: string) {
  const state = useGameState();
  const { pending, places, want, aim } = useTable();
  const { table } = useClient();
  const ghost = useGhost(state);
  const on = unitId !== '' && pending?.free === true && pending.unitId === unitId;
  const begin = () => {
    const unit = unitOf(state, unitId);
    if (!unit) return;
    const spare = formation(unit.miniatures, unit.location ? toPoint(unit.location) : CENTRE);
    const standing = unit.deployed && unit.location !== null;
    const start = unit.miniatures.map(({ location }, index) =>
      standing && location ? toPoint(location) : (spare[index] ?? CENTRE),
    );
    want({ kind: standing ? 'drag' : 'place', unitId, limit: null, correcting: true, free: true });
    aim(unit.location ? toPoint(unit.location) : CENTRE, start, true);
  };
  const storeys = storeysOf(state);
  const heights = (all: readonly Point[]): number[] => all.map((each) => heightAt(storeys, each, ghost?.floor ?? 0));
  const raised = places && heights(places).some(Boolean);
  const place: Amendment | null =
    on && places
      ? { amend: 'place', places: places.map(toSpot), ...(raised && { heights: heights(places) }), ...onFacings(ghost) }
      : null;
  const end = () => {
    if (table.getState().pending?.free) want(null);
  };
  return { on, begin, end, place };
}
