import { setStops, type QuestionOffer } from '@/shared/api';
import { useGameId, useGameState } from '../client/context';
import { Act } from '../panels/Act';
import type { StopKind } from './words';

/** To be asked less about what is offered here, from now on; the question is passed with it. */
export function AskLess({ offers }: { offers: readonly QuestionOffer[] }) {
  const gameId = useGameId();
  const army = useGameState(({ request }) => request?.army_uuid ?? '');
  const ask = (stop: StopKind) => () =>
    setStops({
      path: { game_id: gameId },
      body: { army_uuid: army, stops: Object.fromEntries(offers.map((offer) => [offer.key, stop])) },
    });
  return (
    <div className="ask-less">
      <Act tone="quiet" className="min-h-11" call={ask('turn')}>
        Don’t ask again this turn
      </Act>
      {offers.some((offer) => offer.stop === 'always') && (
        <Act tone="quiet" className="min-h-11" call={ask('worth')}>
          Ask only if worth it
        </Act>
      )}
    </div>
  );
}
