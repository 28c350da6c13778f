import { moveUnit, type GameState, type MoveCall } from '@/shared/api';
import type { Command } from '../../client/useCommand';
import { useClient, useGameId } from '../../client/context';
import { moveSaid } from '../../list/moveSaid';
import { speak } from '../../list/spoken';

interface Where {
  new_location?: [number, number] | null;
  places?: [number, number][];
  facings?: number[];
  floor?: number;
  transport_uuid?: string;
  /** Own dice of the move: an advance's die. */
  dice?: MoveCall['dice'];
}

/** Sends a move of a unit; what was being chosen on the map is over once it is taken. The state it led to, or null. */
export function useMove({ run }: Command): (unitId: string, type: string, where?: Where) => Promise<GameState | null> {
  const gameId = useGameId();
  const { table } = useClient();
  return async (unitId, type, where = {}) => {
    const { pending, selectedId, granted } = table.getState();
    const done = await run((number) =>
      moveUnit({
        path: { game_id: gameId },
        body: { unit_uuid: unitId, movement_type: type, new_location: null, number, ...where },
      }),
    );
    if (!done) return null;
    const { state } = done;
    // However it moved, dice that were being typed for that are not wanted any more.
    if (table.getState().ownDiceOf === unitId) table.getState().askOwnDice(null);
    const said = moveSaid(state, unitId, type);
    if (said) speak(said);
    if (state.request?.kinds[0] === 'place' && state.request.unit_uuid === unitId) return state;
    granted(pending);
    if (table.getState().selectedId === selectedId) table.getState().select(null);
    return state;
  };
}
