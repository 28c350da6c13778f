import type { GameState, UnitState } from '@/shared/api';
import type { Graphic } from '@/features/battle-map';
import { readGround, readObjectives, readUnit, type Army, type Board, type BoardUnit } from '@/shared/battle-log';
import { inches, type Point } from '@/shared/geometry';
import { remembered } from '@/shared/remembered';
import type { Marks } from './client/table';

/** [x, y] in inches, as the server has places. */
export type Spot = readonly [number, number];

export const toPoint = ([x, y]: Spot): Point => ({ x: inches(x), y: inches(y) });
export const toSpot = (point: Point): [number, number] => [Number(point.x.toFixed(3)), Number(point.y.toFixed(3))];

/** States share what has not changed between them; so do the boards that are made of them, and little is drawn again. */
export const boardUnit = remembered((unit: UnitState): BoardUnit => readUnit(unit));
const ground = remembered((map: GameState['map_data']) => readGround(map));
const goals = remembered((objectives: GameState['game_model']['objectives']) => readObjectives(objectives));

/** The game's state as the map draws boards. */
export function boardOf(state: GameState): Board {
  const { armies, objectives } = state.game_model;
  return {
    units: armies.flatMap((army) => army.units.map(boardUnit)),
    ...ground(state.map_data),
    objectives: goals(objectives),
    scores: armies.map(({ uuid, vp, cp, head_start: headStart = 0 }) => ({ armyId: uuid, vp, cp, headStart })),
  };
}

/** The armies as the map and the timeline know them. */
export const armiesOf = (state: GameState): Army[] =>
  state.game_model.armies.map(({ uuid, name, army, detachment, points }, index) => ({
    id: uuid,
    name,
    faction: army,
    detachment,
    points,
    colorIndex: index === 0 ? 0 : 1,
  }));

export const unitOf = (state: GameState, uuid: string | null): UnitState | null =>
  (uuid && state.game_model.armies.flatMap((army) => army.units).find((unit) => unit.uuid === uuid)) || null;

/** "Command" for `command`. */
export const phaseLabel = (phase: string): string =>
  phase.charAt(0).toUpperCase() + phase.slice(1).replaceAll('_', ' ');

/** What a panel marks, as the map draws it; nothing of units that are off the table. */
export function graphicsOf(state: GameState, marks: Marks | null): Graphic[] {
  const from = marks && unitOf(state, marks.unitId)?.location;
  if (!marks || !from) return [];
  const at = toPoint(from);
  const targets = marks.targets.flatMap((uuid) => {
    const location = unitOf(state, uuid)?.location;
    return location ? [toPoint(location)] : [];
  });
  return [
    ...marks.circles.map((circle): Graphic => ({ shape: 'circle', at, ...circle })),
    ...targets.flatMap((to): Graphic[] => [
      { shape: 'arrow', kind: marks.kind, from: at, to },
      { shape: 'ring', at: to },
    ]),
  ];
}

/** The side that this player alone commands, the computer's armies left aside; null where there are two or none. */
export function ownSide({ sides, game_model: { armies } }: GameState): 0 | 1 | null {
  const own = ([0, 1] as const).filter((side) => sides.includes(side) && armies[side].controller !== 'ai');
  return own.length === 1 ? (own[0] ?? null) : null;
}
