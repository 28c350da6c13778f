import { isFields, list } from '@/shared/battle-log';

/** Pixels of a photo that does not say how large it is. */
export const USUAL_SIZE = { width: 1920, height: 1080 };

/** The dice tray's rectangle as fractions of the photo. */
export interface TraySelection {
  startX: number;
  startY: number;
  endX: number;
  endY: number;
}

type Ends = readonly [x0: number, y0: number, x1: number, y1: number];

const finite = (...values: unknown[]): Ends | null => {
  const [x0 = NaN, y0 = NaN, x1 = NaN, y1 = NaN] = values.map((each) =>
    each === null || each === undefined || each === '' ? NaN : Number(each),
  );
  return [x0, y0, x1, y1].every(Number.isFinite) ? [x0, y0, x1, y1] : null;
};

function pointEnds(points: readonly unknown[]): Ends | null {
  const spots = points.map((each) => (isFields(each) ? [Number(each.x), Number(each.y)] : list(each).map(Number)));
  if (spots.length < 2) return null;
  const [xs, ys] = [spots.map(([x]) => x ?? NaN), spots.map(([, y]) => y ?? NaN)];
  return finite(Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys));
}

/** Ends as numbers, of a rectangle that is given as start and end, as least and most, or as points. */
function endsOf(raw: unknown): Ends | null {
  if (Array.isArray(raw)) return pointEnds(raw);
  if (!isFields(raw)) return null;
  if (Array.isArray(raw.points)) return pointEnds(raw.points);
  return finite(raw.startX, raw.startY, raw.endX, raw.endY) ?? finite(raw.xmin, raw.ymin, raw.xmax, raw.ymax);
}

const clamped = (value: number): number => Math.min(1, Math.max(0, value));

/** The dice tray's coordinates as fractions. Pixels are divided by the photo's size; what lies outside is cut off. */
export function traySelection(raw: unknown): TraySelection | null {
  const ends = endsOf(raw);
  if (!ends) return null;
  const size = isFields(raw) ? raw : {};
  const inPixels = ends.some((each) => each > 1) || size.image_width !== undefined;
  const width = inPixels ? Number(size.image_width ?? USUAL_SIZE.width) : 1;
  const height = inPixels ? Number(size.image_height ?? USUAL_SIZE.height) : 1;
  const [x0, y0, x1, y1] = ends;
  return {
    startX: clamped(x0 / width),
    startY: clamped(y0 / height),
    endX: clamped(x1 / width),
    endY: clamped(y1 / height),
  };
}
