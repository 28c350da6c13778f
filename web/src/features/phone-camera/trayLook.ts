/** A small picture of the tray, square: its grey values, 0 to 255, row by row. */
export type Grey = Uint8Array;

/** What differs from one picture of the tray to the next, apart from the light. */
export interface Change {
  /** The pixels that are. */
  pixels: readonly number[];
  /** Those where more is to be seen than before: where things came, not where they went. */
  came: readonly number[];
  /** The part of the picture that changed. */
  share: number;
  /** Whether something reaches into the picture from outside, as an arm does. */
  reachesIn: boolean;
}

/** Differences of grey values that a camera's grain does not make: of the values, and of how they stand out from what is about them. */
const CHANGED = 28;
const STANDS_OUT = 16;
/** Grey values that are no brighter when there is more light. */
const BURNT_OUT = 250;
/** Taken to be in every value, so that darkness has no infinite ratios. */
const DARK = 12;
/** The light is compared in so many squares a side. */
const SQUARES = 4;
/** Parts of the side: how far about it a pixel is compared with, and how wide at the picture's edge an arm is at least. */
const ABOUT = 0.09;
const ARM = 0.14;

const LINES = Array.from({ length: SQUARES }, (_, index) => index);
const PAIRS = LINES.flatMap((one) => LINES.filter((other) => other > one).map((other) => [one, other] as const));

const sideOf = (grey: Grey): number => Math.round(Math.sqrt(grey.length));
const at = (values: ArrayLike<number>, index: number): number => values[index] ?? 0;
/** From -0.5 to 0.5 along the picture. */
const along = (index: number, of: number): number => (index + 0.5) / of - 0.5;

/** The part of the picture that differs at all, be it for the light: quick, and never less than what changed where the light is the same. */
export function differing(before: Grey, after: Grey): number {
  let count = 0;
  for (let index = 0; index < after.length; index += 1)
    if (Math.abs(at(before, index) - at(after, index)) > CHANGED) count += 1;
  return count / after.length;
}

export function changeOf(before: Grey, after: Grey): Change {
  const known = relit(before, after);
  const [stood, stands] = [standing(known), standing(after)];
  const plain = after.map((value, index) => (Math.abs(at(known, index) - value) > CHANGED ? 1 : 0));
  const pixels: number[] = [];
  for (let index = 0; index < after.length; index += 1)
    if (plain[index] && Math.abs(at(stood, index) - at(stands, index)) > STANDS_OUT) pixels.push(index);
  const came = pixels.filter((index) => Math.abs(at(stands, index)) > Math.abs(at(stood, index)));
  return { pixels, came, share: pixels.length / after.length, reachesIn: reachesIn(plain, sideOf(after)) };
}

function median(values: readonly number[]): number {
  return at(
    values.toSorted((one, other) => one - other),
    Math.floor(values.length / 2),
  );
}

/** The picture as it would be in the light of another. */
function relit(grey: Grey, like: Grey): Grey {
  const side = sideOf(grey);
  const { level, across, down } = lightOf(grey, like);
  const columns = Float32Array.from({ length: side }, (_, x) => Math.exp(level + across * along(x, side)));
  const rows = Float32Array.from({ length: side }, (_, y) => Math.exp(down * along(y, side)));
  return grey.map((value, index) => {
    const lit = (value + DARK) * at(columns, index % side) * at(rows, Math.floor(index / side)) - DARK;
    return Math.max(0, Math.min(255, lit));
  });
}

/**
 * How much lighter one picture is than another, as the logarithm of a ratio: a level, and slopes from edge to edge. Dice and hands that
 * come and go do not count, since most of a tray is as it was.
 */
function lightOf(before: Grey, after: Grey): { level: number; across: number; down: number } {
  const squares = LINES.map((row) => LINES.map((column) => lighter(before, after, row, column)));
  const lit = (row: number, column: number): number => at(squares[row] ?? [], column);
  const slope = (of: (line: number, square: number) => number): number =>
    median(LINES.flatMap((line) => PAIRS.map(([one, other]) => (of(line, other) - of(line, one)) / (other - one))));
  const across = SQUARES * slope(lit);
  const down = SQUARES * slope((column, row) => lit(row, column));
  const level = median(
    LINES.flatMap((y) => LINES.map((x) => lit(y, x) - across * along(x, SQUARES) - down * along(y, SQUARES))),
  );
  return { level, across, down };
}

/** How much lighter most of a square is, as the logarithm of a ratio. */
function lighter(before: Grey, after: Grey, row: number, column: number): number {
  const side = sideOf(before);
  const [left, top] = [Math.round((column * side) / SQUARES), Math.round((row * side) / SQUARES)];
  const [right, bottom] = [Math.round(((column + 1) * side) / SQUARES), Math.round(((row + 1) * side) / SQUARES)];
  const ratios: number[] = [];
  for (let y = top; y < bottom; y += 2)
    for (let x = left; x < right; x += 2) {
      const [was, is] = [at(before, y * side + x), at(after, y * side + x)];
      if (was < BURNT_OUT && is < BURNT_OUT) ratios.push(Math.log((is + DARK) / (was + DARK)));
    }
  return median(ratios);
}

/** By how much each pixel differs from the mean about it, so that a shadow's soft edge and a lamp's light are nothing. */
function standing(grey: Grey): Float32Array {
  const side = sideOf(grey);
  const reach = Math.max(1, Math.round(side * ABOUT));
  const sum = sumsOf(grey, side);
  const found = new Float32Array(grey.length);
  for (let y = 0; y < side; y += 1) {
    const [top, bottom] = [Math.max(0, y - reach), Math.min(side, y + reach + 1)];
    for (let x = 0; x < side; x += 1) {
      const [left, right] = [Math.max(0, x - reach), Math.min(side, x + reach + 1)];
      const all = sum(right, bottom) - sum(left, bottom) - sum(right, top) + sum(left, top);
      found[y * side + x] = at(grey, y * side + x) - all / ((right - left) * (bottom - top));
    }
  }
  return found;
}

/** The sum of all values left of and above a corner. */
function sumsOf(grey: Grey, side: number): (x: number, y: number) => number {
  const wide = side + 1;
  const sums = new Float64Array(wide * wide);
  for (let y = 0; y < side; y += 1)
    for (let x = 0, row = 0; x < side; x += 1) {
      row += at(grey, y * side + x);
      sums[(y + 1) * wide + x + 1] = at(sums, y * wide + x + 1) + row;
    }
  return (x, y) => at(sums, y * wide + x);
}

/** Whether changed pixels lie along one edge of the picture without a gap, for as long as an arm is wide. */
function reachesIn(changed: Uint8Array, side: number): boolean {
  const last = side - 1;
  const edges = [
    (step: number) => step,
    (step: number) => last * side + step,
    (step: number) => step * side,
    (step: number) => step * side + last,
  ];
  return edges.some((edge) => longestRun(side, (step) => changed[edge(step)] === 1) >= side * ARM);
}

function longestRun(length: number, is: (step: number) => boolean): number {
  let [run, longest] = [0, 0];
  for (let step = 0; step < length; step += 1) {
    run = is(step) ? run + 1 : 0;
    longest = Math.max(longest, run);
  }
  return longest;
}
