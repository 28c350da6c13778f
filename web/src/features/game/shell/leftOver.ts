import type { GameState, UnitState } from '@/shared/api';
import { attackers } from '../map/hand/targeting';

/** What going on would lose: moves, each by what it could do, or shots, each by who could shoot. */
export interface LeftOver {
  what: 'move' | 'shoot';
  said: readonly string[];
}

/** How near an objective a base has to be, in inches: the marker's 40 mm are measured to its edge. */
const HOLDS = 3 + 20 / 25.4;

type At = readonly [number, number];
interface Base {
  at: At;
  radius: number;
}

const basesOf = (unit: UnitState): Base[] =>
  unit.miniatures.flatMap(({ alive, location, radius }) => (alive && location ? [{ at: location, radius }] : []));

const gap = (one: Base, other: Base): number =>
  Math.hypot(one.at[0] - other.at[0], one.at[1] - other.at[1]) - one.radius - other.radius;

/** The shortest way between two crowds; infinite where one of them is not on the table. */
const nearest = (ones: readonly Base[], others: readonly Base[]): number =>
  Math.min(...ones.flatMap((one) => others.map((other) => gap(one, other))));

const holds = (bases: readonly Base[], location: At): boolean => nearest(bases, [{ at: location, radius: 0 }]) <= HOLDS;

/** Units of the army that acts which have their move still to make. */
export const waiting = (state: GameState): UnitState[] =>
  state.request?.kinds.includes('move')
    ? state.units.filter((unit) => !unit.inside && !unit.in_reserves && unit.movement_action_type === '')
    : [];

/** The number of an objective that nobody of the army is at, and a plain move of the unit may reach; 0 where none is. */
function objectiveInReach(state: GameState, own: readonly UnitState[], bases: readonly Base[], far: number): number {
  const { objectives } = state.game_model;
  // Who holds one has a reason to stay.
  if (objectives.some(({ location }) => holds(bases, location))) return 0;
  return (
    1 +
    objectives.findIndex(
      ({ location, held_by: holder }) =>
        holder !== own[0]?.army_uuid &&
        nearest(bases, [{ at: location, radius: 0 }]) <= HOLDS + far &&
        !own.some((unit) => holds(basesOf(unit), location)),
    )
  );
}

const reachOf = (unit: UnitState): number =>
  Math.max(
    0,
    ...unit.unit_stats.miniatures.flatMap(({ alive, ranged_weapons: guns }) =>
      alive ? guns.map(({ weapon_range: range }) => range ?? 0) : [],
    ),
  );

/** The enemy that the unit comes in range of by a plain move, while none is in range now. */
function enemyInReach(enemies: readonly UnitState[], unit: UnitState, bases: readonly Base[], far: number) {
  const reach = reachOf(unit);
  if (!reach) return undefined;
  const away = enemies.map((enemy) => ({ enemy, inches: nearest(bases, basesOf(enemy)) }));
  if (away.some(({ inches }) => inches <= reach)) return undefined;
  return away.find(({ inches }) => inches <= reach + far)?.enemy;
}

/** What a unit that stays where it is would miss by it; nothing where it has a reason to stay, or nowhere to go. */
function missed(state: GameState, unit: UnitState): string[] {
  const march = unit.marches?.find(({ how }) => how === 'move');
  if (!march) return [];
  const armies = state.game_model.armies.map((army) => army.units);
  const bases = basesOf(unit);
  const number = objectiveInReach(state, armies[unit.army_index] ?? [], bases, march.limit);
  if (number) return [`${unit.name} could reach objective ${number}`];
  const enemy = enemyInReach(armies[1 - unit.army_index] ?? [], unit, bases, march.limit);
  return enemy ? [`${unit.name} could come within range of ${enemy.name}`] : [];
}

/** What would be lost by going on: a move that could score or bring a unit to shoot, and shots. */
export function leftOver(state: GameState): LeftOver | null {
  const { phase, phase_time: time } = state.game_model;
  if (time !== 'middle') return null;
  const said =
    phase === 'movement'
      ? waiting(state).flatMap((unit) => missed(state, unit))
      : phase === 'shooting'
        ? attackers(state).map(({ name }) => name)
        : [];
  return said.length ? { what: phase === 'movement' ? 'move' : 'shoot', said } : null;
}
