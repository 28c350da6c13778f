import type { GameState, UnitState } from '@/shared/api';
import { gapBetween } from '../map/ghost';
import { discsOf } from '../map/useGhost';

/** The most that two dice add up to, and the inch within which a charge has reached. */
const FARTHEST = 12 + 1;

const unitsOf = (state: GameState): readonly (readonly UnitState[])[] =>
  state.game_model.armies.map((army) => army.units);

/** Whether a charge could come of this turn: of a unit that has neither run nor fought, with an enemy in reach of the best roll. */
export function mayCharge(state: GameState): boolean {
  const armies = state.game_model.armies;
  const active = armies.findIndex((army) => army.uuid === state.current_army_uuid);
  const enemies = unitsOf(state).flatMap((units, side) => (side === active ? [] : units.flatMap(discsOf)));
  return (unitsOf(state)[active] ?? []).some((unit) => {
    if (unit.advanced || unit.fall_back || unit.engaged || unit.charged) return false;
    const near = gapBetween(discsOf(unit), enemies);
    return near !== null && near.gap <= FARTHEST + unit.charge_bonus;
  });
}

/** Whether somebody could fight in this turn: who is engaged, or has charged or is to. */
export const mayFight = (state: GameState): boolean =>
  Object.keys(state.recorded_charges).length > 0 ||
  unitsOf(state).some((units) => units.some((unit) => unit.alive && (unit.engaged || unit.charged)));
