import { answered, answerLostDevice, answerOffer, sentence, type OfferState } from '@/shared/api';
import { Button, toast } from '@/shared/ui';
import { useGameId, useGameState } from '../client/context';
import { Refusal } from '../panels/Act';
import { useCommand } from '../client/useCommand';
import { inWords } from './words';

/** What one player offers and the other has to agree to, shown to both above whatever they look at. */
export function Offers() {
  const state = useGameState();
  if (!state.sides.length) return null;
  return state.offers.map((offer) => <OfferCard key={`${offer.kind}-${offer.army_uuid}`} offer={offer} />);
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
  return (
    <section aria-label="Offer" className="consent" role={offer.yours ? 'status' : 'alert'}>
      <p className="min-w-0 flex-1">
        {offer.yours ? (
          <>{offered} Waiting for the other player.</>
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
