/** Two lengths that must not be mixed: inches on the table, and pixels of the map's own drawing (10 to the inch). */
export type Inches = number & { readonly __unit: 'inches' };
export type MapPx = number & { readonly __unit: 'map-px' };

/** A place on the table, in inches from its top left corner. */
export interface Point {
  readonly x: Inches;
  readonly y: Inches;
}

/** A place in the map's drawing. */
export interface MapPoint {
  readonly x: MapPx;
  readonly y: MapPx;
}

const MAP_PX_PER_INCH = 10;
/* oxlint-disable typescript/no-unsafe-type-assertion -- here numbers get their unit, and nowhere else */
export const inches = (value: number): Inches => value as Inches;
export const toMapPx = (value: Inches): MapPx => (value * MAP_PX_PER_INCH) as MapPx;
/* eslint-enable typescript/no-unsafe-type-assertion */
export const BOARD_WIDTH = inches(60);
export const BOARD_HEIGHT = inches(44);

export const toMapPoint = (point: Point): MapPoint => ({ x: toMapPx(point.x), y: toMapPx(point.y) });

/** Straight distance between two places. */
export const distance = (a: Point, b: Point): Inches => inches(Math.sqrt((a.x - b.x) ** 2 + (a.y - b.y) ** 2));

/** An inch figure as shown everywhere: one decimal and the inch mark. */
export const showInches = (value: Inches): string => `${value.toFixed(1)}″`;
