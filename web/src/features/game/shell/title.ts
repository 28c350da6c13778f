import type { GameState } from '@/shared/api';
import { phaseLabel } from '../board';
import { isMyTurn } from '../sounds/between';

/** Whose turn it is, for somebody who looks at another tab; and, if you play both armies, which. */
function turn(state: GameState): string {
  const { request, sides, game_model: game } = state;
  if (!request || !isMyTurn(state)) return '';
  const alone = sides.length > 1 && game.armies.every((army) => army.controller === 'human');
  return alone ? `${request.army_name} to act · ` : 'Your turn · ';
}

/** The title of the game's tab. */
export function tabTitle(state: GameState): string {
  const { round, phase, status } = state.game_model;
  return status === 'Completed'
    ? 'The battle is over · Highground'
    : `${turn(state)}Round ${round}, ${phaseLabel(phase)} · Highground`;
}
