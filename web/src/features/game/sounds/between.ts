import type { GameState } from '@/shared/api';

export type Sound = 'turn' | 'dice' | 'destroyed';

/** Whether the person at this browser is asked now, and not the computer for them. */
export const isMyTurn = ({ request }: GameState): boolean =>
  request !== null && request.mine && request.controller === 'human';

const living = (state: GameState): Set<string> =>
  new Set(state.game_model.armies.flatMap((army) => army.units.filter((unit) => unit.alive).map((unit) => unit.uuid)));

function diceFell(before: GameState, after: GameState): boolean {
  if (after.number <= before.number) return false;
  const roll = after.game_model.latest_roll;
  return (
    before.request?.kinds[0] === 'roll' ||
    after.charge_results.length > before.charge_results.length ||
    (roll !== null && JSON.stringify(roll) !== JSON.stringify(before.game_model.latest_roll))
  );
}

/** What is to be heard when one state of the game follows another, in order. */
export function soundsBetween(before: GameState, after: GameState): Sound[] {
  const found: Sound[] = [];
  if (diceFell(before, after)) found.push('dice');
  const now = living(after);
  if (after.number > before.number && [...living(before)].some((uuid) => !now.has(uuid))) found.push('destroyed');
  if (isMyTurn(after) && !isMyTurn(before)) found.push('turn');
  return found;
}
