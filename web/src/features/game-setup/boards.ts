import { useQuery } from '@tanstack/react-query';
import { listLayoutsOptions, type DrawnBoard, type WireBoard } from '@/shared/api';
import type { DeploymentZone, Objective, Terrain } from '@/shared/battle-log';
import { inches, type Point } from '@/shared/geometry';

/** A board as it is drawn before a battle: places in inches. */
export interface BoardPlan {
  id: string;
  name: string;
  description: string;
  terrain: Terrain[];
  zones: DeploymentZone[];
  objectives: Objective[];
}

const point = ([x = 0, y = 0]: readonly number[]): Point => ({ x: inches(x), y: inches(y) });

function planOf(board: WireBoard): BoardPlan {
  return {
    id: board.id,
    name: board.name,
    description: board.description,
    terrain: board.terrain.map(({ name, coordinates, obscuring, height, walls, floors = [] }) => ({
      name,
      obscuring,
      height: inches(height),
      coordinates: coordinates.map(point),
      floors,
      building: /building/i.test(name),
      walls: walls.map(([from, to]): [Point, Point] => [point(from), point(to)]),
    })),
    zones: board.zones.map(({ name, coordinates }, index) => ({
      name,
      owner: index === 0 ? 0 : 1,
      shape: coordinates.map(point),
    })),
    objectives: board.objectives.map(({ name, location }) => ({
      name,
      location: point(location),
      heldBy: null,
      sticky: false,
      worth: '',
    })),
  };
}

const plansOf = ({ layouts }: { layouts: readonly Parameters<typeof planOf>[0][] }): BoardPlan[] => layouts.map(planOf);

/** The boards to choose from. They change with the server's version only. */
export function useBoards() {
  return useQuery({
    ...listLayoutsOptions(),
    staleTime: Infinity,
    select: plansOf,
  });
}

/** A board of the game's own as it is drawn. */
export const ownPlan = (board: DrawnBoard): BoardPlan =>
  planOf({
    id: 'own',
    description: 'A board of your own.',
    ...board,
    name: board.name || 'Own board',
    terrain: board.terrain.map((each) => ({ obscuring: false, walls: [], height: 2, ...each })),
  });

const pair = ({ x, y }: { x: number; y: number }): [number, number] => [x, y];

const drawnZone = (zone: BoardPlan['zones'][0] | undefined): DrawnBoard['zones'][0] => ({
  name: zone?.name ?? '',
  coordinates: zone?.shape.map(pair) ?? [],
});

/** A board as it can be edited. */
export function editableOf({ name, terrain, zones, objectives }: BoardPlan): DrawnBoard {
  return {
    name,
    zones: [drawnZone(zones[0]), drawnZone(zones[1])],
    objectives: objectives.map((each) => ({ name: each.name, location: pair(each.location) })),
    terrain: terrain.map((each) => ({
      name: each.name,
      coordinates: each.coordinates.map(pair),
      obscuring: each.obscuring,
      height: each.height ?? 2,
      floors: each.floors,
      walls: each.walls.map(([a, b]): [[number, number], [number, number]] => [pair(a), pair(b)]),
    })),
  };
}
