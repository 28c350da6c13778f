import { HttpError, isUnreached, sentence, type GameState } from '@/shared/api';
import type { LinkStatus } from '@/shared/socket';

type Answer<T> = Promise<{ data?: T; error?: unknown; response?: Response }>;

/** A call of the generated client, given the number of choices that the player has seen. */
export type GameCall<T = unknown> = (number: number | undefined) => Answer<T>;

/** Why a call was refused. */
export interface Refused {
  /** The server's sentence; empty where the call came too late, which `missed` reports. */
  error: string;
  /** What the rules measured ("8.3 of 6 inches"); empty where they did not. */
  measure: string;
  /** What the rules call it; empty where it is no matter of the rules. */
  code?: string;
  /** The server was out of reach: it says nothing of the call itself. */
  unreached?: boolean;
}

/** The state that a call led to, and what it answered. */
export interface Done<T = unknown> {
  state: GameState;
  answer: T | undefined;
}

/** What a call led to, or why it was refused. */
export type Sent<T = unknown> = { done: Done<T>; refused: null } | { done: null; refused: Refused };

const STALE = 409;

/** The call was made against an earlier state. */
export const isLate = (error: unknown): error is HttpError => error instanceof HttpError && error.status === STALE;

const COSTLY = 412;

/** The choice was not made: it loses more of the chance to win than its player wants to lose without a word. */
export const isWarning = (error: unknown): error is HttpError => error instanceof HttpError && error.status === COSTLY;

/** What the rules refuse is no fault; anything else is one that somebody may want to look into. */
export const isFault = (error: unknown): boolean => !(error instanceof HttpError) || error.status >= 500;

export const refusalOf = (error: unknown): Refused => ({
  error: error instanceof HttpError && error.events ? '' : sentence(error),
  measure: error instanceof HttpError ? error.measure : '',
  code: error instanceof HttpError ? error.code : '',
  unreached: isUnreached(error),
});

/** Whether the link to the game has come back between two moments. */
export const isBack = (now: { link: LinkStatus }, before: { link: LinkStatus }): boolean =>
  now.link.status === 'connected' && before.link.status !== 'connected';
