import {
  extentOf,
  gapOf,
  isLong,
  nearestOf,
  touching,
  wholly,
  type Base,
  type Round,
  type Standing,
} from '@/shared/bases';
import { BOARD_HEIGHT, BOARD_WIDTH, distance, inches, type Point } from '@/shared/geometry';

/** A base where it stands, and how many inches above the ground. */
export interface Disc extends Standing {
  height?: number;
}

/** Inches between floors within which enemies are engaged and miniatures in coherency. */
const UP_OR_DOWN = 5;

/** Inches up or down from one base to another. */
export const rise = (a: Disc, b: Disc): number => Math.abs((a.height ?? 0) - (b.height ?? 0));

/** Whether what is near across is near enough up and down too. */
export const inReach = (a: Disc, b: Disc): boolean => rise(a, b) <= UP_OR_DOWN + 1e-6;

/** How far within a limit a ghost stops, so that rounding does not carry it over. */
const SLACK = 0.002;
/** Inches beyond a limit that nobody means to go. */
const MEANT = 0.02;
/** Inches between the bases of a formation that is set up. */
const GAP = 0.5;
/** Widest coherency between base edges. */
const COHERENCY = 2;

const at = (x: number, y: number): Point => ({ x: inches(x), y: inches(y) });
export const plus = (a: Point, b: Point): Point => at(a.x + b.x, a.y + b.y);
export const minus = (a: Point, b: Point): Point => at(a.x - b.x, a.y - b.y);
const times = (a: Point, factor: number): Point => at(a.x * factor, a.y * factor);
export const NOWHERE = at(0, 0);

/** The middle of some places. */
export const middleOf = (places: readonly Point[]): Point =>
  times(places.reduce(plus, NOWHERE), 1 / Math.max(1, places.length));

/** Rows of bases about a place, half an inch apart: a block that is about as wide as it is deep, in coherency. */
export function formation(bases: readonly Base[], about: Point): Point[] {
  const room = bases.map(extentOf);
  const across = 2 * Math.max(0.5, ...room.map(({ x }) => x)) + GAP;
  const down = 2 * Math.max(0.5, ...room.map(({ y }) => y)) + GAP;
  const wide = Math.max(1, Math.ceil(Math.sqrt(bases.length * 1.4)));
  const block = bases.map((_, index) => at((index % wide) * across, Math.floor(index / wide) * down));
  const shift = minus(about, middleOf(block));
  return block.map((each) => plus(each, shift));
}

/** The way of each base from where it started. */
export const waysOf = (starts: readonly Point[], places: readonly Point[]): number[] =>
  places.map((each, index) => (starts[index] ? distance(starts[index], each) : 0));

/** The longest way of a base from where it started. */
export const farthest = (starts: readonly Point[], places: readonly Point[]): number =>
  Math.max(0, ...waysOf(starts, places));

/** As much of a shift as `holds`: all of it, or what a search between nothing and all of it finds. */
function most(shift: Point, holds: (shift: Point) => boolean): Point {
  if (holds(shift)) return shift;
  let low = 0;
  let high = 1;
  for (let step = 0; step < 14; step += 1) {
    const middle = (low + high) / 2;
    if (holds(times(shift, middle))) low = middle;
    else high = middle;
  }
  return times(shift, low);
}

/** A shift of `places` cut short where a base would have gone more than `limit` inches from its start. A whole
 * formation slides along its circle; one whose bases went different ways stops on its line. */
export function withinLimit(starts: readonly Point[], places: readonly Point[], shift: Point, limit: number): Point {
  const reach = Math.max(0, limit - SLACK);
  const holds = (by: Point): boolean =>
    places.every((each, index) => !starts[index] || distance(starts[index], plus(each, by)) <= reach);
  if (holds(shift)) return shift;
  const gone = places.map((each, index) => minus(each, starts[index] ?? each));
  const [first = NOWHERE] = gone;
  if (!gone.every((each) => distance(each, first) < 0.01)) return most(shift, holds);
  const whole = plus(first, shift);
  const far = Math.hypot(whole.x, whole.y);
  return far ? minus(times(whole, reach / far), first) : NOWHERE;
}

/** Places of a move that end just beyond one of these limits, or just at it, drawn back within it: such a move is meant to be
 * the shorter one. */
export function withinShorter(starts: readonly Point[], places: readonly Point[], limits: readonly number[]): Point[] {
  const gone = farthest(starts, places);
  const meant = limits.find((limit) => gone > limit - SLACK && gone < limit + MEANT);
  if (meant === undefined || gone <= 0) return [...places];
  const share = Math.max(0, meant - SLACK) / gone;
  return places.map((each, index) => {
    const start = starts[index];
    return start ? plus(start, times(minus(each, start), share)) : each;
  });
}

/** Inches from a point to a segment. */
export function toEdge(point: Point, a: Point, b: Point): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const share = Math.min(1, Math.max(0, ((point.x - a.x) * dx + (point.y - a.y) * dy) / (dx * dx + dy * dy || 1)));
  return Math.hypot(point.x - a.x - share * dx, point.y - a.y - share * dy);
}

/** Whether a point lies in a polygon. */
export function contains(polygon: readonly Point[], { x, y }: Point): boolean {
  let inside = false;
  polygon.forEach((a, index) => {
    const b = polygon[(index + 1) % polygon.length];
    if (b && a.y > y !== b.y > y && x < ((b.x - a.x) * (y - a.y)) / (b.y - a.y) + a.x) inside = !inside;
  });
  return inside;
}

/** Whether a base stands wholly within a polygon. */
export const whollyWithin = (polygon: readonly Point[], disc: Disc): boolean =>
  contains(polygon, disc.at) && wholly(disc, (round) => clearOf(polygon, round));

/** Whether no edge of a polygon lies across a disc. */
const clearOf = (polygon: readonly Point[], { at: place, radius }: Round): boolean =>
  polygon.every((a, index) => toEdge(place, a, polygon[(index + 1) % polygon.length] ?? a) >= radius - 1e-6);

export const BOARD: readonly Point[] = [
  at(0, 0),
  at(BOARD_WIDTH, 0),
  at(BOARD_WIDTH, BOARD_HEIGHT),
  at(0, BOARD_HEIGHT),
];

/** A shift of bases cut short at the edges of a zone, or of the board: first straight, then along each axis. */
export function withinZone(discs: readonly Disc[], shift: Point, zone: readonly Point[] | null): Point {
  const holds = (by: Point): boolean =>
    discs.every((each) => whollyWithin(zone ?? BOARD, { ...each, at: plus(each.at, by) }));
  if (!discs.length || holds(shift) || !holds(NOWHERE)) return shift;
  const across = most(at(shift.x, 0), holds);
  const down = most(at(0, shift.y), (by) => holds(plus(across, by)));
  return plus(across, down);
}

/** Inches between the nearest edges of two groups of bases, with the places of those edges; null where one is empty. */
export function gapBetween(
  mine: readonly Disc[],
  others: readonly Disc[],
): { gap: number; from: Point; to: Point } | null {
  let best: { gap: number; a: Disc; b: Disc } | null = null;
  for (const a of mine) {
    for (const b of others) {
      const across = gapOf(a, b);
      const up = rise(a, b);
      const gap = up ? Math.hypot(Math.max(0, across), up) : across;
      if (!best || gap < best.gap) best = { gap, a, b };
    }
  }
  if (!best) return null;
  const { a, b } = isLong(best.a) || isLong(best.b) ? nearestOf(best.a, best.b) : best;
  const way = minus(b.at, a.at);
  const far = Math.hypot(way.x, way.y) || 1;
  return {
    gap: Math.max(0, best.gap),
    from: plus(a.at, times(way, a.radius / far)),
    to: minus(b.at, times(way, b.radius / far)),
  };
}

/** Whether every base has one neighbour within two inches, or two in a unit of seven or more, and all hang together. */
export function coherent(discs: readonly Disc[]): boolean {
  if (discs.length < 2) return true;
  const near = discs.map((a, index) =>
    discs.flatMap((b, other) => (other !== index && inReach(a, b) && touching(a, b, COHERENCY + 1e-6) ? [other] : [])),
  );
  const seen = new Set([0]);
  const waiting = [0];
  for (let index = waiting.pop(); index !== undefined; index = waiting.pop()) {
    for (const other of near[index] ?? [])
      if (!seen.has(other)) {
        seen.add(other);
        waiting.push(other);
      }
  }
  return seen.size === discs.length && near.every((each) => each.length >= (discs.length >= 7 ? 2 : 1));
}
