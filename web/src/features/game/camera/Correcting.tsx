import { useGameState, useTable } from '../client/context';
import type { Spot } from '../board';
import { inches, type Point } from '@/shared/geometry';
import type { Difference, UnitState } from '@/shared/api';
import { Button } from '@/shared/ui';
import { toPoint, toSpot, unitOf } from '../board';
import { useShortcuts } from '../map/shortcuts';
import { formation, middleOf } from '../map/ghost';
import { GhostWords } from '../panels/Placing';

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

/** Putting right what a photo shows of a unit: the ghosts of its miniatures are dragged, or sent by a click, on the map. */
export function useCorrecting(difference: Difference) {
  const state = useGameState();
  const { pending, places, want, aim, setSingle } = useTable();
  const unit = unitOf(state, difference.unit_uuid);
  const on = pending?.correcting === true && pending.unitId === difference.unit_uuid;
  const begin = () => {
    if (!unit) return;
    const start = placesOf(unit, difference.places);
    want({ kind: unit.location ? 'drag' : 'place', unitId: unit.uuid, limit: null, correcting: true });
    aim(middleOf(start), start, true);
    setSingle(true);
  };
  const corrected = (): Spot[] =>
    unit && places
      ? unit.miniatures.flatMap(({ alive }, index) => (alive && places[index] ? [toSpot(places[index])] : []))
      : [];
  return { on, begin, end: () => want(null), corrected };
}

type Correction = ReturnType<typeof useCorrecting>;

/** Ends the correction: the battle learns where the miniatures were put. */
export function Correcting({
  correcting,
  busy,
  onAccept,
}: {
  correcting: Correction;
  busy: boolean;
  onAccept: (places: [number, number][]) => Promise<boolean>;
}) {
  const take = async () => {
    const taken = await onAccept(correcting.corrected().map(([x, y]) => [x, y]));
    if (taken) correcting.end();
  };
  useShortcuts({ confirm: busy ? undefined : () => void take() });
  return (
    <div className="flex flex-col gap-2">
      <GhostWords empty="Drag each miniature on the map to where it stands" />
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
