import { distance, inches, type Point } from '@/shared/geometry';

/** The shape of a base. A round one has a radius; a long one lies along its facing, and `radius` is half of its width. */
export interface Base {
  /** Inches. */
  radius: number;
  /** Inches from end to end of an oval or rectangular base; left out of round ones. */
  length?: number;
  rectangular?: boolean;
  /** Whole degrees, clockwise on the table from the right. */
  facing?: number;
}

/** A base where it stands. */
export interface Standing extends Base {
  at: Point;
}

/** One of the discs that fill a base: round ones are one such disc. */
export interface Round {
  at: Point;
  radius: number;
}

/** Inches by which the corners of a rectangular base are rounded. */
export const CORNER = 0.16;
/** Inches by which the discs of a long base may stay behind its sides: as the server measures. */
const SLACK = 0.04;
const FULL_TURN = 360;

export const isLong = (base: Base): boolean => base.length !== undefined && base.length > 0;

/** Inches from a base's middle to its front; a rectangle may be wider than it is long. */
const farOf = ({ length = 0, radius, rectangular }: Base): number =>
  rectangular && length ? length / 2 : Math.max(radius, length / 2);

/** A facing within 0 and 359, in whole degrees. */
export const facingOf = (degrees: number): number => ((Math.round(degrees) % FULL_TURN) + FULL_TURN) % FULL_TURN;

/** Degrees of the shorter way from one facing to another, clockwise. */
export const shortestTurn = (from: number, to: number): number => ((((to - from) % FULL_TURN) + 540) % FULL_TURN) - 180;

/** Inches from a base's middle to its farthest point. */
export function reachOf(base: Base): number {
  if (!isLong(base)) return base.radius;
  const far = farOf(base);
  return base.rectangular ? Math.hypot(far - CORNER, base.radius - CORNER) + CORNER : far;
}

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** Half of the room that a base takes up across and down, as it faces. */
export function extentOf(base: Base): { x: number; y: number } {
  const { radius, facing = 0 } = base;
  if (!isLong(base)) return { x: radius, y: radius };
  const [c, s] = [Math.abs(Math.cos(radians(facing))), Math.abs(Math.sin(radians(facing)))];
  const far = farOf(base);
  if (!base.rectangular) return { x: Math.hypot(far * c, radius * s), y: Math.hypot(far * s, radius * c) };
  const [long, wide] = [far - CORNER, radius - CORNER];
  return { x: long * c + wide * s + CORNER, y: long * s + wide * c + CORNER };
}

/** Where a point lies as seen from a base that lies along its facing. */
function within({ at, facing = 0 }: Standing, place: Point): { along: number; across: number } {
  const [c, s] = [Math.cos(radians(facing)), Math.sin(radians(facing))];
  const [x, y] = [place.x - at.x, place.y - at.y];
  return { along: x * c + y * s, across: y * c - x * s };
}

/** Whether a point lies on a base. */
export function covers(base: Standing, place: Point): boolean {
  if (!isLong(base)) return distance(base.at, place) <= base.radius;
  const { along, across } = within(base, place);
  const far = farOf(base);
  if (!base.rectangular) return Math.hypot(along / far, across / base.radius) <= 1;
  const corner = Math.hypot(
    Math.max(0, Math.abs(along) - far + CORNER),
    Math.max(0, Math.abs(across) - base.radius + CORNER),
  );
  return corner <= CORNER;
}

/** The place at a base's front, `beyond` inches out from its end. */
export function frontOf({ at, facing = 0, ...base }: Standing, beyond = 0): Point {
  const far = farOf(base) + beyond;
  return { x: inches(at.x + Math.cos(radians(facing)) * far), y: inches(at.y + Math.sin(radians(facing)) * far) };
}

/** x and y from a base's middle, and radius. */
type Part = readonly [x: number, y: number, radius: number];

/** Circles inscribed in an ellipse along its longer axis. */
function inscribed(far: number, wide: number, count: number): Part[] {
  const squares = far * far - wide * wide;
  return Array.from({ length: count }, (_, index): Part => {
    const along = (squares / far) * ((2 * index) / (count - 1) - 1);
    return [along, 0, wide * Math.sqrt(Math.max(0, 1 - (along * along) / squares))];
  });
}

/** The most inches between an ellipse and where two neighbouring circles meet. */
function leftOut(parts: readonly Part[], far: number, wide: number): number {
  return Math.max(
    ...parts.slice(1).map(([b, , s], index) => {
      const [a = 0, , r = 0] = parts[index] ?? [];
      const x = (b * b - s * s - (a * a - r * r)) / (2 * (b - a));
      const y = Math.sqrt(Math.max(0, r * r - (x - a) * (x - a)));
      return (1 / Math.hypot(x / far, y / wide) - 1) * Math.hypot(x, y);
    }),
  );
}

/** As few as leave no more than the slack. */
function oval(far: number, wide: number): Part[] {
  let count = 3;
  while (leftOut(inscribed(far, wide, count), far, wide) > SLACK) count += 2;
  return inscribed(far, wide, count);
}

/** Discs as wide as it is along its middle, then ever smaller ones into the corners. */
function rectangle(far: number, wide: number): Part[] {
  if (wide > far) return rectangle(wide, far).map(([x, y, r]): Part => [y, x, r]);
  const inner = far - wide;
  const steps = Math.max(1, Math.ceil((2 * inner) / (2 * Math.sqrt(SLACK * (2 * wide - SLACK)))));
  const middle = Array.from({ length: inner ? steps + 1 : 1 }, (_, index): Part => [
    inner ? inner * ((2 * index) / steps - 1) : 0,
    0,
    wide,
  ]);
  const least = Math.sqrt(Math.min(CORNER, wide));
  const count = Math.ceil((Math.sqrt(wide) - least) / Math.sqrt(2 * SLACK));
  const corners = Array.from({ length: count }, (_, index): Part[] => {
    const r = (Math.sqrt(wide) - ((index + 1) * (Math.sqrt(wide) - least)) / count) ** 2;
    return [1, -1].flatMap((x) => [1, -1].map((y): Part => [x * (far - r), y * (wide - r), r]));
  });
  return [...middle, ...corners.flat()];
}

const known = new Map<string, readonly Part[]>();

/** The discs of a long base about its middle, as it faces: made once for each size and way to face. */
function partsOf(base: Base): readonly Part[] {
  const { radius, length = 0, rectangular = false, facing = 0 } = base;
  const key = `${radius} ${length} ${rectangular} ${facing}`;
  const before = known.get(key);
  if (before) return before;
  const far = farOf(base);
  const level = far > radius || rectangular ? (rectangular ? rectangle : oval)(far, radius) : [[0, 0, radius] as const];
  const [c, s] = [Math.cos(radians(facing)), Math.sin(radians(facing))];
  const parts = level.map(([x, y, r]): Part => [x * c - y * s, x * s + y * c, r]);
  known.set(key, parts);
  return parts;
}

/** The discs that fill a base where it stands; a round one is its own. */
export function roundsOf(base: Standing): readonly Round[] {
  if (!isLong(base)) return [base];
  const { x, y } = base.at;
  return partsOf(base).map(([dx, dy, radius]) => ({ at: { x: inches(x + dx), y: inches(y + dy) }, radius }));
}

/** Whether something holds for all of a base: for a round one it is asked once. */
export const wholly = (base: Standing, holds: (round: Round) => boolean): boolean =>
  isLong(base) ? roundsOf(base).every(holds) : holds(base);

/** Whether something holds for some of a base. */
export const partly = (base: Standing, holds: (round: Round) => boolean): boolean =>
  isLong(base) ? roundsOf(base).some(holds) : holds(base);

const between = (a: Round, b: Round): number => distance(a.at, b.at) - a.radius - b.radius;

/** The two discs of two bases that are nearest to each other. */
export function nearestOf(a: Standing, b: Standing): { gap: number; a: Round; b: Round } {
  if (!isLong(a) && !isLong(b)) return { gap: between(a, b), a, b };
  let best: { gap: number; a: Round; b: Round } | null = null;
  for (const one of roundsOf(a)) {
    for (const other of roundsOf(b)) {
      const gap = between(one, other);
      if (!best || gap < best.gap) best = { gap, a: one, b: other };
    }
  }
  return best ?? { gap: between(a, b), a, b };
}

/** Inches between the edges of two bases across the table; less than nothing where they overlap. */
export const gapOf = (a: Standing, b: Standing): number =>
  isLong(a) || isLong(b) ? nearestOf(a, b).gap : between(a, b);

/** Whether two bases are no farther apart than that. */
export function touching(a: Standing, b: Standing, gap: number): boolean {
  if (!isLong(a) && !isLong(b)) return between(a, b) <= gap;
  return distance(a.at, b.at) - reachOf(a) - reachOf(b) <= gap && gapOf(a, b) <= gap;
}
