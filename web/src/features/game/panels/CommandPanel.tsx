import { advancePhaseTime, rollDice } from '@/shared/api';
import { useGameId, useGameState } from '../client/context';
import { unitOf } from '../board';
import { testSaid } from '../shell/prompt';
import { Act } from './Act';
import { AiStep, PanelHead } from './parts';

/** The command phase: battle-shock tests that are due, then on. */
export function CommandPanel() {
  const gameId = useGameId();
  const state = useGameState();
  const { request } = state;
  const tested = request?.kinds[0] === 'roll' ? unitOf(state, request.unit_uuid) : null;
  const path = { game_id: gameId };
  return (
    <>
      <PanelHead title="Command Phase - Middle">
        <AiStep />
      </PanelHead>
      {tested && (
        <div className="flex flex-col gap-2">
          <p>{tested.name} is below half strength.</p>
          <p>{testSaid(request, tested.name)}</p>
          <Act
            tone="primary"
            icon="dice"
            disabled={request?.controller === 'ai'}
            call={(number) => rollDice({ path, body: { stage: 'all', number } })}>
            Roll the test
          </Act>
        </div>
      )}
      <Act
        tone={tested ? 'plain' : 'primary'}
        disabled={tested !== null}
        call={(number) => advancePhaseTime({ path, body: { number } })}>
        End Command Phase
      </Act>
    </>
  );
}
