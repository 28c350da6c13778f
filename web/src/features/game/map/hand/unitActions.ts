import type { GameState, March, UnitState } from '@/shared/api';
import { unitOf } from '../../board';
import { advanceIsRolled } from './marches';
import { attackers, aimingPhase, chargerOf } from './targeting';

/** What a unit's menu offers. Nothing of it rolls dice by one key: the menu is the second. */
export type UnitAction =
  | { kind: 'move' | 'advance' | 'ownAdvance' | 'hold' | 'arrive' | 'flyOff' | 'place'; label: string }
  | { kind: 'embark'; label: string; transportId: string }
  | { kind: 'getOut'; label: string; unitId: string }
  | { kind: 'attack'; label: string; phase: 'shooting' | 'combat' }
  | { kind: 'charge' | 'why' | 'sheet'; label: string };

function moveLabel(unit: UnitState | undefined, kinds: readonly March['how'][]): string {
  if (unit?.flies_off) return 'Fly ahead';
  return kinds.includes('fall_back') ? 'Fall back' : 'Move';
}

const moves = (unit: UnitState | undefined, ownDice: boolean): UnitAction[] => {
  const kinds = unit?.marches?.map((each) => each.how) ?? [];
  const found: UnitAction[] = [];
  if (kinds.length) found.push({ kind: 'move', label: moveLabel(unit, kinds) });
  if (kinds.includes('advance')) found.push({ kind: 'advance', label: 'Advance: roll the die' });
  if (ownDice && advanceIsRolled(unit?.marches)) found.push({ kind: 'ownAdvance', label: 'Advance: own die' });
  if (unit?.flies_off) found.push({ kind: 'flyOff', label: 'Fly off the table' });
  else if (kinds.length) found.push({ kind: 'hold', label: 'Hold position' });
  const rides = unit?.rides ?? [];
  return [
    ...found,
    ...rides.map((each): UnitAction => ({ kind: 'embark', label: `Get into ${each.name}`, transportId: each.uuid })),
  ];
};

/** What can be done with a unit now, and what can always be asked of it. */
export function actionsOf(state: GameState, uuid: string): UnitAction[] {
  const { request } = state;
  const mine = request?.mine === true && request.controller === 'human';
  const able = mine ? state.units.find((each) => each.uuid === uuid) : undefined;
  const riders =
    mine && request.kinds.includes('disembark') ? state.units.filter((each) => each.inside?.uuid === uuid) : [];
  const phase = aimingPhase(state);
  const attacks = phase && attackers(state).some((each) => each.uuid === uuid);
  return [
    ...(mine && request.kinds.includes('move') ? moves(able, state.dice.own_dice) : []),
    ...(mine && request.kinds[0] === 'place' && request.unit_uuid === uuid
      ? [{ kind: 'place', label: 'Choose its place' } as const]
      : []),
    ...(able?.in_reserves ? [{ kind: 'arrive', label: 'Arrive' } as const] : []),
    ...riders.map((each): UnitAction => ({ kind: 'getOut', label: `${each.name} gets out`, unitId: each.uuid })),
    ...(attacks ? [{ kind: 'attack', label: phase === 'shooting' ? 'Shoot' : 'Fight', phase } as const] : []),
    ...(chargerOf(state, uuid) ? [{ kind: 'charge', label: 'Charge' } as const] : []),
    { kind: 'why', label: 'What can be done now?' },
    ...(unitOf(state, uuid) ? [{ kind: 'sheet', label: 'Show its card' } as const] : []),
  ];
}
