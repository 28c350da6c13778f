import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import {
  answered,
  deleteGame,
  getGame,
  leaveSeat,
  listGames,
  sentence,
  type ListedGame,
  type OneGame,
  type SeatRow,
} from '@/shared/api';
import { useNavigate } from 'react-router';
import { useSession } from '@/shared/session';
import { confirm, toast } from '@/shared/ui';
import { stageOf } from './stage';

/** One's own games and those one was invited to, newest change first. */
export function useGames() {
  const id = useSession((state) => state.user?.id);
  return useQuery({
    queryKey: ['games', id],
    enabled: id !== undefined,
    refetchOnMount: 'always',
    queryFn: async () => (await answered(listGames({ query: { user_id: id } })))?.games ?? [],
  });
}

/** How often the owner's page asks whether somebody took the free seat, in milliseconds. */
const POLL_MS = 4000;

const isAwaited = (game: OneGame | undefined): boolean =>
  game?.role === 'owner' && stageOf(game) === 'setup' && game.seats.every((seat) => seat.taken_by === null);

/** One game with its seats. It is polled while its owner sets it up with a free seat. */
export const useGame = (gameId: string) =>
  useQuery({
    queryKey: ['game', gameId],
    refetchOnMount: 'always',
    queryFn: () => answered(getGame({ path: { game_id: gameId } })),
    refetchInterval: ({ state }) => (isAwaited(state.data) ? POLL_MS : false),
  });

/** Asks, then deletes a game. Says what came of it in the specification's words. */
export function useDeleteGame(onDeleted?: () => void) {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (game: Pick<ListedGame, 'game_id'>) => answered(deleteGame({ path: { game_id: game.game_id } })),
    onSuccess: (_, { game_id }) => {
      toast('Game deleted!');
      queries.removeQueries({ queryKey: ['game', game_id] });
      queries.setQueriesData<ListedGame[]>({ queryKey: ['games'] }, (games) =>
        games?.filter((each) => each.game_id !== game_id),
      );
      onDeleted?.();
    },
    onError: (error) => {
      console.error('Game not deleted', error);
      toast('Failed to delete game. Check console for details.', 'error');
    },
  });
  return async (game: Pick<ListedGame, 'game_id' | 'game_name'>): Promise<void> => {
    const text = `Are you sure you want to delete game "${game.game_name}"?`;
    if (await confirm({ title: 'Delete game', text, action: 'Delete', danger: true })) remove.mutate(game);
  };
}

/** Asks, then empties a seat: its holder leaves the game, or the owner sends the opponent away. */
export function useLeaveSeat(game: OneGame) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const leave = useMutation({
    mutationFn: (seat: SeatRow) => answered(leaveSeat({ path: { game_id: game.game_id, side: seat.side } })),
    onSuccess: async (_, seat) => {
      await queries.invalidateQueries({ queryKey: ['games'] });
      if (seat.mine && game.role !== 'owner') await navigate('/games');
      else await queries.invalidateQueries({ queryKey: ['game', game.game_id] });
    },
    onError: (error) => toast(sentence(error), 'error'),
  });
  return async (seat: SeatRow): Promise<void> => {
    const question = seat.mine
      ? {
          title: 'Leave the game',
          text: `Leave "${game.game_name}"? You need another invitation to come back.`,
          action: 'Leave',
        }
      : {
          title: 'Free the seat',
          text: `Send ${seat.taken_by} away from "${game.game_name}"? You command the army again, and can invite somebody else.`,
          action: 'Free the seat',
        };
    if (await confirm({ ...question, danger: true })) leave.mutate(seat);
  };
}
