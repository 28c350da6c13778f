import type { AbleUnit, GameState, UnitState } from '@/shared/api';

/** What going on would lose: moves, each by what it could do; shots and charges, each by who could make them. */
export interface LeftOver {
  what: 'move' | 'shoot' | 'charge';
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

/** The first three of them, and how many more. */
export const listed = (names: readonly string[]): string =>
  names.length > 3 ? `${names.slice(0, 3).join(', ')} and ${names.length - 3} more` : names.join(', ');

const WHAT: Readonly<Record<string, LeftOver['what']>> = { movement: 'move', shooting: 'shoot', charge: 'charge' };

/** What would be lost by going on: a move that could score or bring a unit to shoot, shots, and charges. */
export function leftOver(state: GameState): LeftOver | null {
  const { phase, phase_time: time } = state.game_model;
  const what = time === 'middle' ? WHAT[phase] : undefined;
  if (!what) return null;
  const said =
    what === 'move'
      ? waiting(state).flatMap(({ name, missed }) => (missed ? [`${name} ${missed}`] : []))
      : ableIn(state, phase).map(({ unit_name: name, could }) => `${name} could ${could}`);
  return said.length ? { what, said } : null;
}
