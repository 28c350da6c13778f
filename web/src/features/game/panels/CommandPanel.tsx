import { advancePhaseTime, rollDice } from '@/shared/api';
import { Button } from '@/shared/ui';
import { unitOf } from '../board';
import { useGame } from '../context';
import { AiStep, PanelHead } from './parts';

/** The command phase: battle-shock tests that are due, then on. */
export function CommandPanel() {
  const { gameId, state, run, busy } = useGame();
  const { request } = state;
  const tested = request?.kinds[0] === 'roll' ? unitOf(state, request.unit_uuid) : null;
  const path = { game_id: gameId };
  return (
    <>
      <PanelHead title="Command Phase - Middle"><AiStep /></PanelHead>
      {tested && (
        <div className="flex flex-col gap-2">
          <p>{tested.name} is below half strength and takes a battle-shock test: 2D6 against its leadership.</p>
          <Button tone="primary" icon="dice" busy={busy} disabled={request?.controller === 'ai'} onClick={() => void run((number) => rollDice({ path, body: { stage: 'all', number } }))}>Roll the test</Button>
        </div>
      )}
      <Button tone={tested ? 'plain' : 'primary'} busy={busy} disabled={tested !== null} onClick={() => void run((number) => advancePhaseTime({ path, body: { number } }))}>End Command Phase</Button>
    </>
  );
}
