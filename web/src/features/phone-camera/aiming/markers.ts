/** A picture in grey, row by row. */
export interface GreyPicture {
  width: number;
  height: number;
  values: Uint8Array;
}

export type Point = readonly [number, number];

/** A board marker: its number, 1 to 8, and its corners in pixels, clockwise from its upper left. */
export interface BoardMarker {
  number: number;
  corners: readonly [Point, Point, Point, Point];
}

/** The four by four cells of B1 to B8, row by row, white ones set: the first codes of OpenCV's dictionary DICT_4X4_50. */
export const CODES: readonly number[] = [0xb532, 0x0f9a, 0x332d, 0x9946, 0x549e, 0x79cd, 0x9e2e, 0xc4f2];
/** Cells that a marker may show wrong: all fifty codes differ in four at least. */
const WRONG = 1;
/** Cells along a side, with the black border. */
const CELLS = 6;
/** Where a cell is looked at, in parts of it. */
const LOOKS = [0.3, 0.5, 0.7] as const;
/** Pixels along the smallest side, and grey values between black and white, of what can be read. */
const LEAST_SIDE = 12;
const CONTRAST = 40;
/** A pixel is dark if it is so much darker than the mean about it, as far as this part of the picture's longer side. */
const DARKER = 7;
/** Pixels from the picture's edge in which nothing is read: what is there may be cut off. */
const EDGE = 3;
const ABOUT = 1 / 40;

const at = (values: ArrayLike<number>, index: number): number => values[index] ?? 0;

/** The board's markers in a picture, the larger where one is seen twice, by their numbers. */
export function findMarkers(picture: GreyPicture): BoardMarker[] {
  const found = new Map<number, BoardMarker>();
  for (const quad of quadsIn(picture)) {
    const marker = read(picture, quad);
    const known = marker && found.get(marker.number);
    if (marker && (!known || sideOf(known) < sideOf(marker))) found.set(marker.number, marker);
  }
  return [...found.values()].toSorted((one, other) => one.number - other.number);
}

/** Whether a place is in the picture, so far from its edges. */
export const isWithin = ([x, y]: Point, { width, height }: GreyPicture, margin: number): boolean =>
  x >= margin && x < width - margin && y >= margin && y < height - margin;

const apart = ([ax, ay]: Point, [bx, by]: Point): number => Math.hypot(ax - bx, ay - by);

/** The mean length of a marker's sides. */
export const sideOf = ({ corners: [a, b, c, d] }: BoardMarker): number =>
  (apart(a, b) + apart(b, c) + apart(c, d) + apart(d, a)) / 4;

export const middleOf = ({ corners }: BoardMarker): Point => [
  corners.reduce((sum, [x]) => sum + x, 0) / 4,
  corners.reduce((sum, [, y]) => sum + y, 0) / 4,
];

type Quad = BoardMarker['corners'];

/** Dark things with four corners. */
function quadsIn(picture: GreyPicture): Quad[] {
  const { width, height } = picture;
  const dark = darkIn(picture);
  const stack = new Int32Array(width * height);
  const quads: Quad[] = [];
  for (let start = 0; start < dark.length; start += 1) {
    if (!dark[start]) continue;
    const size = fill(dark, width, start, stack);
    if (size < LEAST_SIDE * LEAST_SIDE * 0.4) continue;
    const quad = cornersOf(stack.subarray(0, size), width);
    if (quad?.every((corner) => isWithin(corner, picture, EDGE))) quads.push(quad);
  }
  return quads;
}

/** 1 where a pixel is darker than what is about it. */
function darkIn({ width, height, values }: GreyPicture): Uint8Array {
  const reach = Math.max(3, Math.round(Math.max(width, height) * ABOUT));
  const wide = width + 1;
  const sums = new Uint32Array(wide * (height + 1));
  for (let y = 0; y < height; y += 1)
    for (let x = 0, row = 0; x < width; x += 1) {
      row += at(values, y * width + x);
      sums[(y + 1) * wide + x + 1] = at(sums, y * wide + x + 1) + row;
    }
  const dark = new Uint8Array(width * height);
  for (let y = 0; y < height; y += 1) {
    const [top, bottom] = [Math.max(0, y - reach) * wide, Math.min(height, y + reach + 1) * wide];
    for (let x = 0; x < width; x += 1) {
      const [left, right] = [Math.max(0, x - reach), Math.min(width, x + reach + 1)];
      const sum = at(sums, bottom + right) - at(sums, bottom + left) - at(sums, top + right) + at(sums, top + left);
      const mean = sum / ((right - left) * ((bottom - top) / wide));
      if (at(values, y * width + x) < mean - DARKER) dark[y * width + x] = 1;
    }
  }
  return dark;
}

/** Takes the dark pixels that hang together with one out of the picture, into the list; how many there are. */
function fill(dark: Uint8Array, width: number, start: number, list: Int32Array): number {
  let size = 1;
  list[0] = start;
  dark[start] = 0;
  for (let next = 0; next < size; next += 1) {
    const pixel = at(list, next);
    const x = pixel % width;
    for (const beside of [x > 0 ? pixel - 1 : -1, x < width - 1 ? pixel + 1 : -1, pixel - width, pixel + width])
      if (dark[beside]) {
        dark[beside] = 0;
        list[size] = beside;
        size += 1;
      }
  }
  return size;
}

/** The corners of what is a filled or hollow square, seen at a slant; null for other shapes. */
function cornersOf(pixels: Int32Array, width: number): Quad | null {
  const points = Array.from(pixels, (pixel): Point => [pixel % width, Math.floor(pixel / width)]);
  const middle: Point = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))];
  const first = farthest(points, (point) => apart(point, middle));
  const third = farthest(points, (point) => apart(point, first));
  const beside = (point: Point): number => cross(first, third, point);
  const second = farthest(points, beside);
  const fourth = farthest(points, (point) => -beside(point));
  const quad: Quad = [first, second, third, fourth];
  const sides = quad.map((corner, index) => apart(corner, quad[(index + 1) % 4] ?? corner));
  const area = (cross(first, second, third) + cross(first, third, fourth)) / 2;
  const fits = points.length > 0.45 * Math.abs(area) && points.length < 1.25 * Math.abs(area);
  if (!fits || Math.min(...sides) < LEAST_SIDE || Math.max(...sides) > 3 * Math.min(...sides)) return null;
  return area > 0 ? quad : [first, fourth, third, second];
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;

/** Twice the area of a triangle, above zero where its corners go round clockwise on the screen. */
const cross = ([ax, ay]: Point, [bx, by]: Point, [cx, cy]: Point): number =>
  (bx - ax) * (cy - ay) - (by - ay) * (cx - ax);

function farthest(points: readonly Point[], far: (point: Point) => number): Point {
  let [best, most]: [Point, number] = [[0, 0], -Infinity];
  for (const point of points) {
    const value = far(point);
    if (value > most) [best, most] = [point, value];
  }
  return best;
}

/** Which board marker lies in four corners; null for anything else. */
function read(picture: GreyPicture, quad: Quad): BoardMarker | null {
  const cells = cellsOf(picture, quad);
  const [low, high] = [Math.min(...cells), Math.max(...cells)];
  if (high - low < CONTRAST) return null;
  const white = cells.map((value) => value > (low + high) / 2);
  const code: boolean[] = [];
  let lit = 0;
  white.forEach((is, index) => {
    const [x, y] = [index % CELLS, Math.floor(index / CELLS)];
    if (x === 0 || y === 0 || x === CELLS - 1 || y === CELLS - 1) lit += is ? 1 : 0;
    else code.push(is);
  });
  return lit > WRONG ? null : decoded(code, quad);
}

function decoded(code: readonly boolean[], quad: Quad): BoardMarker | null {
  let turned = code;
  for (let quarter = 0; quarter < 4; quarter += 1) {
    const said = turned.reduce((bits, white) => bits * 2 + (white ? 1 : 0), 0);
    const index = CODES.findIndex((known) => wrongCells(known, said) <= WRONG);
    if (index >= 0) {
      const [a, b, c, d] = [0, 1, 2, 3].map((corner) => quad[(corner + quarter) % 4] ?? quad[0]);
      return a && b && c && d ? { number: index + 1, corners: [a, b, c, d] } : null;
    }
    turned = turned.map((_, cell) => turned[(cell % 4) * 4 + 3 - Math.floor(cell / 4)] ?? false);
  }
  return null;
}

function wrongCells(one: number, other: number): number {
  let count = 0;
  for (let bits = one ^ other; bits; bits &= bits - 1) count += 1;
  return count;
}

/** How light the cells between four corners are, row by row. */
function cellsOf({ width, values }: GreyPicture, quad: Quad): number[] {
  const place = placesIn(quad);
  return Array.from({ length: CELLS * CELLS }, (_, cell) => {
    const [column, row] = [cell % CELLS, Math.floor(cell / CELLS)];
    const seen = LOOKS.flatMap((across) =>
      LOOKS.map((down) => {
        const [x, y] = place((column + across) / CELLS, (row + down) / CELLS);
        return at(values, Math.round(y) * width + Math.round(x));
      }),
    );
    return mean(seen);
  });
}

/** From the unit square to four corners, as a camera sees a square. */
function placesIn([[x0, y0], [x1, y1], [x2, y2], [x3, y3]]: Quad): (across: number, down: number) => Point {
  const [dx1, dx2, dx3] = [x1 - x2, x3 - x2, x0 - x1 + x2 - x3];
  const [dy1, dy2, dy3] = [y1 - y2, y3 - y2, y0 - y1 + y2 - y3];
  const whole = dx1 * dy2 - dx2 * dy1;
  const g = (dx3 * dy2 - dx2 * dy3) / whole;
  const h = (dx1 * dy3 - dx3 * dy1) / whole;
  const [a, b] = [x1 - x0 + g * x1, x3 - x0 + h * x3];
  const [d, e] = [y1 - y0 + g * y1, y3 - y0 + h * y3];
  return (u, v) => {
    const w = g * u + h * v + 1;
    return [(a * u + b * v + x0) / w, (d * u + e * v + y0) / w];
  };
}
