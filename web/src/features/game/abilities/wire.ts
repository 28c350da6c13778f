import type { WireUnit } from '../wire';

/** What the server tells of abilities, stratagems and effects; see highground/play/abilities.py. */

export interface WireChecks {
  time_check: boolean;
  action_check: boolean;
  expiration_check: boolean;
  casts_check: boolean;
}

export interface WireEffect {
  effect_id: string;
  effect_type: string;
  effect_value: string;
  affects: string;
  description?: string;
  is_triggered: boolean;
  is_expired: boolean;
  has_casts_remaining?: boolean;
  /** -1 is as often as one likes. */
  remaining_casts?: number;
  meta?: { activated_ability?: boolean; select_ability?: boolean };
  trigger_conditions?: WireChecks;
}

export interface WireChoice {
  id: string;
  uuid: string;
  name: string;
  description: string;
}

export interface WireAbility {
  id: string;
  uuid: string;
  name: string;
  description: string;
  by_hand: boolean;
  switched_on: ActiveEffect[];
  overall_active: boolean;
  is_selectable: boolean;
  selected: string | null;
  choosable_abilities: WireChoice[];
  meta: {
    activated_ability: boolean;
    select_ability: boolean;
    stratagem: boolean;
    cost?: number;
    target: string;
    source: string;
    type: string;
  };
  location: { type: string; army_uuid: string; army_name: string; unit_uuid: string | null; unit_name: string | null };
  effects: WireEffect[];
  trigger_conditions: WireChecks;
  why_not: string;
}

export interface WireAim {
  uuid: string;
  name: string;
  target_type: string;
  distance: number | null;
  keywords: string[];
  joinable_info: { source_ability: string; source_miniature_name: string } | null;
}

export interface ActiveEffect extends WireEffect {
  name: string;
  duration?: string;
  why_not?: string;
}

export interface ArmyEffects {
  army_uuid: string;
  army_name: string;
  effects: ActiveEffect[];
  units: { unit_uuid: string; unit_name: string; effects: ActiveEffect[]; inactive_effects: ActiveEffect[] }[];
}

/** The uuids of a unit and of the leaders that have joined it: their abilities are told under their own. */
export const withLeaders = (unit: WireUnit): string[] => [
  unit.uuid,
  ...(unit.leaders ?? []).map((leader) => leader.uuid),
];
/** The abilities of a unit and of its leaders. */
export const abilitiesOf = (abilities: readonly WireAbility[], unit: WireUnit): WireAbility[] =>
  abilities.filter(({ location }) => location.unit_uuid !== null && withLeaders(unit).includes(location.unit_uuid));

const flagged = (ability: WireAbility): boolean => ability.effects.some((effect) => effect.meta?.activated_ability);

export const isActivated = (ability: WireAbility): boolean => flagged(ability);
export const isCastable = (ability: WireAbility): boolean => flagged(ability) || ability.meta.select_ability;
export const isJoin = (ability: WireAbility): boolean =>
  isActivated(ability) && ability.effects.some((effect) => effect.effect_type === 'join_unit');
/** Whether it has to be aimed at somebody; what works on its bearer or army alone has not. */
export const needsTargets = (ability: WireAbility): boolean =>
  isJoin(ability) || (isActivated(ability) && ability.meta.target !== 'none');

export type EffectStatus = 'Triggered' | 'Expired' | 'Inactive' | 'No casts';

export function effectStatus(effect: WireEffect): EffectStatus {
  if (effect.is_triggered) return 'Triggered';
  if (effect.is_expired) return 'Expired';
  return effect.has_casts_remaining === false && effect.remaining_casts !== -1 ? 'No casts' : 'Inactive';
}
