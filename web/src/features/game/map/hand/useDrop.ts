import type { Point } from '@/shared/geometry';
import { toSpot } from '../../board';
import { useClient } from '../../client/context';
import { usePlaceCommand } from '../../panels/Placing';
import { onFloor } from '../floors';
import type { Ghost } from '../useGhost';
import { useHabits } from './habits';
import { useMove } from './useMove';

/**
 * Moves a unit that was taken up on the map to where it was dropped, by the kind of move that goes so far. It stays in
 * the hand where it may not stand there, where it would roll an advance and not get there even so, where the player
 * wants to be asked first, and where the rules refuse it.
 */
export function useDrop(): (ghost: Ghost, places: readonly Point[]) => void {
  const command = usePlaceCommand();
  const move = useMove(command);
  const { table } = useClient();
  const ask = useHabits((habits) => habits.askFirst);
  return (ghost, places) => {
    const how = ghost.how(places);
    if (!ghost.pending.direct || ask || !how || command.locked || ghost.judge(places).state === 'bad') return;
    const { missed, miss } = table.getState();
    if (missed && how === 'advance') return;
    const where = { new_location: toSpot(ghost.middle(places)), places: places.map(toSpot), ...onFloor(ghost.floor) };
    void move(ghost.unit.uuid, how, where).then((state) => {
      if (state && missed) miss(missed);
    });
  };
}
