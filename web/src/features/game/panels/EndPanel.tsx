import { advancePhaseTime } from '@/shared/api';
import { Button } from '@/shared/ui';
import { phaseLabel } from '../board';
import { useGame } from '../context';
import { ActiveCastable } from './CastablePanel';
import { PanelHead } from './parts';
import { PhaseSummary } from './PhaseSummary';

/** A phase is over. */
export function EndPanel() {
  const { gameId, state, run, busy } = useGame();
  return (
    <>
      <PanelHead title={`${phaseLabel(state.game_model.phase)} Phase - End`} />
      <Button tone="primary" busy={busy} onClick={() => void run((number) => advancePhaseTime({ path: { game_id: gameId }, body: { number } }))}>Advance to Next Phase</Button>
      <PhaseSummary />
      <ActiveCastable />
    </>
  );
}
