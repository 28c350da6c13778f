import type { BoardUnit } from '@/shared/battle-log';
import { extentOf } from '@/shared/bases';
import type { Point } from '@/shared/geometry';
import { shortName } from './style';

/** Where a unit's name stands, in map pixels; not `full` means that there is only room for its letter. */
export interface LabelPlace {
  x: number;
  y: number;
  full: boolean;
}

interface Rect {
  x0: number;
  y0: number;
  x1: number;
  y1: number;
}

/** Half of a letter's width, in shares of the type size, where words are largest: on a phone that shows the whole board. */
const HALF_LETTER = 0.35;

/** The nearest place to `x`, in map pixels, about which these words stand whole between the board's left and right edge. */
export function wordsWithin(x: number, words: string, size: number): number {
  const half = Math.min(300, words.length * size * HALF_LETTER);
  return Math.min(600 - half, Math.max(half, x));
}

const LETTER_WIDTH = 4.9;
const LINE = 13;

const overlaps = (a: Rect, b: Rect): boolean => a.x0 < b.x1 && b.x0 < a.x1 && a.y0 < b.y1 && b.y0 < a.y1;

const rect = (place: LabelPlace, name: string, scale: number): Rect => {
  const half = ((place.full ? shortName(name).length * LETTER_WIDTH + 12 : 12) / 2) * scale;
  return { x0: place.x - half, x1: place.x + half, y0: place.y - 9 * scale, y1: place.y + 6 * scale };
};

/** Names stay on the board: pushed in from its sides and its edges. */
function onBoard(place: LabelPlace, name: string, scale: number): LabelPlace {
  const { x0, x1, y0, y1 } = rect(place, name, scale);
  const dx = x0 < 0 ? -x0 : x1 > 600 ? 600 - x1 : 0;
  const dy = y0 < -6 ? -6 - y0 : y1 > 446 ? 446 - y1 : 0;
  return { ...place, x: place.x + dx, y: place.y + dy };
}

function candidates(unit: BoardUnit & { location: Point }, scale: number): LabelPlace[] {
  const alive = unit.miniatures.filter((each) => each.alive);
  const x = unit.location.x * 10;
  const top =
    Math.min(unit.location.y * 10 - 9 * scale, ...alive.map((each) => (each.y - extentOf(each).y) * 10)) - 5 * scale;
  const bottom =
    Math.max(unit.location.y * 10 + 9 * scale, ...alive.map((each) => (each.y + extentOf(each).y) * 10)) + LINE * scale;
  const reach = ((shortName(unit.name).length * LETTER_WIDTH + 34) / 2) * scale;
  const level = unit.location.y * 10;
  const places = [
    { x, y: top },
    { x, y: bottom },
    { x: x + reach, y: level },
    { x: x - reach, y: level },
  ].map((each) => ({ ...each, full: true }));
  return [...places, { x, y: top, full: false }].map((each) => onBoard(each, unit.name, scale));
}

/** Puts names above or below their units where they do not cover each other; crowded units keep their letter only. */
export function placeLabels(
  units: readonly (BoardUnit & { location: Point })[],
  scale: number,
): Map<string, LabelPlace> {
  const badge = 10 * scale;
  const badges = units.map(({ id, location: { x, y } }) => ({
    id,
    box: { x0: x * 10 - badge, x1: x * 10 + badge, y0: y * 10 - badge, y1: y * 10 + badge },
  }));
  const taken: Rect[] = [];
  const covers = (box: Rect, unitId: string): boolean =>
    taken.some((other) => overlaps(box, other)) ||
    badges.some(({ id, box: other }) => id !== unitId && overlaps(box, other));
  const places = new Map<string, LabelPlace>();
  for (const unit of [...units].sort((a, b) => a.location.y - b.location.y)) {
    const options = candidates(unit, scale);
    const free = options.find((each) => !covers(rect(each, unit.name, scale), unit.id));
    const chosen = free ?? options.at(-1) ?? { x: 0, y: 0, full: false };
    taken.push(rect(chosen, unit.name, scale));
    places.set(unit.id, chosen);
  }
  return places;
}
