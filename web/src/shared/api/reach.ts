import { askedEarly } from './askedEarly';

/** What the user reads where no server answered. */
export const UNREACHED = 'The server could not be reached. Please try again.';
export const OFFLINE = 'You are offline. Please try again once you are connected.';

/** No server answered: the network is gone, or the server is. */
export class UnreachedError extends Error {
  override readonly name = 'UnreachedError';
  constructor(cause?: unknown) {
    super(cause instanceof Error && cause.message ? cause.message : UNREACHED, { cause });
  }
}

/** What browsers say, each in its own words, of code of the page that they could not load. */
const UNLOADED = /dynamically imported module|importing a module script|unable to preload/i;

/** Whether it was the network that failed, and not the page's code: browsers throw a TypeError for both. */
export const isUnreached = (error: unknown): boolean =>
  error instanceof UnreachedError || (error instanceof Error && UNLOADED.test(error.message));

/** Whether it failed since this device has no connection at all. */
export const isOffline = (error: unknown): boolean => isUnreached(error) && !navigator.onLine;

/** A fetch that throws UnreachedError if no server was reached. */
export const reach = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> =>
  (input instanceof Request && (await askedEarly(input))) ||
  fetch(input, init).catch((error: unknown) => {
    throw error instanceof Error && error.name === 'TypeError' ? new UnreachedError(error) : error;
  });
