import { useMemo, useSyncExternalStore } from 'react';
import { joinAsPhone } from '@/shared/api';
import { isFields, text } from '@/shared/battle-log';
import { randomId } from '@/shared/randomId';

/** What a paired phone keeps: a token that is good for one game's camera. */
export interface Pairing {
  gameId: string;
  gameName: string;
  token: string;
}

export const UNPAIRED = 'This phone is not paired with the game any more. Show a new code in the game and scan it.';

const DEVICE = 'highground_device';
const keyOf = (gameId: string): string => `highground_camera:${gameId}`;

const listeners = new Set<() => void>();
const changed = (): void => listeners.forEach((listener) => listener());

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener('storage', listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', listener);
  };
}

function read(kept: string | null): Pairing | null {
  const value: unknown = kept ? JSON.parse(kept) : null;
  if (!isFields(value) || Date.parse(text(value.expires)) <= Date.now()) return null;
  return { gameId: text(value.game_id), gameName: text(value.game_name), token: text(value.token) };
}

/** The phone's pairing with a game, if it has one that still holds. */
export const pairingWith = (gameId: string): Pairing | null => read(localStorage.getItem(keyOf(gameId)));

export function usePairing(gameId: string): Pairing | null {
  const kept = useSyncExternalStore(subscribe, () => localStorage.getItem(keyOf(gameId)));
  return useMemo(() => read(kept), [kept]);
}

/** Exchanges a pairing code for a pairing, and keeps it. A code works once. Throws as `answered` does. */
export async function join(code: string): Promise<Pairing> {
  const paired = await joinAsPhone(code);
  if (!paired) throw new Error('The server did not say which game the code is for. Please try again.');
  localStorage.setItem(keyOf(paired.game_id), JSON.stringify(paired));
  changed();
  return { gameId: paired.game_id, gameName: paired.game_name, token: paired.token };
}

const endings = new Map<string, string>();

/** Forgets a pairing, unless another has taken its place. `why` is shown where a new code is asked for. */
export function unpair({ gameId, token }: Pairing, why: string): void {
  if (pairingWith(gameId)?.token !== token) return;
  endings.set(gameId, why);
  localStorage.removeItem(keyOf(gameId));
  changed();
}

/** Why the phone's last pairing with the game has ended; '' where it had none. */
export const endingOf = (gameId: string): string => endings.get(gameId) ?? '';

/** What this phone calls itself, from now on. */
export function deviceId(): string {
  const kept = localStorage.getItem(DEVICE);
  if (kept) return kept;
  const made = `phone-${randomId()}`;
  localStorage.setItem(DEVICE, made);
  return made;
}
