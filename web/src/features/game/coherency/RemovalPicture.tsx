import type { UnitState } from '@/shared/api';
import { BaseShape, extentOf } from '@/shared/bases';
import { useChosenRemoval } from './useRemoval';

/** Room about the outermost bases, in inches, and the least that the picture shows: one miniature alone stays small. */
const ROOM = 0.5;
const LEAST = 6;

/** The unit as it stands on the table: who stays is filled, who goes is crossed out. */
export function RemovalPicture({ unit, gone }: { unit: UnitState; gone: readonly number[] }) {
  const { living } = useChosenRemoval();
  const standing = living.flatMap(({ miniature, miniature_uuid }) => {
    const found = unit.miniatures.find(({ uuid }) => uuid === miniature_uuid);
    return found?.location
      ? [{ miniature, x: found.location[0], y: found.location[1], r: found.radius, base: found, room: extentOf(found) }]
      : [];
  });
  const [left, top] = [
    Math.min(...standing.map(({ x, room }) => x - room.x)),
    Math.min(...standing.map(({ y, room }) => y - room.y)),
  ];
  const [right, bottom] = [
    Math.max(...standing.map(({ x, room }) => x + room.x)),
    Math.max(...standing.map(({ y, room }) => y + room.y)),
  ];
  const [wide, high] = [Math.max(LEAST, right - left + 2 * ROOM), Math.max(LEAST, bottom - top + 2 * ROOM)];
  const corner = [(left + right - wide) / 2, (top + bottom - high) / 2];
  return (
    <svg className="removal-picture" viewBox={`${corner.join(' ')} ${wide} ${high}`} aria-hidden="true">
      {standing.map(({ miniature, x, y, r, base }) => (
        <g key={miniature}>
          <BaseShape base={base} x={x} y={y} scale={1} data-gone={gone.includes(miniature) || undefined} />
          {gone.includes(miniature) && (
            <path d={`M${x - r} ${y - r}l${2 * r} ${2 * r}M${x + r} ${y - r}l${-2 * r} ${2 * r}`} />
          )}
        </g>
      ))}
    </svg>
  );
}
