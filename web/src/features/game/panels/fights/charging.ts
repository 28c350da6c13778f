import type { GameState } from '@/shared/api';

/** Ways, of the 36 that two dice can fall, to roll at least `needed`. */
const waysToReach = (needed: number): number => {
  let ways = 0;
  for (let first = 1; first <= 6; first += 1)
    for (let second = 1; second <= 6; second += 1) if (first + second >= needed) ways += 1;
  return ways;
};

/** The chance, in whole per cent, that 2D6 with a bonus come to at least `needed`. */
export const chargeChance = (needed: number, bonus = 0): number => Math.round((waysToReach(needed - bonus) / 36) * 100);

/** What the dice of a charge must come to, the bonus named: '7+ on 2D6', 'needs 10 with +1 on 2D6'. */
export const chargeNeeds = (needed: number, bonus = 0): string =>
  bonus ? `needs ${needed} with ${signed(bonus)} on 2D6` : `${needed}+ on 2D6`;

/** '+1', '−1'. */
export const signed = (value: number): string => (value < 0 ? `−${-value}` : `+${value}`);

/** Whether the panel rolls and no longer records: charges that were rolled, or registered with nobody left to register. */
export function mustRoll(state: GameState): boolean {
  const recorded = Object.keys(state.recorded_charges);
  const waiting = state.chargeable_units.filter((unit) => !recorded.includes(unit.unit_uuid));
  return recorded.length > 0 && (waiting.length === 0 || state.charge_results.length > 0);
}
