import type { GameState } from '@/shared/api';
import { toast } from '@/shared/ui';
import { useGameState } from '../client/context';

/** The names of this player's units that wait in reserve, and so stand nowhere on the map. */
export const reservedOf = ({ game_model: { armies }, sides }: GameState): string[] =>
  armies
    .filter((army, side) => sides.includes(side) && army.controller === 'human')
    .flatMap((army) => army.units.filter((unit) => unit.in_reserves))
    .map((unit) => unit.name);

/** Names the units that the computer has put into reserve for the player. */
export function sayReserved(names: readonly string[]): void {
  if (names.length) toast(`Kept in reserve, to arrive in a later turn: ${names.join(', ')}.`);
}

/** Who waits in reserve while the others are set up: it is not forgotten, but comes in later. */
export function InReserve() {
  const names = useGameState((state) => reservedOf(state).join(', '));
  if (!names) return null;
  return <p className="w-full text-sm text-soft">In reserve, to arrive in a later turn: {names}.</p>;
}
