import { useQuery } from '@tanstack/react-query';
import { answeredAs, getThreat, type Threat } from '@/shared/api';
import { zThreat } from '@/shared/api/validators';
import { useGameId, useGameState } from '../../client/context';
import { viewerSide } from '../lines';

/** What the enemy could do at most in each square, to a unit of the viewer's own where one is meant. */
export function useThreat(on: boolean, unitId: string | null): Threat | null {
  const gameId = useGameId();
  const number = useGameState((state) => state.number);
  const army = useGameState((state) => state.game_model.armies[viewerSide(state)]);
  const unit = army?.units.find((each) => each.uuid === unitId && each.alive)?.uuid ?? '';
  const found = useQuery({
    // Off, it is the same question in all states: each new one would be kept beside the others, though nobody asks it.
    queryKey: ['game', gameId, 'threat', ...(on ? [number, army?.uuid, unit] : [])],
    queryFn: () =>
      answeredAs(
        zThreat,
        getThreat({ path: { game_id: gameId, army_uuid: army?.uuid ?? '' }, query: { unit_uuid: unit } }),
      ),
    enabled: on && army !== undefined,
    placeholderData: (known) => known,
    retry: false,
  });
  return (on && found.data) || null;
}
