import { useEffect } from 'react';
import { answerUndo } from '@/shared/api';
import type { Fields } from '@/shared/battle-log';
import { onMessage } from '@/shared/socket';
import { Button, toast } from '@/shared/ui';
import { useClient, useGameId, useGameState } from '../client/context';
import { useSpokenQuestion } from '../list/spoken';
import { Refusal } from '../panels/Act';
import { useCommand } from '../client/useCommand';

/** What one player asks to take back and the other has to agree to; shown to both, above whatever they look at. */
export function UndoConsent() {
  const gameId = useGameId();
  const state = useGameState();
  const command = useCommand();
  useNews();
  const asked = state.undo?.asked;
  const waits = asked?.yours ? `Asked to take back ${state.undo?.what}. Waiting for the other player.` : '';
  useSpokenQuestion(waits);
  if (!asked || !state.sides.length) return null;
  const answer = (agree: boolean) =>
    void command.run((number) => answerUndo({ path: { game_id: gameId }, body: { agree, number } }));
  if (asked.yours) {
    return (
      <section aria-label="Take back" className="consent">
        <p className="min-w-0 flex-1">{waits}</p>
        <Button className="min-h-11" disabled={command.locked} onClick={() => answer(false)}>
          Withdraw
        </Button>
        <Refusal of={command} />
      </section>
    );
  }
  return (
    <section aria-label="Take back" className="consent" role="alert">
      <p className="min-w-0 flex-1">
        <span className="font-semibold">{asked.army_name}</span> asks to take back {state.undo?.what}.
      </p>
      <Button tone="primary" className="min-h-11" disabled={command.locked} onClick={() => answer(true)}>
        Agree
      </Button>
      <Button className="min-h-11" disabled={command.locked} onClick={() => answer(false)}>
        Decline
      </Button>
      <Refusal of={command} />
    </section>
  );
}

/** What became of this player's request. */
function outcome({ agreed, lapsed }: Fields): string {
  if (agreed) return 'It is taken back.';
  return lapsed
    ? 'The battle went on before the other player answered: it stays done.'
    : 'The other player declined: it stays done.';
}

/** A request or its answer is announced at once, even during a roll; the player who asked is shown the outcome. */
function useNews() {
  const gameId = useGameId();
  const state = useGameState();
  const client = useClient();
  const own = state.game_model.armies
    .filter((_, side) => state.sides.includes(side))
    .map((army) => army.uuid)
    .join(' ');
  useEffect(
    () =>
      onMessage(gameId, ({ type, payload }) => {
        if (type !== 'undo_request' && type !== 'undo_answer') return;
        void client.load();
        if (type === 'undo_answer' && own.split(' ').includes(String(payload.asked_by))) toast(outcome(payload));
      }),
    [gameId, client, own],
  );
}
