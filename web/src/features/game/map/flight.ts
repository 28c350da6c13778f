import type { March, UnitState } from '@/shared/api';
import { facingOf, isLong, shortestTurn, type Base } from '@/shared/bases';
import { inches, type Point } from '@/shared/geometry';
import { minus, NOWHERE, plus } from './ghost';

/** Degrees by which an aircraft may turn once it has flown. */
const MOST_TURN = 90;
/** Inches within the limits that a flight keeps, so that rounding does not carry it over. */
const SLACK = 0.002;

export const isAircraft = ({ keywords }: Pick<UnitState, 'keywords'>): boolean =>
  keywords.some((each) => /^aircraft$/i.test(each));

/** Whether it matters how a miniature of a unit faces: on a long base, or in the air. */
export const hasFront = (unit: Pick<UnitState, 'keywords'>, base: Base | undefined): boolean =>
  base !== undefined && (isLong(base) || isAircraft(unit));

/** Straight ahead: inches at least, and at most. */
export interface Flight {
  least: number;
  limit: number;
}

/** The flight among the moves that a unit has; undefined where it goes where it likes. */
export function flightOf(marches: readonly March[] | undefined): Flight | undefined {
  const found = marches?.find(({ least }) => least);
  return found && { least: found.least ?? 0, limit: found.limit };
}

/** So many inches ahead. */
export function ahead(facing: number, far: number): Point {
  const angle = (facing * Math.PI) / 180;
  return { x: inches(far * Math.cos(angle)), y: inches(far * Math.sin(angle)) };
}

/** Where miniatures come that fly straight ahead, about as far as a shift takes the first of them. */
export function flown(
  starts: readonly Point[],
  from: readonly Point[],
  shift: Point,
  facings: readonly number[],
  { least, limit }: Flight,
): Point[] {
  const [first = NOWHERE, goal = NOWHERE] = [starts[0], from[0] && plus(from[0], shift)];
  const { x, y } = ahead(facings[0] ?? 0, 1);
  const way = minus(goal, first);
  const far = Math.min(limit - SLACK, Math.max(least + SLACK, way.x * x + way.y * y));
  return starts.map((start, index) => plus(start, ahead(facings[index] ?? 0, far)));
}

/** A facing that an aircraft may turn to from another, or the nearest to it. */
export function withinTurn(from: number, to: number): number {
  const by = shortestTurn(from, to);
  return facingOf(from + Math.max(-MOST_TURN, Math.min(MOST_TURN, by)));
}
