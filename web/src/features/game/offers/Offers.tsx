import { useEffect } from 'react';
import { answered, answerLostDevice, answerOffer, sentence, type OfferState } from '@/shared/api';
import { text } from '@/shared/battle-log';
import { onMessage } from '@/shared/socket';
import { Button, toast } from '@/shared/ui';
import { useClient, useGameId, useGameState } from '../client/context';
import { useSpokenQuestion } from '../list/spoken';
import { Refusal } from '../panels/Act';
import { useCommand } from '../client/useCommand';
import { declined, inWords, lapsed } from './words';

/** What one player offers and the other has to agree to, shown to both above whatever they look at. */
export function Offers() {
  const state = useGameState();
  useDeclined();
  if (!state.sides.length) return null;
  return state.offers.map((offer) => <OfferCard key={`${offer.kind}-${offer.army_uuid}`} offer={offer} />);
}

/** An offer of this window's player that was declined, or has lapsed, is gone from the page: it is said what became of it. */
function useDeclined(): void {
  const { gameId, known } = useClient();
  useEffect(
    () =>
      onMessage(gameId, ({ type, payload }) => {
        if (type !== 'offer_answer' || payload.agreed) return;
        const { state } = known.getState();
        const side = state?.game_model.armies.findIndex(({ uuid }) => uuid === payload.offered_by) ?? -1;
        if (state?.sides.includes(side)) toast((payload.lapsed ? lapsed : declined)(text(payload.kind)));
      }),
    [gameId, known],
  );
}

function OfferCard({ offer }: { offer: OfferState }) {
  const gameId = useGameId();
  const command = useCommand();
  const path = { game_id: gameId };
  const answer = (agree: boolean) => {
    const { id, kind } = offer;
    // A roll that goes on without a device falls a moment later: the socket says so.
    if (kind === 'lost_device')
      void answered(answerLostDevice({ path, body: { agree } })).catch((error: unknown) =>
        toast(sentence(error), 'error'),
      );
    else void command.run(() => answerOffer({ path, body: { id, kind, agree } }));
  };
  const { asked, offered } = inWords(offer);
  const waits = `${offered} Waiting for the other player.`;
  useSpokenQuestion(offer.yours ? waits : '');
  return (
    <section aria-label="Offer" className="consent" role={offer.yours ? undefined : 'alert'}>
      <p className="min-w-0 flex-1">
        {offer.yours ? (
          waits
        ) : (
          <>
            <span className="font-semibold">{offer.army_name}</span> {asked}
          </>
        )}
      </p>
      {!offer.yours && (
        <Button
          tone="primary"
          className="min-h-11"
          busy={command.busy}
          disabled={command.locked}
          onClick={() => answer(true)}>
          Agree
        </Button>
      )}
      <Button className="min-h-11" disabled={command.locked} onClick={() => answer(false)}>
        {offer.yours ? 'Withdraw' : 'Decline'}
      </Button>
      <Refusal of={command} />
    </section>
  );
}
