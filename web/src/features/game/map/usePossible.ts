import { useQuery } from '@tanstack/react-query';
import { answered, getPossible } from '@/shared/api';
import { useGameId, useGameState } from '../client/context';

/** What can be done now, and why a unit cannot: the rules' own answer, asked once for all who show it. */
export function usePossible(enabled: boolean) {
  const gameId = useGameId();
  const number = useGameState((state) => state.number);
  return useQuery({
    queryKey: ['game', gameId, 'possible', number],
    enabled,
    queryFn: async () => (await answered(getPossible({ path: { game_id: gameId } }))) ?? null,
  });
}
