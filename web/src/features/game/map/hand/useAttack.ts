import { useMemo } from 'react';
import { resetUnit, selectTargets, selectUnit, type UnitState } from '@/shared/api';
import type { Table } from '../../client/table';
import { useClient, useGameId, useGameState, useTable } from '../../client/context';
import { useCommand, type Command } from '../../client/useCommand';
import {
  aimsOf,
  chosenNow,
  isComplete,
  missing,
  targetsOf,
  type Aim,
  type Chosen,
  type Splits,
} from '../../panels/fights/targets';
import { aimedAt, aimingPhase, attackerOf, attackers, isInReach, isSoleTarget } from './targeting';

/** What the weapons of a picked unit are aimed at: as the player chose, else as they come. */
export const chosenOf = (unit: UnitState, aimed: Table['aimed']): Chosen =>
  chosenNow(unit.weapons ?? [], aimed?.unitId === unit.uuid ? aimed.chosen : {});

/** How the weapons of a picked unit are shared out between targets. */
export const splitsOf = (unit: UnitState, aimed: Table['aimed']): Splits =>
  (aimed?.unitId === unit.uuid && aimed.splits) || NONE;

const NONE: Splits = {};

export interface Attack {
  unit: UnitState;
  phase: 'shooting' | 'combat';
  aims: readonly Aim[];
  targets: readonly string[];
  ready: boolean;
  /** What is still to be aimed, in words; empty where nothing is. */
  lacks: string;
  command: Command;
  fire: () => void;
  letGo: () => void;
}

/** The unit whose weapons are being aimed, with what a click and a press of Fire do; null while there is none. */
export function useAttack(): Attack | null {
  const gameId = useGameId();
  const state = useGameState();
  const command = useCommand();
  const { aimed, rollOn } = useTable();
  const unit = attackerOf(state);
  const phase = aimingPhase(state);
  const chosen = useMemo(() => unit && chosenOf(unit, aimed), [unit, aimed]);
  const aims = useMemo(
    () => (unit && chosen ? aimsOf(unit, chosen, splitsOf(unit, aimed)) : []),
    [unit, chosen, aimed],
  );
  if (!unit || !phase || !chosen) return null;
  const path = { game_id: gameId, phase };
  const ready = aims.length > 0 && isComplete(unit.weapons ?? [], chosen) && !command.locked;
  const fire = async () => {
    const body = { targets: [...aims], get_needed_values: true };
    const done = await command.run((number) => selectTargets({ path, body: { ...body, number } }));
    if (done) rollOn('begun');
  };
  return {
    unit,
    phase,
    aims,
    targets: targetsOf(aims),
    ready,
    lacks: missing(unit.weapons ?? [], chosen),
    command,
    fire: () => void fire(),
    letGo: () => void command.run((number) => resetUnit({ path, body: { number } })),
  };
}

/** What a click on a unit does while weapons may be aimed: whether it did anything. */
export function useAttackClicks(attack: Attack | null): (id: string) => boolean {
  const gameId = useGameId();
  const state = useGameState();
  const { table } = useClient();
  const command = useCommand();
  const phase = aimingPhase(state);
  const aim = ({ unit }: Attack, target: string): void => {
    const { aimed, aimBy, weaponId } = table.getState();
    const known = chosenOf(unit, aimed);
    const weapon = unit.weapons?.find((each) => each.weapon_uuid === weaponId);
    const one = weapon?.targets.some((each) => each.target_unit_uuid === target);
    aimBy(
      unit.uuid,
      weapon && one ? { ...known, [weapon.weapon_uuid]: target } : aimedAt(unit.weapons ?? [], known, target),
    );
  };
  return (id) => {
    if (!phase) return false;
    if (attack && isInReach(attack.unit, id)) {
      if (isSoleTarget(attack.targets, id) && !table.getState().weaponId && attack.ready) attack.fire();
      else aim(attack, id);
      return true;
    }
    if (id === attack?.unit.uuid || !attackers(state).some((each) => each.uuid === id)) return false;
    const body = { unit_uuid: id };
    void command.run((number) => selectUnit({ path: { game_id: gameId, phase }, body: { ...body, number } }));
    return true;
  };
}
