import { advancePhaseTime } from '@/shared/api';
import { useGameId, useGameState } from '../client/context';
import { phaseLabel } from '../board';
import { Act } from './Act';
import { ActiveCastable } from './CastablePanel';
import { PanelHead } from './parts';
import { PhaseSummary } from './PhaseSummary';

/** A phase is over. */
export function EndPanel() {
  const gameId = useGameId();
  const state = useGameState();
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
