import { reachOf } from '@/shared/bases';
import { distance, inches, type Point } from '@/shared/geometry';
import type { Arrangement, Shape } from '../client/table';
import { farthest, middleOf, minus, NOWHERE, plus } from './ghost';
import type { Ghost } from './useGhost';

/** The formations that a unit can be put into, in the order of the key that goes on to the next. */
export const SHAPES: readonly Shape[] = ['block', 'line', 'ranks', 'circle', 'spread', 'chain'];
export const SHAPE_NAMES: Record<Shape, string> = {
  block: 'Block',
  line: 'Line',
  ranks: 'Two ranks',
  circle: 'Circle',
  spread: 'Spread out',
  chain: 'Long chain',
};
/** Degrees that a key turns a formation. */
export const TURN = 15;
/** Inches between bases that stand close, and the widest gap that keeps them in coherency. */
const CLOSE = 0.5;
const WIDE = 1.95;
/** From so many miniatures on each needs two others within coherency. */
const LARGE = 7;
const TOLERANCE = 0.002;

const at = (x: number, y: number): Point => ({ x: inches(x), y: inches(y) });

/** Middles of `count` bases in rows of `wide`, the last row in the middle of its width. */
function rows(count: number, wide: number, step: number): Point[] {
  return Array.from({ length: count }, (_, index) => {
    const row = Math.floor(index / wide);
    const inRow = Math.min(wide, count - row * wide);
    return at(((index % wide) - (inRow - 1) / 2) * step, row * step);
  });
}

function ring(count: number, step: number): Point[] {
  const radius = count > 1 ? step / (2 * Math.sin(Math.PI / count)) : 0;
  return Array.from({ length: count }, (_, index) => {
    const angle = (2 * Math.PI * index) / count - Math.PI / 2;
    return at(radius * Math.cos(angle), radius * Math.sin(angle));
  });
}

/** Two side by side, then the next two: as long as coherency lets a large unit of big bases be. An odd last one stands
 * before the middle of the last two. */
function pairs(count: number, close: number, step: number): Point[] {
  const places = Array.from({ length: count }, (_, index) => at(Math.floor(index / 2) * step, (index % 2) * close));
  if (count % 2)
    places[count - 1] = at(((count - 3) / 2) * step + Math.sqrt(step * step - (close * close) / 4), close / 2);
  return places;
}

/** Whether every base of a grid has so many others beside it as coherency asks for. */
function hangsTogether(count: number, columns: number): boolean {
  const [full, rest] = [Math.floor(count / columns), count % columns];
  if (count < LARGE) return rest !== 1;
  return rest ? full > 1 && rest > 1 : full > 1;
}

/** Rows and columns as wide apart as coherency allows; a ring of as many as no grid holds together. */
function grid(count: number, wide: number, step: number): Point[] {
  const columns = [wide, wide + 1, wide - 1].find((each) => each > 1 && hangsTogether(count, each));
  if (!columns) return ring(count, step);
  return Array.from({ length: count }, (_, index) => at((index % columns) * step, Math.floor(index / columns) * step));
}

/** One row: large units stand so close that each has two others in coherency, or in pairs where bases are too big. */
function row(count: number, [big, small]: readonly [number, number], gap: number): Point[] {
  const step = Math.min(2 * big + gap, 2 * small + WIDE);
  if (count < LARGE) return rows(count, count, Math.max(step, 2 * big + 0.05));
  const tight = Math.min(step, small + WIDE / 2);
  return tight >= 2 * big + 0.02
    ? rows(count, count, tight)
    : pairs(count, 2 * big + 0.1, Math.max(2 * big + 0.05, step));
}

/** Where the middles of bases of these radii (inches) stand in a formation, about the origin, turned by degrees. Long bases
 * reach farther than half of their width. */
export function slots(shape: Shape, radii: readonly number[], turn = 0, reaches = radii): Point[] {
  const count = radii.length;
  if (!count) return [];
  const [big, small] = [Math.max(...reaches), Math.min(...radii)];
  const close = Math.min(2 * big + CLOSE, 2 * small + WIDE);
  const apart = Math.max(2 * big + 0.05, Math.min(2 * big, 2 * small) + WIDE);
  const wide = Math.ceil(Math.sqrt(count * 1.4));
  const found = {
    block: () => rows(count, wide, Math.max(close, 2 * big + 0.05)),
    line: () => row(count, [big, small], CLOSE),
    ranks: () => rows(count, Math.ceil(count / 2), Math.max(close, 2 * big + 0.05)),
    circle: () => ring(count, Math.max(close, 2 * big + 0.05)),
    spread: () => grid(count, wide, apart),
    chain: () => row(count, [big, small], WIDE).map(({ x, y }) => at(y, x)),
  }[shape]();
  const [middle, angle] = [middleOf(found), (turn * Math.PI) / 180];
  return found.map((each) => {
    const { x, y } = minus(each, middle);
    return at(x * Math.cos(angle) - y * Math.sin(angle), x * Math.sin(angle) + y * Math.cos(angle));
  });
}

/** A place for each start, such that the longest way is as short as can be. */
export function shortestWays(starts: readonly Point[], places: readonly Point[]): Point[] {
  const far = starts.map((start) => places.map((place) => distance(start, place)));
  const limits = [...new Set(far.flat())].sort((a, b) => a - b);
  let [low, high] = [0, limits.length - 1];
  let best = places.map((_, index) => index);
  while (low <= high) {
    const middle = (low + high) >> 1;
    const found = matched(far, limits[middle] ?? 0);
    if (found) [best, high] = [found, middle - 1];
    else low = middle + 1;
  }
  return best.map((index) => places[index] ?? NOWHERE);
}

/** For each row a column of its own whose entry is within `limit`; null where there is no such choice. */
function matched(far: readonly (readonly number[])[], limit: number): number[] | null {
  const takenBy = new Map<number, number>();
  const place = (row: number, tried: Set<number>): boolean =>
    (far[row] ?? []).some((length, column) => {
      if (length > limit || tried.has(column)) return false;
      tried.add(column);
      const before = takenBy.get(column);
      if (before !== undefined && !place(before, tried)) return false;
      takenBy.set(column, row);
      return true;
    });
  if (!far.every((_, row) => place(row, new Set()))) return null;
  const chosen = Array<number>(far.length).fill(0);
  takenBy.forEach((row, column) => (chosen[row] = column));
  return chosen;
}

/** How a unit would stand in a formation: its places, or how many inches too short its move is for that. */
export type Formed = { places: Point[] } | { needs: number };

/** The unit in hand in a formation whose middle is as near to `about` as its move lets every miniature come. */
export function formed(ghost: Ghost, { shape, turn }: Arrangement, about: Point): Formed {
  const { living, pending } = ghost;
  const bases = living.map((index) => ghost.base(index));
  const offsets = slots(
    shape,
    bases.map(({ radius }) => radius),
    turn,
    bases.map(reachOf),
  );
  const from = ghost.starts.length ? living.flatMap((index) => ghost.starts[index] ?? []) : null;
  const standing = (middle: Point): Point[] => {
    const places = offsets.map((each) => plus(each, middle));
    return from ? shortestWays(from, places) : places;
  };
  const whole = (found: readonly Point[]) => ghost.places.map((each, index) => found[living.indexOf(index)] ?? each);
  const turning = Math.max(0, ...ghost.turns);
  const limit = from && pending.limit !== null ? pending.limit - turning - TOLERANCE : Infinity;
  const ways = (places: readonly Point[]) => (from ? farthest(from, places) : 0);
  const there = standing(about);
  if (!from || ways(there) <= limit) return { places: whole(there) };
  const home = middleOf(from);
  const back = standing(home);
  if (ways(back) > limit) return { needs: ways(back) };
  let [best, low, high] = [back, 0, 1];
  for (let step = 0; step < 10; step += 1) {
    const share = (low + high) / 2;
    const way = minus(about, home);
    const tried = standing(plus(home, at(way.x * share, way.y * share)));
    if (ways(tried) <= limit) [best, low] = [tried, share];
    else high = share;
  }
  return { places: whole(best) };
}

/** The arrangement after this one: the next formation, or the same turned by some degrees. */
export function after(now: Arrangement | null, turn = 0): Arrangement {
  if (turn) return { shape: now?.shape ?? 'block', turn: ((now?.turn ?? 0) + turn + 360) % 360 };
  const next = now ? SHAPES[(SHAPES.indexOf(now.shape) + 1) % SHAPES.length] : SHAPES[0];
  return { shape: next ?? 'block', turn: now?.turn ?? 0 };
}
