import type { AbilityEffect, AbilityOwner, AbilityState, AbilityTarget, GameState } from '@/shared/api';
import { json } from '@/test/page';
import { NOW, GAME, gameState, request, unit } from '../staged.test-kit';

/** Abilities of our own, as the server sends them. */

export const CALLS = `/api/game/${GAME}`;
const HOLDS = { time_check: true, action_check: true, expiration_check: true, casts_check: true };

export const effect = (more: Partial<AbilityEffect> = {}): AbilityEffect => ({
  effect_id: 'e1',
  effect_type: 'hit_roll',
  effect_value: '+1',
  affects: 'bearer',
  description: 'The unit: hit rolls +1',
  duration: 'always',
  meta: { activated_ability: false, select_ability: false },
  is_triggered: false,
  is_expired: false,
  has_casts_remaining: true,
  remaining_casts: 2,
  trigger_conditions: HOLDS,
  ...more,
});

const army = (side: 0 | 1): AbilityOwner => ({
  type: 'army',
  army_uuid: `army-${side}`,
  army_name: side ? 'Saltmarsh Host' : 'Lantern Wardens',
  unit_uuid: null,
  unit_name: null,
});
export const of = (unitId: string, name: string, side: 0 | 1 = 0): AbilityOwner => ({
  ...army(side),
  type: 'unit',
  unit_uuid: unitId,
  unit_name: name,
});

/** An ability that works by itself, in force. */
export function ability(name: string, more: Partial<AbilityState> = {}): AbilityState {
  return {
    id: name,
    uuid: name,
    name,
    description: `${name} says what it does.`,
    by_hand: false,
    switched_on: [],
    overall_active: true,
    is_selectable: false,
    selected: null,
    choosable_abilities: [],
    location: army(0),
    main_trigger: {
      trigger_time: '',
      trigger_phase: '',
      trigger_phase_time: '',
      trigger_action: '',
      trigger_list: [],
    },
    effects: [effect()],
    trigger_conditions: HOLDS,
    why_not: '',
    ...more,
    meta: {
      activated_ability: false,
      select_ability: false,
      stratagem: false,
      cost: 0,
      target: 'none',
      source: "Wardens' Rolls",
      type: 'triggered',
      ...more.meta,
    },
  };
}

type Meta = Partial<AbilityState['meta']>;
type Rest = Omit<Partial<AbilityState>, 'meta'> & { meta?: Meta };
const FLAG = { activated_ability: true, select_ability: false };

export const activated = (name: string, { meta, ...more }: Rest = {}): AbilityState =>
  ability(name, {
    effects: [effect({ meta: FLAG })],
    ...more,
    meta: { activated_ability: true, type: 'activated', ...meta } as AbilityState['meta'],
  });

export const stratagem = (name: string, { meta, ...more }: Rest = {}): AbilityState =>
  activated(name, { ...more, meta: { stratagem: true, type: 'stratagem', cost: 2, ...meta } });

export const joining = (name: string, { meta, ...more }: Rest = {}): AbilityState =>
  activated(name, {
    effects: [effect({ effect_type: 'join_unit', meta: FLAG })],
    location: of('runners', 'Torch Runners'),
    ...more,
    meta: { target: 'leadable', ...meta },
  });

export const selectable = (name: string, more: Partial<AbilityState> = {}): AbilityState =>
  ability(name, {
    is_selectable: true,
    effects: [],
    choosable_abilities: [
      { id: 'low', uuid: 'c-low', name: 'Low', description: 'Keep low.', effects: [] },
      { id: 'high', uuid: 'c-high', name: 'High', description: 'Stand high.', effects: [] },
    ],
    ...more,
    meta: { select_ability: true, type: 'selectable' } as AbilityState['meta'],
  });

export const idle = (each: AbilityState): AbilityState => ({
  ...each,
  overall_active: false,
  why_not: `${each.name} waits for the enemy.`,
  trigger_conditions: { time_check: true, action_check: false, expiration_check: true, casts_check: false },
  effects: each.effects.map((one) => ({ ...one, trigger_conditions: { ...HOLDS, action_check: false } })),
});

export const aim = (uuid: string, name: string, more: Partial<AbilityTarget> = {}): AbilityTarget => ({
  uuid,
  name,
  target_type: 'enemy unit',
  distance: 8.25,
  keywords: ['infantry', 'marsh'],
  joinable_info: null,
  ...more,
});

/** The answers of the three lists. */
export const listed = (abilities: readonly AbilityState[], stratagems: readonly AbilityState[] = []) => ({
  [`${CALLS}/abilities`]: () => json({ abilities, game_state: NOW }),
  [`${CALLS}/stratagems`]: () => json({ stratagems }),
  [`${CALLS}/active-effects`]: () => json({ active_effects: [] }),
});

export const shooting = (more: Partial<GameState> = {}, controller: 'human' | 'ai' = 'human'): GameState =>
  gameState({
    phase: 'shooting',
    asked: request(['shoot', 'end', 'use']),
    units: [unit('runners', 'Torch Runners')],
    controller,
    more,
  });
