import { useAttack, useAttackClicks } from './useAttack';
import { useCharge, useChargeClicks } from './useCharge';

/** What is in hand on the map in the phases of attacks and charges, and what a click on a unit does with it. */
export function useHand() {
  const attack = useAttack();
  const charge = useCharge();
  const clickOfAttack = useAttackClicks(attack);
  const clickOfCharge = useChargeClicks(charge);
  return { attack, charge, click: (id: string): boolean => clickOfAttack(id) || clickOfCharge(id) };
}
