import type { DrawnBoard, DrawnTerrain } from '@/shared/api';
import { BOARD_HEIGHT, BOARD_WIDTH } from '@/shared/geometry';

/** A place in inches. */
export type Spot = [number, number];

/** What is being edited: a piece of terrain, a zone or an objective, by its place in its list. */
export interface Item {
  kind: 'terrain' | 'zone' | 'objective';
  index: number;
}

/** Inches that places snap to. */
export const STEP = 0.5;

const snap = (value: number, most: number): number => Math.min(most, Math.max(0, Math.round(value / STEP) * STEP));
const onBoard = ([x, y]: Spot): Spot => [snap(x, BOARD_WIDTH), snap(y, BOARD_HEIGHT)];
const spot = ([x = 0, y = 0]: readonly number[]): Spot => [x, y];

export const sameItem = (a: Item | null, b: Item | null): boolean => a?.kind === b?.kind && a?.index === b?.index;

/** The corners of an outline, or the one place of an objective. */
export function placesOf(board: DrawnBoard, { kind, index }: Item): Spot[] {
  if (kind === 'objective') return board.objectives[index] ? [spot(board.objectives[index].location)] : [];
  return (kind === 'terrain' ? board.terrain : board.zones)[index]?.coordinates.map(spot) ?? [];
}

export const nameOf = (board: DrawnBoard, { kind, index }: Item): string =>
  (kind === 'terrain' ? board.terrain : kind === 'zone' ? board.zones : board.objectives)[index]?.name ?? '';

const changed = <T>(list: readonly T[], index: number, change: (each: T) => T): T[] =>
  list.map((each, at) => (at === index ? change(each) : each));

/** Walls go with the corners that they end at. */
function withCorners(piece: DrawnTerrain, corners: Spot[]): DrawnTerrain {
  const before = piece.coordinates.map(spot);
  const moved = (end: readonly number[]): Spot =>
    corners[before.findIndex(([x, y]) => x === end[0] && y === end[1])] ?? spot(end);
  return { ...piece, coordinates: corners, walls: (piece.walls ?? []).map(([a, b]) => [moved(a), moved(b)]) };
}

const zones = (board: DrawnBoard, index: number, change: Partial<DrawnBoard['zones'][0]>): DrawnBoard['zones'] => [
  index === 0 ? { ...board.zones[0], ...change } : board.zones[0],
  index === 1 ? { ...board.zones[1], ...change } : board.zones[1],
];

function withPlaces(board: DrawnBoard, { kind, index }: Item, places: Spot[]): DrawnBoard {
  if (kind === 'objective')
    return {
      ...board,
      objectives: changed(board.objectives, index, (each) => ({ ...each, location: places[0] ?? each.location })),
    };
  if (kind === 'zone') return { ...board, zones: zones(board, index, { coordinates: places }) };
  return { ...board, terrain: changed(board.terrain, index, (each) => withCorners(each, places)) };
}

/** Moves all of it by so many inches, as far as the board goes. */
export function moveItem(board: DrawnBoard, item: Item, by: Spot): DrawnBoard {
  const places = placesOf(board, item);
  const far = (axis: 0 | 1, most: number): number => {
    const all = places.map((each) => each[axis]);
    return Math.min(most - Math.max(...all), Math.max(-Math.min(...all), Math.round(by[axis] / STEP) * STEP));
  };
  if (!places.length) return board;
  const [dx, dy] = [far(0, BOARD_WIDTH), far(1, BOARD_HEIGHT)];
  const shifted = places.map(([x, y]): Spot => [x + dx, y + dy]);
  const moved = withPlaces(board, item, shifted);
  if (item.kind !== 'terrain') return moved;
  // Walls may stand inside a piece, away from its corners.
  const walls = (board.terrain[item.index]?.walls ?? []).map(([a, b]): [Spot, Spot] => [
    [a[0] + dx, a[1] + dy],
    [b[0] + dx, b[1] + dy],
  ]);
  return { ...moved, terrain: changed(moved.terrain, item.index, (each) => ({ ...each, walls })) };
}

/** Puts one corner (or the objective) at a place. */
export function moveCorner(board: DrawnBoard, item: Item, corner: number, to: Spot): DrawnBoard {
  return withPlaces(
    board,
    item,
    changed(placesOf(board, item), corner, () => onBoard(to)),
  );
}

/** A corner more, halfway along the longest side. */
export function addCorner(board: DrawnBoard, item: Item): DrawnBoard {
  const places = placesOf(board, item);
  const next = (index: number): Spot => places[(index + 1) % places.length] ?? [0, 0];
  const lengths = places.map(([x, y], index) => Math.hypot(next(index)[0] - x, next(index)[1] - y));
  const at = lengths.indexOf(Math.max(...lengths));
  const a: Spot = places[at] ?? [0, 0];
  const b = next(at);
  return withPlaces(board, item, [
    ...places.slice(0, at + 1),
    onBoard([(a[0] + b[0]) / 2, (a[1] + b[1]) / 2]),
    ...places.slice(at + 1),
  ]);
}

/** A corner less; an outline keeps three. */
export function removeCorner(board: DrawnBoard, item: Item, corner: number): DrawnBoard {
  const places = placesOf(board, item);
  return places.length <= 3
    ? board
    : withPlaces(
        board,
        item,
        places.filter((_, index) => index !== corner),
      );
}

export function rename(board: DrawnBoard, { kind, index }: Item, name: string): DrawnBoard {
  if (kind === 'objective')
    return { ...board, objectives: changed(board.objectives, index, (each) => ({ ...each, name })) };
  if (kind === 'zone') return { ...board, zones: zones(board, index, { name }) };
  return { ...board, terrain: changed(board.terrain, index, (each) => ({ ...each, name })) };
}

/** A piece of terrain with other flags. */
export const changeTerrain = (
  board: DrawnBoard,
  index: number,
  flags: Partial<Pick<DrawnTerrain, 'obscuring' | 'height' | 'walls' | 'floors'>>,
): DrawnBoard => ({ ...board, terrain: changed(board.terrain, index, (each) => ({ ...each, ...flags })) });

/** A wall along every side. */
export function wallsAround({ coordinates }: DrawnTerrain): [Spot, Spot][] {
  return coordinates.map((corner, index): [Spot, Spot] => [
    spot(corner),
    spot(coordinates[(index + 1) % coordinates.length] ?? corner),
  ]);
}

/** A new square piece, or a new objective, at the centre of the board. */
export function add(board: DrawnBoard, kind: 'terrain' | 'objective'): { board: DrawnBoard; item: Item } {
  if (kind === 'objective') {
    const name = `Objective ${board.objectives.length + 1}`;
    return {
      board: {
        ...board,
        objectives: [...board.objectives, { name, location: [30, 4 + (board.objectives.length % 8) * 4] }],
      },
      item: { kind, index: board.objectives.length },
    };
  }
  const piece: DrawnTerrain = {
    name: `Terrain ${board.terrain.length + 1}`,
    coordinates: [
      [27, 19],
      [33, 19],
      [33, 25],
      [27, 25],
    ],
    obscuring: false,
    walls: [],
    height: 2,
  };
  return { board: { ...board, terrain: [...board.terrain, piece] }, item: { kind, index: board.terrain.length } };
}

/** Without it; the two zones stay. */
export function remove(board: DrawnBoard, { kind, index }: Item): DrawnBoard {
  if (kind === 'terrain') return { ...board, terrain: board.terrain.filter((_, at) => at !== index) };
  return kind === 'objective' ? { ...board, objectives: board.objectives.filter((_, at) => at !== index) } : board;
}
