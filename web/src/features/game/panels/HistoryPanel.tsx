import { useGameId } from '../client/context';
import { GameLog } from '@/features/log-timeline';

/** The whole battle so far, on its timeline. */
export function HistoryPanel() {
  const gameId = useGameId();
  return (
    <>
      <h2 className="label text-base">Game History</h2>
      <GameLog gameId={gameId} shared={false} />
    </>
  );
}
