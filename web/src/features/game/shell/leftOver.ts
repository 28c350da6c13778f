import type { AbleUnit, GameState, UnitState } from '@/shared/api';

/** What going on would lose: moves, each by what it could do, or shots, each by who could shoot. */
export interface LeftOver {
  what: 'move' | 'shoot';
  said: readonly string[];
}

/** Units of the army that acts which have their move still to make. */
export const waiting = (state: GameState): UnitState[] =>
  state.request?.kinds.includes('move')
    ? state.units.filter((unit) => !unit.inside && !unit.in_reserves && unit.movement_action_type === '')
    : [];

/** The units that the rules let do something in that phase of this turn, as they stand now. */
export const ableIn = ({ request }: GameState, phase: string): AbleUnit[] =>
  request?.able.filter((each) => each.phase === phase) ?? [];

/** What would be lost by going on: a move that could score or bring a unit to shoot, and shots. */
export function leftOver(state: GameState): LeftOver | null {
  const { phase, phase_time: time } = state.game_model;
  if (time !== 'middle') return null;
  const said =
    phase === 'movement'
      ? waiting(state).flatMap(({ name, missed }) => (missed ? [`${name} ${missed}`] : []))
      : phase === 'shooting'
        ? ableIn(state, phase).map(({ unit_name: name, could }) => `${name} could ${could}`)
        : [];
  return said.length ? { what: phase === 'movement' ? 'move' : 'shoot', said } : null;
}
