import { GameLog } from '@/features/log-timeline';
import { useGame } from '../context';

/** The whole battle so far, on its timeline. */
export function HistoryPanel() {
  const { gameId } = useGame();
  return (
    <>
      <h2 className="label text-base">Game History</h2>
      <GameLog gameId={gameId} shared={false} />
    </>
  );
}
