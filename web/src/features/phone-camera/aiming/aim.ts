import {
  CODES,
  findMarkers,
  isWithin,
  middleOf,
  sideOf,
  type BoardMarker,
  type GreyPicture,
  type Point,
} from './markers';

/** What the live picture shows of the board, and what to do for a better photo. Corners are parts of the picture's width and height. */
export interface Aim {
  markers: readonly BoardMarker[];
  hint: string;
  /** Whether a photo would do as it is. */
  good: boolean;
}

/** As the server holds photos for too dark, and burnt out (highground/vision/quality.py). */
const DARK = 28;
const BURNT_OUT = 254;
const GLARE_SHARE = 0.04;
/** Of a marker's place, this much being burnt out is glare upon it. */
const GLARE_ON_IT = 0.15;
const NEARLY_BURNT_OUT = 248;
/** Pixels of the camera along a board marker, below which the 1" cards of units have fewer than ten. */
const SMALL = 25;
/** A marker whose middle lies nearer to the edge than so many of its sides is cut off by it. */
const CUT_OFF = 0.6;
/** And nearer than so many it may be that, or hidden: its place is not known so well. */
const NEAR_EDGE = 2;
/** Where the middles of B1 to B8 lie: columns and rows of three, round the board. */
const PLACES: readonly Point[] = [
  ...([
    [0, 0],
    [1, 0],
    [2, 0],
  ] as const),
  [2, 1],
  ...([
    [2, 2],
    [1, 2],
    [0, 2],
  ] as const),
  [0, 1],
];

/** `scale`: pixels of the camera to one of the picture. */
export function aimOf(picture: GreyPicture, scale: number): Aim {
  const { width, height } = picture;
  const markers = findMarkers(picture);
  const problem = ofLight(picture) || ofMissing(picture, markers) || ofSize(markers, scale);
  const part = ([x, y]: Point): Point => [x / width, y / height];
  return {
    markers: markers.map(({ number, corners: [a, b, c, d] }) => ({
      number,
      corners: [part(a), part(b), part(c), part(d)],
    })),
    hint: problem || 'All eight markers of the board are seen. Ready for a photo.',
    good: problem === '',
  };
}

function ofLight({ values }: GreyPicture): string {
  let [sum, burnt] = [0, 0];
  for (const value of values) {
    sum += value;
    if (value >= BURNT_OUT) burnt += 1;
  }
  if (sum / values.length < DARK) return 'Too dark: turn a light on, or move one closer.';
  return burnt / values.length > GLARE_SHARE
    ? 'Less glare: turn the lamp away, close a curtain, or tilt the phone.'
    : '';
}

function ofMissing(picture: GreyPicture, markers: readonly BoardMarker[]): string {
  if (!markers.length)
    return 'No marker of the board is seen. Hold the camera above the board, with all eight in the picture.';
  const seen = new Set(markers.map(({ number }) => number));
  const missing = CODES.map((_, index) => index + 1).filter((number) => !seen.has(number));
  if (!missing.length) return '';
  const unsure = `${named(missing)} not seen: lift the camera, or uncover ${missing.length === 1 ? 'it' : 'them'}.`;
  const where = placesBy(markers);
  if (!where) return unsure;
  const side = markers.reduce((sum, marker) => sum + sideOf(marker), 0) / markers.length;
  const places = missing.map((number) => ({ number, place: where(number) }));
  const outside = places.filter(({ place }) => !isWithin(place, picture, CUT_OFF * side)).map(({ number }) => number);
  if (outside.length)
    return `${named(outside)} outside of the picture, or cut off by its edge: lift the camera, or move it.`;
  if (places.some(({ place }) => !isWithin(place, picture, NEAR_EDGE * side))) return unsure;
  const glaring = places.filter(({ place }) => isBurnt(place, side, picture)).map(({ number }) => number);
  if (glaring.length) return `Less glare: ${named(glaring)} lost in it. Turn the lamp away, or tilt the phone.`;
  return `${named(missing)} hidden: uncover ${missing.length === 1 ? 'it' : 'them'}.`;
}

/** 'B1 is', 'B1 and B4 are' */
function named(numbers: readonly number[]): string {
  const names = numbers.map((number) => `B${String(number)}`);
  const last = names.pop() ?? '';
  return names.length ? `${names.join(', ')} and ${last} are` : `${last} is`;
}

function ofSize(markers: readonly BoardMarker[], scale: number): string {
  const least = Math.min(...markers.map(sideOf)) * scale;
  return least < SMALL
    ? 'Closer: the markers are small in the picture. Lower the camera, or use a camera with more pixels.'
    : '';
}

/** About where each marker lies, from those that are seen; null where they are too few, or in one row. */
function placesBy(markers: readonly BoardMarker[]): ((number: number) => Point) | null {
  const known = markers.map((marker) => ({ board: PLACES[marker.number - 1] ?? [0, 0], seen: middleOf(marker) }));
  const across = fitted(known.map(({ board, seen: [x] }) => [...board, x] as const));
  const down = fitted(known.map(({ board, seen: [, y] }) => [...board, y] as const));
  if (!across || !down) return null;
  return (number) => {
    const board = PLACES[number - 1] ?? [0, 0];
    return [across(board), down(board)];
  };
}

/** The plane through values at places, as near as can be; null where the places do not fix one. */
function fitted(samples: readonly (readonly [number, number, number])[]): ((at: Point) => number) | null {
  const sum = (of: (x: number, y: number, z: number) => number): number =>
    samples.reduce((total, [x, y, z]) => total + of(x, y, z), 0);
  const n = samples.length;
  const [mx, my, mz] = [sum((x) => x) / n, sum((_, y) => y) / n, sum((_x, _y, z) => z) / n];
  const xx = sum((x) => (x - mx) ** 2);
  const yy = sum((_, y) => (y - my) ** 2);
  const xy = sum((x, y) => (x - mx) * (y - my));
  const xz = sum((x, _, z) => (x - mx) * (z - mz));
  const yz = sum((_, y, z) => (y - my) * (z - mz));
  const whole = xx * yy - xy * xy;
  if (whole < 0.1) return null;
  const [a, b] = [(xz * yy - yz * xy) / whole, (yz * xx - xz * xy) / whole];
  return ([x, y]) => mz + a * (x - mx) + b * (y - my);
}

/** Whether much of a marker's place is burnt out by light. */
function isBurnt([x, y]: Point, side: number, { width, height, values }: GreyPicture): boolean {
  let [burnt, all] = [0, 0];
  for (let row = Math.max(0, Math.round(y - side)); row < Math.min(height, y + side); row += 1)
    for (let column = Math.max(0, Math.round(x - side)); column < Math.min(width, x + side); column += 1) {
      all += 1;
      if ((values[row * width + column] ?? 0) >= NEARLY_BURNT_OUT) burnt += 1;
    }
  return burnt > GLARE_ON_IT * all;
}
