import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answered, updateGame } from '@/shared/api';

export interface GameChange {
  game_name?: string;
  description?: string;
  shared?: boolean;
}

/** Changes a game; every page that shows it takes the server's answer. */
export function useChangeGame(gameId: string) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: GameChange) => answered(updateGame({ path: { game_id: gameId }, body })),
    onSuccess: (game) => {
      queries.setQueryData(['game', gameId], game);
      void queries.invalidateQueries({ queryKey: ['games'] });
    },
  });
}
