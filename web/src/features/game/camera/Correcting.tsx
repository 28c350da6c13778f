import { useGameState, useTable } from '../client/context';
import type { Spot } from '../board';
import { inches, type Point } from '@/shared/geometry';
import type { Difference, UnitState } from '@/shared/api';
import { Button } from '@/shared/ui';
import { toPoint, toSpot, unitOf } from '../board';
import { facingsOf, turningOf } from '../map/facing';
import { onFloor, storeysOf, type Storeys } from '../map/floors';
import { contains, formation, middleOf } from '../map/ghost';
import { useShortcuts } from '../map/shortcuts';
import { useGhost, type Ghost } from '../map/useGhost';
import { GhostWords } from '../panels/Placing';
import type { ByHand } from './useDifferences';

const CENTRE: Point = { x: inches(30), y: inches(22) };

/** Where each miniature stands: the living where the photo shows them, as far as it does, the others where they stood. */
function placesOf(unit: UnitState, shown: readonly Spot[]): Point[] {
  const known = unit.miniatures.map(({ location }) => location && toPoint(location));
  const about = shown.length ? middleOf(shown.map(toPoint)) : CENTRE;
  const spare = formation(unit.miniatures, about);
  const whole = shown.length === unit.alive_count;
  let next = 0;
  return unit.miniatures.map(({ alive }, index) => {
    const spot = alive && whole ? shown[next++] : undefined;
    return spot ? toPoint(spot) : (known[index] ?? spare[index] ?? CENTRE);
  });
}

/** How each miniature faces: the living as the photo shows them turned, if it does, the dead as they did. */
function facingsFrom(unit: UnitState, shown: readonly number[]): number[] | null {
  if (shown.length !== unit.alive_count) return null;
  let next = 0;
  return unit.miniatures.map(({ alive, facing = 0 }) => (alive ? (shown[next++] ?? facing) : facing));
}

/** The number of the highest floor on which a photo shows any of a unit's miniatures; 0 is the ground. */
function shownFloor(storeys: readonly Storeys[], { places, heights }: Difference): number {
  const numbers = places.map((place, index) => {
    const piece = storeys.find(({ outline }) => contains(outline, toPoint(place)));
    return (piece?.floors.indexOf(heights[index] ?? 0) ?? -1) + 1;
  });
  return Math.max(0, ...numbers);
}

/** Putting right what a photo shows of a unit: the ghosts of its miniatures are dragged, or sent by a click, on the map. */
export function useCorrecting(difference: Difference) {
  const state = useGameState();
  const { pending, want, aim, face, setFloor, setSingle } = useTable();
  const unit = unitOf(state, difference.unit_uuid);
  const on = pending?.correcting === true && pending.unitId === difference.unit_uuid;
  const begin = () => {
    if (!unit) return;
    const start = placesOf(unit, difference.places);
    const facings = facingsFrom(unit, difference.facings);
    want({ kind: unit.location ? 'drag' : 'place', unitId: unit.uuid, limit: null, correcting: true });
    aim(middleOf(start), start, true);
    if (facings) face(facings);
    const floor = shownFloor(storeysOf(state), difference);
    if (floor) setFloor(floor);
    setSingle(true);
  };
  return { on, begin, end: () => want(null) };
}

/** Where its living were put, on which floor and, unless nobody turned, how they face. */
function corrected({ living, places, facings, starts, turned, floor }: Ghost): ByHand {
  const of = <T,>(all: readonly T[]): T[] => living.flatMap((index) => all[index] ?? []);
  const turns = facings.length > 0 && (turned || !starts.length);
  return {
    places: of(places).map((each): [number, number] => {
      const [x, y] = toSpot(each);
      return [x, y];
    }),
    ...(turns && { facings: of(facings) }),
    ...onFloor(floor),
  };
}

/** Ends the correction: the battle learns where the miniatures were put. */
export function Correcting({
  correcting,
  busy,
  onAccept,
}: {
  correcting: ReturnType<typeof useCorrecting>;
  busy: boolean;
  onAccept: (byHand: ByHand) => Promise<boolean>;
}) {
  const ghost = useGhost(useGameState());
  const take = async () => {
    if (ghost && (await onAccept(corrected(ghost)))) correcting.end();
  };
  useShortcuts({ confirm: busy ? undefined : () => void take() });
  return (
    <div className="flex flex-col gap-2">
      <GhostWords empty="Drag each miniature on the map to where it stands" />
      {ghost && <Turned ghost={ghost} />}
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" icon="check" busy={busy} onClick={() => void take()}>
          Accept as corrected
        </Button>
        <Button tone="quiet" onClick={correcting.end}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** That a unit which stood has turned, what that takes, and the way back; nothing while it faces as it did. */
function Turned({ ghost: { unit, starts, turned } }: { ghost: Ghost }) {
  const state = useGameState();
  const face = useTable((table) => table.face);
  if (!turned || !starts.length) return null;
  const inchesSpent = turningOf(unit);
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm">
      <span>{inchesSpent ? `Turned, which takes ${String(inchesSpent)}″ of its move.` : 'Turned.'}</span>
      <Button tone="quiet" icon="undo" onClick={() => face(facingsOf(state, unit, true))}>
        Face as before
      </Button>
    </p>
  );
}
