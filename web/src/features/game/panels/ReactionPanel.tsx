import { answer } from '@/shared/api';
import { useGameId, useGameState } from '../client/context';
import { unitOf } from '../board';
import { Question } from '../reactions/Question';
import { reactionWords } from '../reactions/words';
import { groupsOf, resolvingNow } from './fights/attackRows';
import { AttackTable } from './fights/AttackTable';
import { Act } from './Act';
import { AiSaid } from './AiAction';
import { AiStep, ControllerBadge, PanelHead } from './parts';

/** Something happened that an army may answer: what, with what, at what price; or pass. Others see that it thinks. */
export function ReactionPanel() {
  const gameId = useGameId();
  const state = useGameState();
  const { request } = state;
  if (!request) return null;
  const attack = resolvingNow(state);
  const human = request.controller === 'human';
  return (
    <>
      <PanelHead title="Answer">
        <ControllerBadge controller={request.controller} />
      </PanelHead>
      {request.mine && <Happened />}
      {!human && request.mine && <AiStep />}
      {human && !request.mine && <p className="text-soft">Waiting for {request.army_name}.</p>}
      {human && request.mine && (
        <>
          {/* Before the offers, which come later: it must not move under the finger that is about to press it. On a phone
              'Let it be' is under the thumb, and the offers have its room. */}
          <div className="max-[599px]:hidden">
            <Act
              tone="primary"
              className="min-h-11 min-w-24"
              call={(number) => answer({ path: { game_id: gameId }, body: { answer: { choice: 'pass' }, number } })}>
              Pass
            </Act>
          </div>
          {request.kinds.includes('use') && <Question />}
        </>
      )}
      {attack && <AttackTable groups={groupsOf(attack)} stage={attack.stage} />}
      <AiSaid />
    </>
  );
}

/** What happened, and to which unit. */
function Happened() {
  const state = useGameState();
  const { request } = state;
  if (!request) return null;
  const army = state.game_model.armies.find((each) => each.uuid === request.army_uuid);
  return (
    <div>
      {/* On a phone the prompt says it under the thumb; here it would push out of sight what may be used. */}
      <p className="text-lg font-semibold max-[599px]:hidden">{reactionWords(request)}</p>
      <p className="text-soft">
        {request.army_name} may answer{army ? ` with ${army.cp} CP` : ''}.
        {request.units.length > 0 &&
          ` This concerns ${request.units
            .map((unit) => unitOf(state, unit)?.name)
            .filter(Boolean)
            .join(', ')}.`}
      </p>
    </div>
  );
}
