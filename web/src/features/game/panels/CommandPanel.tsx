import { advancePhaseTime, rollDice } from '@/shared/api';
import { useGameId, useGameState } from '../client/context';
import { useCommand } from '../client/useCommand';
import { unitOf } from '../board';
import { useOfferRoll } from '../dice-tray';
import { testSaid } from '../shell/prompt';
import { Act } from './Act';
import { RollBar } from './fights/RollBar';
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
          <TestRoll />
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

/** The dice of a battle-shock test: the site's, or the player's own. */
function TestRoll() {
  const gameId = useGameId();
  const { request } = useGameState();
  const command = useCommand();
  const mine = request?.mine === true && request.controller === 'human';
  const roll = async (faces?: number[], source: 'typed' | 'camera' = 'typed') =>
    Boolean(
      await command.run((number) =>
        rollDice({
          path: { game_id: gameId },
          body: { stage: 'all', number, ...(faces && { dice: { faces, source } }) },
        }),
      ),
    );
  useOfferRoll(mine ? { count: null, use: (faces) => roll(faces, 'camera'), refusal: command.error } : null);
  if (!mine) return <p className="text-soft">{request?.army_name} rolls the dice.</p>;
  return <RollBar label="Roll the test" due={null} command={command} onRoll={() => void roll()} onUse={roll} />;
}
