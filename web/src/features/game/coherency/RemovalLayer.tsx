import { toMapPx, toMapPoint, inches } from '@/shared/geometry';
import { toPoint, unitOf } from '../board';
import { useGameState, useTable } from '../client/context';
import './coherency.css';

/** Crosses on those that are chosen to be removed, for their player. */
export function RemovalLayer() {
  const state = useGameState();
  const at = useTable((table) => table.removal);
  const { request } = state;
  const chosen = request?.mine ? (request.removals[at] ?? request.removals[0]) : undefined;
  const unit = chosen && unitOf(state, request?.unit_uuid ?? null);
  if (!unit) return null;
  const gone = unit.miniatures.filter(({ uuid }) => chosen.miniature_uuids.includes(uuid));
  return (
    <g data-layer="removal" pointerEvents="none">
      {gone.map(({ uuid, location, radius }) => {
        if (!location) return null;
        const { x, y } = toMapPoint(toPoint(location));
        const arm = Math.max(4, toMapPx(inches(radius)));
        return (
          <path
            key={uuid}
            className="removal-cross"
            transform={`translate(${x} ${y})`}
            d={`M${-arm} ${-arm}L${arm} ${arm}M${arm} ${-arm}L${-arm} ${arm}`}
          />
        );
      })}
    </g>
  );
}
