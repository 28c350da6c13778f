import { useEffect } from 'react';
import { aiStep, aiThink, answeredAs, type AiStepResponse } from '@/shared/api';
import { zPonderState } from '@/shared/api/validators';
import { onMessage } from '@/shared/socket';
import { toast } from '@/shared/ui';
import { isBack } from '../client/calls';
import { useAutoplay, useClient, useGameState } from '../client/context';
import { saySystem } from '../chat/chatStore';
import { holdsUp } from '../film/reel';
import { useReel } from '../film/useFilm';
import type { GameClient } from '../client/client';
import { playsOn, thinksFirst, turnOf } from '../client/autoplay';
import { wordsOf } from '../client/fold';

/** Between two of the computer's choices, so that a person can follow. */
const PACE_MS = 250;
/** The same where the rest of the turn is not to be seen. */
const SKIPPING_MS = 20;
/** After a call that failed, and how often the same choice is tried again before the player is asked. */
const RETRY_MS = 1500;
const MOST_TRIES = 3;
/** Choices of the computer that are not worth a line in the chat. */
const SMALL = new Set(['advance', 'end', 'pass', 'roll']);

/** Has the computer compare its plans in short calls, so that it can be paused and cancelled between two of them. */
async function thinkFirst({ gameId, autoplay }: GameClient, number: number, wanted: () => boolean): Promise<void> {
  while (wanted()) {
    const call = aiThink({ path: { game_id: gameId }, body: { number } });
    const answer = await answeredAs(zPonderState, call).catch(() => null);
    if (!answer?.thought || answer.thought.done) break;
    autoplay.getState().think(answer.thought);
  }
  autoplay.getState().think(null);
}

/** Keeps what the computer says of its choice. */
function says({ gameId, autoplay, table }: GameClient, answer: AiStepResponse | undefined): void {
  const said = answer?.ai_action_description ?? '';
  autoplay.getState().did(said);
  if (SMALL.has(answer?.result.kind ?? '')) return;
  table.getState().say(wordsOf(answer));
  saySystem(gameId, said);
}

/** It stopped by itself while the server was out of reach: once the link to the game is back it goes on. */
function useBackAgain(): void {
  const { known, autoplay } = useClient();
  useEffect(
    () =>
      known.subscribe((now, before) => {
        const { paused, problem, pause } = autoplay.getState();
        if (isBack(now, before) && paused && problem) pause(false);
      }),
    [known, autoplay],
  );
}

/**
 * Has the computer answer one thing after the other for as long as it is switched on, and in a person's turn whatever that
 * person waits for. Shows nothing.
 */
export function AiDriver() {
  const client = useClient();
  const { gameId } = client;
  const state = useGameState();
  const autoplay = useAutoplay();
  const { mode, turn, cancel } = autoplay;
  const over = mode === 'turn' && (turn !== turnOf(state) || !state.request);
  const filming = useReel(holdsUp);
  const skipping = useReel((reel) => reel.skipped === turnOf(state));
  const going = playsOn(autoplay, state) && !over && !filming;
  const { number } = state;
  useEffect(() => {
    if (over) cancel();
  }, [over, cancel]);
  useBackAgain();
  useEffect(() => {
    if (!going) return;
    let wanted = true;
    let tries = 0;
    const step = async () => {
      const { state: now } = client;
      if (now && thinksFirst(now)) await thinkFirst(client, number, () => wanted);
      if (!wanted) return;
      const { done, refused } = await client.send(
        (known) => aiStep({ path: { game_id: gameId }, body: { number: known } }),
        { quiet: true, unasked: true, answers: (answer) => says(client, answer) },
      );
      if (done) return;
      tries += 1;
      if (!wanted) return;
      if (tries < MOST_TRIES) timer = window.setTimeout(() => void step(), RETRY_MS);
      else
        client.autoplay
          .getState()
          .pause(true, ['The computer could not act.', refused.error].filter(Boolean).join(' '));
    };
    let timer = window.setTimeout(() => void step(), skipping ? SKIPPING_MS : PACE_MS);
    return () => {
      wanted = false;
      window.clearTimeout(timer);
    };
  }, [going, number, client, gameId, skipping]);
  useEffect(
    () =>
      onMessage(gameId, ({ type, payload }) => {
        if (type === 'simulation_update' && payload.status === 'completed') toast('The simulation is over.');
      }),
    [gameId],
  );
  return null;
}
