import type { ChargingUnit, GameState, UnitState, UsableWeapon } from '@/shared/api';
import { chargeChance } from '../../panels/fights/charging';
import { firstTargets, type Chosen } from '../../panels/fights/targets';

const ATTACKS: Readonly<Record<string, 'shooting' | 'combat'>> = { shooting: 'shooting', combat: 'combat' };

/** The phase in which this window's player aims weapons now; null while nobody does. */
export function aimingPhase({
  request,
  game_model: { phase, phase_time: time },
}: GameState): 'shooting' | 'combat' | null {
  if (!request?.mine || request.controller !== 'human' || time !== 'middle') return null;
  return request.kinds.some((kind) => kind === 'shoot' || kind === 'fight' || kind === 'strike')
    ? (ATTACKS[phase] ?? null)
    : null;
}

/** The unit whose weapons are aimed: by name before it shoots, by the question itself once it has piled in. */
export function attackerOf(state: GameState): UnitState | null {
  const { request } = state;
  if (!aimingPhase(state) || !request) return null;
  const uuid = request.kinds[0] === 'strike' ? request.unit_uuid : request.selected_unit_uuid;
  return state.units.find((unit) => unit.uuid === uuid && unit.weapons) ?? null;
}

const hasTarget = (unit: UnitState): boolean => unit.weapons?.some((each) => each.targets.length > 0) ?? false;

/** Units that may be picked to attack, those that have something to aim at. */
export const attackers = (state: GameState): UnitState[] =>
  aimingPhase(state) && state.request?.kinds[0] !== 'strike' ? state.units.filter(hasTarget) : [];

const reaches = (weapon: UsableWeapon, target: string): boolean =>
  weapon.targets.some((each) => each.target_unit_uuid === target);

export const isInReach = (unit: UnitState, target: string): boolean =>
  unit.weapons?.some((each) => reaches(each, target)) ?? false;

/** Every weapon that reaches the target is aimed at it, one of two rivals; the others stay as they are. */
export function aimedAt(weapons: readonly UsableWeapon[], chosen: Chosen, target: string): Chosen {
  const able = weapons.filter((weapon) => reaches(weapon, target));
  const only = able.map((weapon) => ({
    ...weapon,
    targets: weapon.targets.filter((each) => each.target_unit_uuid === target),
  }));
  return { ...chosen, ...firstTargets(only) };
}

/** Whether everything that is aimed at all is aimed at it. */
export const isSoleTarget = (targets: readonly string[], target: string): boolean =>
  targets.length === 1 && targets[0] === target;

/** A unit that may charge now, and has somebody in reach. */
export function chargerOf(state: GameState, uuid: string | null): ChargingUnit | null {
  const { request } = state;
  if (!request?.mine || request.controller !== 'human' || !request.kinds.includes('charge')) return null;
  return (
    state.chargeable_units.find((unit) => unit.unit_uuid === uuid && unit.targets.some((each) => each.in_range)) ?? null
  );
}

/** A charge that reaches less often is not proposed, in percent. */
const WORTH = 50;

/** The unit whose charge reaches most often, of those that have not charged; null where none is worth proposing. */
export function nextCharger(state: GameState): string | null {
  const able = state.chargeable_units
    .filter((unit) => chargerOf(state, unit.unit_uuid) && !state.recorded_charges[unit.unit_uuid])
    .map((unit) => {
      const needed = Math.min(...unit.targets.filter((each) => each.in_range).map((each) => each.needed));
      return { uuid: unit.unit_uuid, chance: chargeChance(needed, unit.charge_bonus) };
    })
    .filter(({ chance }) => chance >= WORTH);
  return able.toSorted((a, b) => b.chance - a.chance)[0]?.uuid ?? null;
}
