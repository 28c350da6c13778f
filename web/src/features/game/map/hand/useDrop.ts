import type { March } from '@/shared/api';
import type { Point } from '@/shared/geometry';
import { toSpot } from '../../board';
import { useClient, useGameId, useGameState } from '../../client/context';
import { usePlaceCommand } from '../../panels/Placing';
import { foreseen } from '../ahead/useAhead';
import { onFacings } from '../facing';
import { onFloor } from '../floors';
import type { Ghost } from '../useGhost';
import { useHabits } from './habits';
import { advanceIsRolled } from './marches';
import { useMove } from './useMove';

/**
 * Moves a unit that was taken up on the map to where it was dropped, by the kind of move that goes so far. It stays in
 * the hand where it may not stand there, where it would roll an advance and not get there even so, where falling back
 * could cost miniatures, where the player wants to be asked first or may have an own die for its advance, and where the
 * rules refuse it.
 */
export function useDrop(): (ghost: Ghost, places: readonly Point[]) => void {
  const command = usePlaceCommand();
  const move = useMove(command);
  const { table } = useClient();
  const risks = useRisks();
  const ask = useHabits((habits) => habits.askFirst);
  const ownDice = useGameState(({ dice }) => dice.own_dice);
  const go = async (ghost: Ghost, places: readonly Point[], how: March['how']) => {
    const { missed, miss } = table.getState();
    if (how === 'fall_back' && (await risks(ghost, places))) return;
    const where = {
      new_location: toSpot(ghost.middle(places)),
      places: places.map(toSpot),
      ...onFacings(ghost),
      ...onFloor(ghost.floor),
    };
    const state = await move(ghost.unit.uuid, how, where);
    if (state && missed) miss(missed);
  };
  return (ghost, places) => {
    const how = ghost.how(places);
    if (!ghost.pending.direct || ask || !how || command.locked || ghost.judge(places).state === 'bad') return;
    if (how === 'advance' && (table.getState().missed || (ownDice && advanceIsRolled(ghost.pending.marches)))) return;
    void go(ghost, places, how);
  };
}

/** Whether a unit that was dropped would risk miniatures, or is no longer in the hand: the server has to be asked. */
function useRisks(): (ghost: Ghost, places: readonly Point[]) => Promise<boolean> {
  const gameId = useGameId();
  const { table } = useClient();
  return async (ghost, places) => {
    const { places: dropped } = table.getState();
    const risk = await foreseen(gameId, ghost, places).then(
      ({ escape }) => escape,
      () => null,
    );
    const now = table.getState();
    if (now.pending !== ghost.pending || now.places !== dropped) return true;
    now.warn(risk);
    return risk !== null && risk.tested > 0;
  };
}
