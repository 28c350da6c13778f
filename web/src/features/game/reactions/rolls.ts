import type { GameState } from '@/shared/api';

/**
 * Whether the dice of the last charge may still be rerolled. What the opponent is asked is not shown: in the middle of their
 * own charges it is about the dice that have just fallen.
 */
export function isChargeRollOpen({ request, current_army_uuid: current, game_model: model }: GameState): boolean {
  if (!request) return false;
  if (request.mine) return request.why === 'rolled' && request.stage === 'charge';
  const charging = model.phase === 'charge' && model.phase_time === 'middle' && request.army_uuid === current;
  return charging && request.kinds[0] === 'pass';
}
