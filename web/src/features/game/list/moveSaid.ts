import type { GameState } from '@/shared/api';
import { unitOf } from '../board';
import { waiting } from '../shell/leftOver';

/** What came of a move that its player sees on the map alone: how far an advance may go, who holds, and who is left. */
export function moveSaid(state: GameState, unitId: string, type: string): string {
  const unit = unitOf(state, unitId);
  const { request } = state;
  if (!unit) return '';
  if (type === 'advance' && request?.kinds[0] === 'place' && request.unit_uuid === unitId && request.limit) {
    return `Advance: up to ${request.limit.toFixed(1)}″`;
  }
  if (type !== 'stationary') return '';
  const left = waiting(state).length;
  return `${unit.name} holds its position: ${left} unit${left === 1 ? '' : 's'} to move`;
}
