import type { AbilityState, GameState } from '@/shared/api';
import { withLeaders } from '../abilities/kinds';

/** The abilities that going on stopped for, by their ids, and the phase that they are for. */
export interface Offered {
  moment: string;
  ids: readonly string[];
}

/** A phase of the battle: what is offered as it begins can be used until it is over. */
export const momentKey = ({ game_model: { round, turn, phase } }: GameState): string => `${round}.${turn}.${phase}`;

export interface Bearer {
  who: string;
  ability: AbilityState;
}

/** One ability with all who may use it. */
export interface Offer {
  name: string;
  description: string;
  bearers: readonly Bearer[];
}

/** Abilities of one name and text together, each unit once: a leader's own is that of the unit that it has joined. */
export function offersOf({ game_model: { armies } }: GameState, abilities: readonly AbilityState[]): Offer[] {
  const units = armies.flatMap((army) => army.units);
  const found: (Offer & { bearers: Bearer[] })[] = [];
  for (const ability of abilities) {
    const { name, description, location } = ability;
    const unit = units.find((each) => location.unit_uuid !== null && withLeaders(each).includes(location.unit_uuid));
    const who = unit?.name ?? location.unit_name ?? location.army_name;
    const offer = found.find((each) => each.name === name && each.description === description);
    if (!offer) found.push({ name, description, bearers: [{ who, ability }] });
    else if (!offer.bearers.some((each) => each.who === who)) offer.bearers.push({ who, ability });
  }
  return found;
}
