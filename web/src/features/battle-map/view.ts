import { inches, type MapPoint, type Point } from '@/shared/geometry';

/** The drawing: the board's 600 by 440 map pixels and a margin for the inch ticks. */
const MARGIN = 14;
export const VIEW = { x: -MARGIN, y: -MARGIN, width: 600 + 2 * MARGIN, height: 440 + 2 * MARGIN } as const;

/** Zoom `k` and shift, in units of the drawing, as d3-zoom keeps them. */
export interface ZoomState {
  k: number;
  x: number;
  y: number;
}

export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Screen pixels for one unit of the drawing, before zoom. */
export const fitScale = (box: Pick<Box, 'width' | 'height'>): number =>
  Math.min(box.width / VIEW.width, box.height / VIEW.height) || 1;

const offset = (box: Box, scale: number) => ({
  x: (box.width ? (box.width - VIEW.width * scale) / 2 : 0) - VIEW.x * scale,
  y: (box.height ? (box.height - VIEW.height * scale) / 2 : 0) - VIEW.y * scale,
});

/** A place under the pointer, in inches. */
export function screenToBoard(box: Box, zoom: ZoomState, client: { clientX: number; clientY: number }): Point {
  const scale = fitScale(box);
  const shift = offset(box, scale);
  const x = ((client.clientX - box.left - shift.x) / scale - zoom.x) / zoom.k;
  const y = ((client.clientY - box.top - shift.y) / scale - zoom.y) / zoom.k;
  return { x: inches(x / 10), y: inches(y / 10) };
}

/** The same place seen from the other side of the table. Its own inverse. */
export const acrossTable = ({ x, y }: Point): Point => ({ x: inches(60 - x), y: inches(44 - y) });

/** Where a place of the map stands inside the box, in screen pixels. */
export function mapToScreen(box: Box, zoom: ZoomState, place: MapPoint): { x: number; y: number } {
  const scale = fitScale(box);
  const shift = offset(box, scale);
  return { x: (place.x * zoom.k + zoom.x) * scale + shift.x, y: (place.y * zoom.k + zoom.y) * scale + shift.y };
}

/** A part of the map, in map pixels. */
export interface Part {
  x: number;
  y: number;
  width: number;
  height: number;
}

const within = (value: number, low: number, high: number): number => Math.min(high, Math.max(low, value));

/** The zoom that shows a part of the map whole and as large as it fits, and nothing beyond the map's edge. */
export function zoomTo(part: Part, deepest: number): ZoomState {
  const k = within(Math.min(VIEW.width / part.width, VIEW.height / part.height), 1, deepest);
  const shift = (axis: 'x' | 'y', size: 'width' | 'height') => {
    const [low, long] = [VIEW[axis], VIEW[size]];
    return within(low + long / 2 - k * (part[axis] + part[size] / 2), (low + long) * (1 - k), low * (1 - k));
  };
  return { k, x: shift('x', 'width'), y: shift('y', 'height') };
}

const AXES = [
  ['x', 'width'],
  ['y', 'height'],
] as const;

/** Whether some of a part of the map is seen. */
export const isInSight = (part: Part, zoom: ZoomState): boolean =>
  AXES.every(([axis, size]) => {
    const start = zoom.k * part[axis] + zoom[axis];
    return start < VIEW[axis] + VIEW[size] && start + zoom.k * part[size] > VIEW[axis];
  });

/** The zoom that has a part of the map in sight and is the least away from another: nearer or farther only where it is too large. */
export function broughtIn(part: Part, zoom: ZoomState): ZoomState {
  const { k } = zoom;
  if (k * part.width > VIEW.width || k * part.height > VIEW.height) return zoomTo(part, k);
  const shift = (axis: 'x' | 'y', size: 'width' | 'height') => {
    const [low, long] = [VIEW[axis], VIEW[size]];
    const start = k * part[axis] + zoom[axis];
    const by = within(start, low, low + long - k * part[size]) - start;
    return within(zoom[axis] + by, (low + long) * (1 - k), low * (1 - k));
  };
  return { k, x: shift('x', 'width'), y: shift('y', 'height') };
}

/** How large badges are drawn, in map pixels for one of their own: legible on a phone, never in the way when zoomed in. */
export function tokenScale(box: Pick<Box, 'width' | 'height'>, k: number): number {
  const onScreen = fitScale(box) * k;
  return Math.min(1.45, Math.max(0.9, onScreen ** 0.45)) / onScreen;
}
