import { selectUnit, type GameState } from '@/shared/api';
import { useClient, useGameId } from '../../client/context';
import type { Command } from '../../client/useCommand';
import { aimingPhase, attackers, nextCharger } from './targeting';

/** Takes the next unit that can shoot, charge or fight in hand: nothing is chosen by it that cannot be let go of. */
export function useNextInHand({ run }: Pick<Command, 'run'>): (state: GameState) => void {
  const gameId = useGameId();
  const { table } = useClient();
  return (state) => {
    const phase = aimingPhase(state);
    // Who fights may have nobody in reach before it piles in.
    const [next] = state.request?.kinds.includes('fight') ? state.units : attackers(state);
    const charger = nextCharger(state);
    if (phase && next) {
      const path = { game_id: gameId, phase };
      void run((number) => selectUnit({ path, body: { unit_uuid: next.uuid, number } }));
    } else if (charger) table.getState().select(charger);
  };
}
