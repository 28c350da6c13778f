import { useQuery } from '@tanstack/react-query';
import { answeredAs, getQuestion } from '@/shared/api';
import { zQuestionAsked } from '@/shared/api/validators';
import { useGameId, useGameState } from '../client/context';

/** The question that is asked of this player now, whole: the dice, the units, what each answer would change. */
export function useQuestion() {
  const gameId = useGameId();
  const { number } = useGameState();
  return useQuery({
    queryKey: ['game', gameId, 'question', number],
    queryFn: async () => (await answeredAs(zQuestionAsked, getQuestion({ path: { game_id: gameId } }))).question,
  });
}
