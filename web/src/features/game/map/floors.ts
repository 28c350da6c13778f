import type { GameState, UnitState } from '@/shared/api';
import { distance, type Point } from '@/shared/geometry';
import { toPoint } from '../board';
import { contains, whollyWithin, type Disc } from './ghost';

/** A piece of terrain with floors above the ground: how high they lie, in inches, the lowest first. */
export interface Storeys {
  name: string;
  outline: readonly Point[];
  floors: readonly number[];
}

const NONE: readonly Storeys[] = [];

export function storeysOf({ map_data: { terrain } }: Pick<GameState, 'map_data'>): readonly Storeys[] {
  const found = terrain.filter(({ floors }) => floors?.length);
  if (!found.length) return NONE;
  return found.map(({ name, coordinates, floors = [] }) => ({ name, outline: coordinates.map(toPoint), floors }));
}

/** How many floors above the ground the highest piece has. */
export const mostFloors = (storeys: readonly Storeys[]): number =>
  Math.max(0, ...storeys.map(({ floors }) => floors.length));

const GOES_UP = /^(infantry|beasts?|swarm|fly)$/i;
const flies = (unit: UnitState): boolean => unit.keywords.some((each) => /^fly$/i.test(each));

/** Whether a unit may stand on upper floors. */
export const goesUp = (unit: UnitState): boolean => unit.keywords.some((each) => GOES_UP.test(each));

/** How high a floor lies at a place, by its number; the highest where there are fewer, the ground where there is none. */
export function heightAt(storeys: readonly Storeys[], place: Point, floor: number): number {
  if (floor <= 0) return 0;
  const floors = storeys.find(({ outline }) => contains(outline, place))?.floors ?? [];
  return floors[Math.min(floor, floors.length) - 1] ?? 0;
}

/** The number of the floor on which most of a unit stands: that of its first living miniature. */
export function floorOf(storeys: readonly Storeys[], unit: UnitState): number {
  const first = unit.miniatures.find(({ alive, location }) => alive && location);
  if (!first?.location || !first.elevation) return 0;
  const { location, elevation } = first;
  const piece = storeys.find(({ outline }) => contains(outline, toPoint(location)));
  return (piece?.floors.indexOf(elevation) ?? -1) + 1;
}

/** Inches of a way from a place and height to another: a climb counts with it, and leads over the ground from piece to
 * piece. What flies goes straight through the air. */
export function wayOf(storeys: readonly Storeys[], unit: UnitState, start: Disc, end: Disc): number {
  const [low, high, across] = [start.height ?? 0, end.height ?? 0, distance(start.at, end.at)];
  if (flies(unit)) return Math.hypot(across, high - low);
  return across + climbed(storeys, start.at, low, end.at, high);
}

function climbed(storeys: readonly Storeys[], start: Point, low: number, end: Point, high: number): number {
  if (!low && !high) return 0;
  const under = (place: Point) => storeys.find(({ outline }) => contains(outline, place));
  return low && high && under(start) !== under(end) ? low + high : Math.abs(high - low);
}

/** The piece over whose edge a raised base would hang. */
export const overEdge = (storeys: readonly Storeys[], disc: Disc): string | null =>
  (disc.height && storeys.find(({ outline }) => contains(outline, disc.at) && !whollyWithin(outline, disc))?.name) ||
  null;

/** The floor as the calls take it, where there is one to choose. */
export const onFloor = (floor: number | null): { floor?: number } => (floor === null ? {} : { floor });
