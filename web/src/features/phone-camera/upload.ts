import { HttpError, uploadAsPhone } from '@/shared/api';
import { storageOf } from './keeper';
import { Outbox, type Send } from './outbox';
import { pairingWith, unpair, UNPAIRED } from './pairing';

/** An upload of which nothing more was heard for so long has failed: a phone's network goes without saying so. */
const STALLED_MS = 60_000;
/** The most that the server takes as the age of a photo. */
const OLDEST_S = 7 * 86_400;

const sendTo =
  (gameId: string): Send =>
  async ({ file, diceTray, more, taken }, onShare) => {
    const pairing = pairingWith(gameId);
    if (!pairing) throw new Error(UNPAIRED);
    const watch = new AbortController();
    let timer = window.setTimeout(() => watch.abort(), STALLED_MS);
    const heard = (share: number) => {
      window.clearTimeout(timer);
      timer = window.setTimeout(() => watch.abort(), STALLED_MS);
      onShare(share);
    };
    try {
      const age = Math.min(Math.max((Date.now() - taken.getTime()) / 1000, 0), OLDEST_S);
      const sent = { file, more, diceTray, age };
      await uploadAsPhone({ token: pairing.token, gameId, ...sent, signal: watch.signal, onShare: heard });
    } catch (error) {
      if (error instanceof HttpError && error.status === 401) unpair(pairing, UNPAIRED);
      throw error;
    } finally {
      window.clearTimeout(timer);
    }
  };

const outboxes = new Map<string, Outbox>();

/** The game's outbox. It is one for all that the page shows, so that photos wait while the phone is paired again. */
export function outboxOf(gameId: string): Outbox {
  const outbox = outboxes.get(gameId) ?? new Outbox(sendTo(gameId), storageOf(gameId));
  outboxes.set(gameId, outbox);
  return outbox;
}
