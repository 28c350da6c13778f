import { useQueryClient } from '@tanstack/react-query';
import { Notice } from '@/shared/ui';
import { useGame } from '../context';
import { gameKey } from '../gameId';
import { useFault } from '../received';

/** Says that the state of the game came with something missing or wrong; what needs that may be missing on the table. */
export function StateNotice() {
  const { gameId } = useGame();
  const queries = useQueryClient();
  const { wrong } = useFault();
  if (!wrong) return null;
  return (
    <Notice
      text={`The server sent a state of the game that this page cannot read whole: ${wrong}. What needs it may be missing here.`}
      onRetry={() => void queries.resetQueries({ queryKey: gameKey(gameId) })}
    />
  );
}
