import { advancePhaseTime, answer, rollDice, type PromptState } from '@/shared/api';
import { useGameId, useGameState } from '../client/context';
import { phaseLabel, unitOf } from '../board';
import { Act } from './Act';
import { AiStep, ControllerBadge, PanelHead } from './parts';

const WHY: Record<string, string> = {
  pile_in: 'A unit piles in.',
  consolidate: 'A unit consolidates.',
  charge: 'A charge reaches.',
  advance: 'A unit advances.',
  scouts: 'Scouts move before the first turn.',
};

function sentence(request: PromptState): string {
  if (request.kinds[0] === 'roll') return `The next dice are for: ${request.stage}.`;
  return WHY[request.why] ?? `${request.army_name} acts.`;
}

/** What is asked now, of which player, and the plain answers to it: for everything that has no panel of its own. */
export function NowPanel() {
  const gameId = useGameId();
  const state = useGameState();
  const { request } = state;
  if (!request) return null;
  const path = { game_id: gameId };
  const [kind] = request.kinds;
  const unit = unitOf(state, request.unit_uuid);
  const human = request.controller === 'human';
  return (
    <>
      <PanelHead title={`${phaseLabel(state.game_model.phase)} Phase`}>
        <ControllerBadge controller={request.controller} />
      </PanelHead>
      <p>{sentence(request)}</p>
      {unit && <p className="text-lg font-semibold">{unit.name}</p>}
      <AiStep />
      {human && !request.mine && <p className="text-soft">Waiting for {request.army_name}.</p>}
      {human && request.mine && (
        <div className="flex flex-wrap gap-2">
          {kind === 'roll' && (
            <Act tone="primary" icon="dice" call={(number) => rollDice({ path, body: { stage: 'all', number } })}>
              Roll
            </Act>
          )}
          {kind === 'place' && (
            <Act tone="primary" call={(number) => answer({ path, body: { answer: { choice: 'place' }, number } })}>
              Let it take the shortest way
            </Act>
          )}
          {(request.kinds.includes('end') || kind === 'advance') && (
            <Act call={(number) => advancePhaseTime({ path, body: { number } })}>Go on</Act>
          )}
        </div>
      )}
    </>
  );
}
