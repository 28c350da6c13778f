import { processCharge, recordCharges, type ChargeTarget, type ChargingUnit } from '@/shared/api';
import { toast } from '@/shared/ui';
import { useGameId, useGameState, useTable } from '../../client/context';
import { useCommand, type Command } from '../../client/useCommand';
import { chargerOf } from './targeting';

export interface Charge {
  unit: ChargingUnit;
  /** The enemy that it would charge; null where none is in reach. */
  target: ChargeTarget | null;
  /** Whether the player named it: else it is the nearest. */
  chosen: boolean;
  command: Command;
  go: () => void;
  letGo: () => void;
}

/** The unit that is selected to charge, with its targets; null while none is. */
export function useCharge(): Charge | null {
  const gameId = useGameId();
  const state = useGameState();
  const command = useCommand();
  const { selectedId, chargeAt, planCharge, select, rollOn } = useTable();
  const unit = chargerOf(state, selectedId);
  if (!unit) return null;
  const able = unit.targets.filter((each) => each.in_range);
  const chosen = able.find((each) => each.target_unit_uuid === chargeAt);
  const target = chosen ?? able.toSorted((a, b) => a.needed - b.needed)[0] ?? null;
  const letGo = () => {
    planCharge(null);
    select(null);
  };
  const go = async () => {
    if (!target) return;
    const [path, charger] = [{ game_id: gameId }, unit.unit_uuid];
    const declared =
      state.recorded_charges[charger] ??
      (await command.run((number) =>
        recordCharges({ path, body: { charges: { [charger]: [target.target_unit_uuid] }, number } }),
      ));
    if (!declared) return;
    const done = await command.run((number) => processCharge({ path, body: { charging_unit_uuid: charger, number } }));
    if (!done) return;
    letGo();
    rollOn('begun');
  };
  return { unit, target, chosen: chosen !== undefined, command, go: () => void go(), letGo };
}

/** What a click on a unit does while one is selected to charge: whether it did anything. */
export function useChargeClicks(charge: Charge | null): (id: string) => boolean {
  const planCharge = useTable((table) => table.planCharge);
  return (id) => {
    const target = charge?.unit.targets.find((each) => each.target_unit_uuid === id);
    if (!charge || !target) return false;
    if (!target.in_range)
      toast(`${target.target_unit_name} is ${target.distance.toFixed(1)}″ away: too far to charge.`);
    else if (charge.chosen && charge.target?.target_unit_uuid === id && !charge.command.locked) charge.go();
    else planCharge(id);
    return true;
  };
}
