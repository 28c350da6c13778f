import { useQuery } from '@tanstack/react-query';
import { answered, getLatestDiceImage, sentence } from '@/shared/api';
import { diceOf } from './found';

/** How often is asked for a reading that is not there yet. */
const AGAIN_MS = 2000;

/** The latest photo of the dice tray and what was read from it. */
export function useDiceImage(gameId: string) {
  const query = useQuery({
    queryKey: ['game', gameId, 'dice-image'], retry: false,
    queryFn: async () => (await answered(getLatestDiceImage({ path: { game_id: gameId } }))) ?? null,
    refetchInterval: ({ state: { data } }) => (data?.exists && !diceOf(data.analysis) ? AGAIN_MS : false),
  });
  const { data, error, refetch, isFetching } = query;
  return {
    image: data ?? null,
    result: diceOf(data?.analysis),
    error: error ? sentence(error, 'Failed to fetch dice image') : '',
    busy: isFetching,
    refetch: () => void refetch(),
  };
}
