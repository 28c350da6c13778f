import type { AbilityEffect, AbilityState, ActiveEffect, InactiveEffect, UnitState } from '@/shared/api';

/** The uuids of a unit and of the leaders that have joined it: their abilities are listed under their own. */
export const withLeaders = (unit: UnitState): string[] => [
  unit.uuid,
  ...(unit.leaders ?? []).map((leader) => leader.uuid),
];
/** The abilities of a unit and of its leaders. */
export const abilitiesOf = (abilities: readonly AbilityState[], unit: UnitState): AbilityState[] =>
  abilities.filter(({ location }) => location.unit_uuid !== null && withLeaders(unit).includes(location.unit_uuid));

export const isActivated = (ability: AbilityState): boolean =>
  ability.effects.some((effect) => effect.meta.activated_ability);
export const isCastable = (ability: AbilityState): boolean => isActivated(ability) || ability.meta.select_ability;
export const isJoin = (ability: AbilityState): boolean =>
  isActivated(ability) && ability.effects.some((effect) => effect.effect_type === 'join_unit');
/** What can be used now stands before what cannot. */
export const usableFirst = (abilities: readonly AbilityState[]): AbilityState[] =>
  abilities.toSorted((a, b) => Number(b.overall_active) - Number(a.overall_active));
/** Whether it has to be aimed at somebody; what works on its bearer or army alone has not. */
export const needsTargets = (ability: AbilityState): boolean =>
  isJoin(ability) || (isActivated(ability) && ability.meta.target !== 'none');

/** What an ability does, what is in force, or what is not and why. */
export type AnyEffect = AbilityEffect | ActiveEffect | InactiveEffect;
export type EffectStatus = 'Triggered' | 'Expired' | 'Inactive' | 'No casts';

export function effectStatus(effect: AnyEffect): EffectStatus {
  if (effect.is_triggered) return 'Triggered';
  if (effect.is_expired) return 'Expired';
  return 'remaining_casts' in effect && !effect.has_casts_remaining && effect.remaining_casts !== -1
    ? 'No casts'
    : 'Inactive';
}
