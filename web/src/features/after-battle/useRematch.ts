import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { answered, rematch } from '@/shared/api';

/** Makes the rematch of a game, or takes the seat at it, and goes there. */
export function useRematch(gameId: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => answered(rematch({ path: { game_id: gameId } })),
    onSuccess: async (made) => {
      await queries.invalidateQueries({ queryKey: ['games'] });
      void queries.invalidateQueries({ queryKey: ['game', gameId], exact: true });
      await navigate(`/games/setup/${made?.game_id ?? ''}`);
    },
  });
}
