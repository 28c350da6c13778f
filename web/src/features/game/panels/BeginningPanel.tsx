import { advancePhaseTime } from '@/shared/api';
import { useGameId, useGameState } from '../client/context';
import { phaseLabel } from '../board';
import { Act } from './Act';
import { ActiveCastable } from './CastablePanel';
import { PanelHead } from './parts';

/** A phase begins. */
export function BeginningPanel() {
  const gameId = useGameId();
  const state = useGameState();
  const phase = phaseLabel(state.game_model.phase);
  return (
    <>
      <PanelHead title={`${phase} Phase - Beginning`} />
      <p className="text-soft">
        {state.current_army_name}, round {state.game_model.round}.
      </p>
      <Act tone="primary" call={(number) => advancePhaseTime({ path: { game_id: gameId }, body: { number } })}>
        Begin {phase} Actions
      </Act>
      <ActiveCastable />
    </>
  );
}
