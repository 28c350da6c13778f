import { askUndo, undo } from '@/shared/api';
import { IconButton } from '@/shared/ui';
import { useGame } from '../context';
import { useTable } from '../tableStore';

/** What taking back would do now: at once where that is free, else the other player is asked. */
export function useUndo(): { label: string; possible: boolean; act: () => void } {
  const { gameId, state, run, busy } = useGame();
  const last = state.undo ?? null;
  const alone = state.sides.length > 1;
  const free = last !== null && (alone || (last.free && last.yours));
  const possible = last !== null && !last.asked && !busy && state.sides.length > 0;
  const act = () => {
    if (!possible) return;
    useTable.getState().want(null);
    void run((number) => (free ? undo : askUndo)({ path: { game_id: gameId }, body: { number } }));
  };
  const label = !last ? 'Nothing to take back' : last.asked ? 'Waiting for consent' : free ? `Take back ${last.what} (U)` : `Ask the other player to take back ${last.what} (U)`;
  return { label, possible, act };
}

/** Takes the last choice back; its label says which. Who only watches has none. */
export function UndoButton() {
  const { state } = useGame();
  const { label, possible, act } = useUndo();
  if (!state.sides.length) return null;
  return <IconButton icon="undo" label={label} disabled={!possible} onClick={act} />;
}
