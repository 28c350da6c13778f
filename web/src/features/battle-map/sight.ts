import { useQuery } from '@tanstack/react-query';
import { answered, getSight } from '@/shared/api';
import { fields, list, number, type BoardUnit, type Terrain } from '@/shared/battle-log';
import { BOARD_HEIGHT, BOARD_WIDTH, inches, type Inches, type Point } from '@/shared/geometry';
import { anchorRadius, unitRanges } from './style';

export const RAYS = 144;
const DEGREES = 360 / RAYS;

/** What a unit sees up to its longest range: inches clear along each of 144 rays, 2.5 degrees apart. */
export interface Sight {
  origin: Point;
  range: Inches;
  rays: Inches[];
  blocked: boolean;
}

/** The server's answer as Sight; a ray that it does not state counts as clear to the end. */
export function readSight(answer: unknown, origin: Point, range: Inches): Sight {
  const raw = fields(answer);
  const stated = list(raw.rays);
  const rays = Array.from({ length: RAYS }, (_, index) =>
    inches(Math.min(range, Math.max(0, number(stated[index]) ?? range))),
  );
  return { origin, range, rays, blocked: raw.blocked === true };
}

/** From where, with which base, and how far somebody looks. */
export interface Look {
  key: string;
  origin: Point;
  radius: Inches;
  range: Inches;
}

async function askSight({ origin, radius, range }: Look, terrain: readonly Terrain[]): Promise<Sight> {
  const body = {
    origin: [origin.x, origin.y] as [number, number],
    radius,
    range,
    rays: RAYS,
    terrain: terrain
      .filter((each) => each.coordinates.length > 2)
      .map((each) => ({
        name: each.name,
        obscuring: each.obscuring || each.building,
        coordinates: each.coordinates.map(({ x, y }): [number, number] => [x, y]),
      })),
  };
  return readSight(await answered(getSight({ body })), origin, range);
}

/** The look of a unit as far as its longest ranged weapon reaches; null where it has none. */
export function lookOf(unit: BoardUnit | null): Look | null {
  const range = unit ? unitRanges(unit).weapon : null;
  return unit?.location && range ? { key: unit.id, origin: unit.location, radius: anchorRadius(unit), range } : null;
}

/** How far one looks from a bare place: across the board. */
const FAR = inches(48);

/** The look of a miniature that stood at a place. */
export const lookFrom = (origin: Point): Look => ({ key: 'place', origin, radius: inches(0.63), range: FAR });

/** What a look sees, asked once per looker and position. */
export function useSight(look: Look | null, terrain: readonly Terrain[]) {
  return useQuery({
    queryKey: [
      'sight',
      look?.key,
      look?.origin.x,
      look?.origin.y,
      look?.range,
      terrain.map((each) => each.name).join('|'),
    ],
    enabled: look !== null,
    staleTime: Infinity,
    queryFn: () => {
      if (!look) throw new Error('Nobody looks.');
      return askSight(look, terrain);
    },
  });
}

const at = (origin: Point, degrees: number, length: number): string => {
  const angle = (degrees * Math.PI) / 180;
  return `${((origin.x + Math.cos(angle) * length) * 10).toFixed(2)} ${((origin.y + Math.sin(angle) * length) * 10).toFixed(2)}`;
};

/** Path of the green wedge of ray `index`: from the unit to as far as it sees. */
export function clearWedge({ origin, rays }: Sight, index: number): string {
  const clear = rays[index] ?? 0;
  return `M${at(origin, index * DEGREES, 0)}L${at(origin, index * DEGREES, clear)}L${at(origin, (index + 1) * DEGREES, clear)}Z`;
}

/** Path of the red wedge of ray `index`: from where sight ends to the range; empty where it sees all of it. */
export function blindWedge({ origin, range, rays }: Sight, index: number): string {
  const clear = rays[index] ?? 0;
  if (range - clear < 0.01) return '';
  const from = index * DEGREES;
  const to = from + DEGREES;
  return `M${at(origin, from, clear)}L${at(origin, from, range)}L${at(origin, to, range)}L${at(origin, to, clear)}Z`;
}

/** Around everything that is seen, ray by ray. */
export const clearOutline = ({ origin, rays }: Sight): string =>
  `M${rays
    .map((clear, index) => `${at(origin, index * DEGREES, clear)}L${at(origin, (index + 1) * DEGREES, clear)}`)
    .join('L')}Z`;

/** The end of ray `index`, where terrain is in its way; empty where it sees to the end of its range. */
export const sightEnd = ({ origin, range, rays }: Sight, index: number): string => {
  const clear = rays[index] ?? 0;
  if (range - clear < 0.01) return '';
  return `M${at(origin, index * DEGREES, clear)}L${at(origin, (index + 1) * DEGREES, clear)}`;
};

const outward = (origin: Point, index: number, length: number): Point => {
  const angle = ((index + 0.5) * DEGREES * Math.PI) / 180;
  return { x: inches(origin.x + Math.cos(angle) * length), y: inches(origin.y + Math.sin(angle) * length) };
};

const onBoard = ({ x, y }: Point): boolean => x > 3 && x < BOARD_WIDTH - 3 && y > 1 && y < BOARD_HEIGHT - 1;

/** Where a word fits best: the middle of the longest run of rays that `holds` on the board, at `reach` inches out. */
export function wordPlace(
  { origin, rays }: Sight,
  holds: (clear: Inches) => boolean,
  reach: (clear: Inches) => number,
): Point | null {
  const fits = rays.map((clear, index) => holds(clear) && onBoard(outward(origin, index, reach(clear))));
  let best = { length: 0, end: 0 };
  let length = 0;
  for (let step = 0; step < RAYS * 2; step += 1) {
    length = fits[step % RAYS] ? Math.min(length + 1, RAYS) : 0;
    if (length > best.length) best = { length, end: step };
  }
  if (best.length < 3) return null;
  const middle = Math.floor(best.end - (best.length - 1) / 2) % RAYS;
  return outward(origin, middle, reach(rays[middle] ?? inches(0)));
}

/** The range's outline: 72 points. */
export function rangeOutline(origin: Point, range: Inches, count = 72): Point[] {
  return Array.from({ length: count }, (_, index) => {
    const angle = (index / count) * 2 * Math.PI;
    return { x: inches(origin.x + Math.cos(angle) * range), y: inches(origin.y + Math.sin(angle) * range) };
  });
}
