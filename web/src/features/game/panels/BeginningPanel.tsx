import { advancePhaseTime } from '@/shared/api';
import { Button } from '@/shared/ui';
import { phaseLabel } from '../board';
import { useGame } from '../context';
import { ActiveCastable } from './CastablePanel';
import { PanelHead } from './parts';

/** A phase begins. */
export function BeginningPanel() {
  const { gameId, state, run, busy } = useGame();
  const phase = phaseLabel(state.game_model.phase);
  return (
    <>
      <PanelHead title={`${phase} Phase - Beginning`} />
      <p className="text-soft">{state.current_army_name}, round {state.game_model.round}.</p>
      <Button tone="primary" busy={busy} onClick={() => void run((number) => advancePhaseTime({ path: { game_id: gameId }, body: { number } }))}>Begin {phase} Actions</Button>
      <ActiveCastable />
    </>
  );
}
