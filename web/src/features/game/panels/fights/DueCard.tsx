import { answer, rollDice } from '@/shared/api';
import { useGameId, useGameState } from '../../client/context';
import { unitOf } from '../../board';
import { useOfferRoll } from '../../dice-tray';
import { useCommand } from '../../client/useCommand';
import { Act } from '../Act';
import { AiStep } from '../parts';
import { RollBar } from './RollBar';

const PLACES: Record<string, string> = {
  charge: 'The charge reaches: the unit moves into engagement.',
  pile_in: 'The unit piles in, up to 3 inches.',
  consolidate: 'The unit consolidates, up to 3 inches.',
};

/** Dice or a move that are due between two choices: a charge that was answered, a pile-in, a consolidation. */
export function DueCard() {
  const gameId = useGameId();
  const state = useGameState();
  const command = useCommand();
  const { request } = state;
  const path = { game_id: gameId };
  const roll = async (faces?: number[], source: 'typed' | 'camera' = 'typed') =>
    Boolean(
      await command.run((number) =>
        rollDice({ path, body: { stage: 'all', number, ...(faces && { dice: { faces, source } }) } }),
      ),
    );
  const placing = request?.kinds[0] === 'place';
  useOfferRoll(request?.mine && !placing ? { count: 2, use: (faces) => roll(faces, 'camera') } : null);
  if (!request) return null;
  const human = request.controller === 'human' && request.mine;
  return (
    <div className="unit-card-open">
      <p className="font-semibold">{unitOf(state, request.unit_uuid)?.name}</p>
      <p className="text-soft">
        {placing ? (PLACES[request.why] ?? 'The unit is to be put down.') : `The dice of the ${request.stage} are due.`}
      </p>
      {placing && <AiStep />}
      {placing && human && (
        <Act
          tone="primary"
          className="min-h-11"
          call={(number) => answer({ path, body: { answer: { choice: 'place' }, number } })}>
          Take the shortest way
        </Act>
      )}
      {!placing && request.mine && (
        <RollBar label="Roll" due={2} command={command} onRoll={() => void roll()} onUse={roll} />
      )}
      {!request.mine && <p className="text-soft">Waiting for {request.army_name}.</p>}
    </div>
  );
}
