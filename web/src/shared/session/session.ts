import { create } from 'zustand';
import { answered, getMe, HttpError, logout } from '@/shared/api';
import { forgetNext } from './next';
import { accessToken, removeToken, replaceToken, storeToken } from './token';

export interface User {
  id: number;
  email: string;
  displayName: string;
}

/** `unknown`: there is a token that the server was not asked about yet. */
export type Status = 'in' | 'out' | 'unknown';

interface SessionStore {
  status: Status;
  user: User | null;
}

const unasked = (): SessionStore => ({ status: accessToken() ? 'unknown' : 'out', user: null });

/** Who is signed in, as far as this page knows. */
export const useSession = create<SessionStore>(unasked);

/** Takes the session from what the browser keeps, after it changed. The user stays known until the server names another. */
export const rereadSession = (): void =>
  useSession.setState((known) => (accessToken() ? { status: known.user ? 'in' : 'unknown' } : unasked()));

/** Keeps a fresh login. */
export function signIn(token: string, remember = true): void {
  forgetNext();
  storeToken(token, remember);
  useSession.setState(unasked());
}

/** Ends a login that the server refuses. */
export function dropLogin(token: string): void {
  removeToken(token);
  useSession.setState(unasked());
}

/** What pages keep of their user in this browser. The texts of an imported roster are its owner's alone. */
const KEPT = ['roster_dict', 'roster_import'];
/** Reports of the user's own games that the service worker keeps (web/worker/sw.js). */
const OWN_REPORTS = 'highground-own';

/** Ends the login here, after the server has ended it, and leaves nothing of the user for the next one. */
export function forgetLogin(): void {
  forgetNext();
  removeToken();
  KEPT.forEach((key) => localStorage.removeItem(key));
  if ('caches' in window) void caches.delete(OWN_REPORTS);
  useSession.setState(unasked());
}

/** Logs out at the server, then here. Rejects, and keeps the token, where the server did not do it. */
export async function signOut(): Promise<void> {
  await answered(logout());
  forgetLogin();
}

/** Shows another display name everywhere, after it was saved. */
export const renameUser = (displayName: string): void =>
  useSession.setState(({ user }) => ({ user: user && { ...user, displayName } }));

/** A refusal of the token itself, as opposed to a server that is out of reach, broken or busy. */
const refused = (error: unknown): boolean =>
  error instanceof HttpError && error.status >= 400 && error.status < 500 && ![408, 429].includes(error.status);

/**
 * Asks the server who the stored token belongs to, and keeps a refreshed one. False when the token was refused, which
 * also removes it. Rejects where the server could not tell.
 */
export async function verify(): Promise<boolean> {
  const token = accessToken();
  if (!token) return false;
  try {
    const me = await answered(getMe());
    if (!me) return false;
    if (me.access_token && accessToken() === token) replaceToken(me.access_token);
    useSession.setState({ status: 'in', user: { id: me.id, email: me.email, displayName: me.display_name } });
    return true;
  } catch (error) {
    if (!refused(error)) throw error;
    dropLogin(token);
    return false;
  }
}
