import { advancePhaseTime } from '@/shared/api';
import { phaseLabel } from '../board';
import { useGame } from '../context';
import { Act } from './Act';
import { ActiveCastable } from './CastablePanel';
import { PanelHead } from './parts';
import { PhaseSummary } from './PhaseSummary';

/** A phase is over. */
export function EndPanel() {
  const { gameId, state } = useGame();
  return (
    <>
      <PanelHead title={`${phaseLabel(state.game_model.phase)} Phase - End`} />
      <Act tone="primary" call={(number) => advancePhaseTime({ path: { game_id: gameId }, body: { number } })}>
        Advance to Next Phase
      </Act>
      <PhaseSummary />
      <ActiveCastable />
    </>
  );
}
