import { useMutation, useQuery } from '@tanstack/react-query';
import { answered, getLatestDiceImage, readDiceAgain, sentence } from '@/shared/api';
import { diceOf } from './found';

/** How often is asked for a reading that is not there yet. */
const AGAIN_MS = 2000;

/** The latest photo of the dice tray and what was read from it, or why nothing could be; `rolled`: dice of the roll. */
export function useDiceImage(gameId: string, rolled: number | null) {
  const query = useQuery({
    queryKey: ['game', gameId, 'dice-image', rolled],
    retry: false,
    queryFn: async () =>
      (await answered(getLatestDiceImage({ path: { game_id: gameId }, query: { rolled: rolled ?? undefined } }))) ??
      null,
    refetchInterval: ({ state: { data } }) =>
      data?.exists && !data.error && !diceOf(data.analysis) ? AGAIN_MS : false,
  });
  const { data, error, refetch, isFetching } = query;
  const again = useMutation({
    mutationFn: () => answered(readDiceAgain({ path: { game_id: gameId } })),
    onSuccess: () => refetch(),
  });
  return {
    image: data ?? null,
    result: diceOf(data?.analysis),
    error: error ? sentence(error, 'Failed to fetch dice image') : '',
    busy: isFetching,
    refetch: () => void refetch(),
    /** Why the photo was not read, or was not begun again. */
    unread: data?.error ? (again.error ? sentence(again.error, 'The photo could not be read again') : data.error) : '',
    readAgain: { busy: again.isPending, begin: () => again.mutate() },
  };
}
