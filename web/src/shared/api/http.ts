import { isFields, number, text } from '@/shared/battle-log';
import { reportExpiry } from '@/shared/session/expiry';
import { accessToken } from '@/shared/session/token';
import { callerHeaders } from './callers';
import { client } from './generated/client.gen';
import { isOffline, isUnreached, OFFLINE, reach, UNREACHED } from './reach';

/** An answer of the server that is not a success. `detail` is its sentence for the user, where it sent one. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    readonly statusText: string,
    readonly detail: string,
    /** Seconds to wait before the next try. */ readonly retryAfter: number | null = null,
    /** What the rules measured ("8.3 of 6 inches"), where they refused. */ readonly measure = '',
    /** What happened since, where the call was made against an earlier state. */ readonly events:
      | readonly string[]
      | null = null,
    /** What the rules call it, where they refused. */ readonly code = '',
  ) {
    super(detail || statusText || `HTTP ${status}`);
  }
}

/** Errors that code throws by mistake: their text is for its authors. */
const FAULTS = new Set(['TypeError', 'ReferenceError', 'RangeError']);
const UNREADABLE = "The server's answer could not be read. Please try again.";

client.setConfig({ baseUrl: window.location.origin, fetch: (request) => reach(request) });
client.interceptors.request.use((request) => {
  const token = accessToken();
  if (token) request.headers.set('Authorization', `Bearer ${token}`);
  return request;
});
client.interceptors.request.use((request) => {
  const { method, url } = request;
  for (const [header, value] of Object.entries(callerHeaders(method, new URL(url).pathname)))
    request.headers.set(header, value);
  return request;
});
// The calls of a login itself say what was wrong with it where it was made.
client.interceptors.response.use((response, request) => {
  const sent = /^Bearer (.+)$/.exec(request.headers.get('Authorization') ?? '')?.[1];
  if (response.status === 401 && sent && !new URL(request.url).pathname.startsWith('/api/auth/')) reportExpiry(sent);
  return response;
});

/** What calls fail with, those of generated queries too. */
client.interceptors.error.use((error, response) => (response ? failure(response, error) : error));

interface Result<T> {
  data?: T;
  error?: unknown;
  response?: Response;
}

const failure = (response: Response, body: unknown): HttpError =>
  new HttpError(
    response.status,
    response.statusText,
    isFields(body) ? text(body.detail) : '',
    number(response.headers.get('Retry-After')),
    isFields(body) ? text(body.measure) : '',
    isFields(body) && Array.isArray(body.events) ? body.events.map(text) : null,
    isFields(body) ? text(body.code) : '',
  );

/** A sentence in place of a browser's error for an answer that is not JSON; known by name, as it may be another window's. */
const inWords = (error: unknown): unknown =>
  isFields(error) && error.name === 'SyntaxError' ? new Error(UNREADABLE, { cause: error }) : error;

/** The data of a generated call. Throws HttpError for a refusal, and what `fetch` threw if the server was not reached. */
export async function answered<T>(call: Promise<Result<T>>): Promise<T | undefined> {
  const { data, error, response } = await call.catch((reason: unknown) => ({
    data: undefined,
    error: reason,
    response: undefined,
  }));
  if (response?.ok && error === undefined) return data;
  throw response && !response.ok && !(error instanceof HttpError) ? failure(response, error) : inWords(error);
}

/** The data of a generated call that always has some. Throws as `answered` does. */
export async function answerOf<T>(call: Promise<Result<T>>): Promise<T> {
  const data = await answered(call);
  if (data === undefined) throw new Error(UNREADABLE);
  return data;
}

/** A plain fetch that never carries the stored credential; undefined if nothing has changed. Throws as `answered` does. */
export async function callPublic(path: string, headers: Record<string, string> = {}): Promise<unknown> {
  const response = await reach(path, { headers });
  if (response.status === 304) return undefined;
  if (response.ok)
    return response.json().catch((reason: unknown) => {
      throw inWords(reason);
    });
  throw failure(response, await response.json().catch(() => null));
}

/** A file of the server that only the signed-in user may see. Throws as `answered` does. */
export async function fetchPicture(path: string): Promise<Blob> {
  const token = accessToken();
  const response = await reach(path, token ? { headers: { Authorization: `Bearer ${token}` } } : undefined);
  if (response.ok) return response.blob();
  throw failure(response, await response.json().catch(() => null));
}

/** What the user reads of a failure: the server's sentence, or what went wrong on the way. A fault of the page's own code is neither. */
export function sentence(error: unknown, otherwise = 'Something went wrong. Please try again.'): string {
  if (error instanceof HttpError)
    return error.detail || (error.status >= 500 ? 'Server error. Please try again later.' : otherwise);
  if (isUnreached(error)) return isOffline(error) ? OFFLINE : UNREACHED;
  if (isFields(error) && error.name === 'SyntaxError') return UNREADABLE;
  return error instanceof Error && !FAULTS.has(error.name) && error.message ? error.message : otherwise;
}
