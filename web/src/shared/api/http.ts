import { isFields, text } from '@/shared/battle-log';
import { client } from './generated/client.gen';

/** An answer of the server that is not a success. `detail` is its sentence for the user, where it sent one. */
export class HttpError extends Error {
  constructor(readonly status: number, readonly statusText: string, readonly detail: string) {
    super(detail || statusText || `HTTP ${status}`);
  }
}

const accessToken = (): string | null => sessionStorage.getItem('access_token') ?? localStorage.getItem('access_token');

client.setConfig({ baseUrl: window.location.origin, fetch: (request) => fetch(request) });
client.interceptors.request.use((request) => {
  const token = accessToken();
  if (token) request.headers.set('Authorization', `Bearer ${token}`);
  return request;
});

interface Result<T> {
  data?: T;
  error?: unknown;
  response?: Response;
}

const failure = (response: Response, body: unknown): HttpError => new HttpError(response.status, response.statusText, isFields(body) ? text(body.detail) : '');

/** The data of a generated call. Throws HttpError for a refusal, and what the network threw where it was not reached. */
export async function answered<T>(call: Promise<Result<T>>): Promise<T | undefined> {
  const { data, error, response } = await call;
  if (response?.ok && error === undefined) return data;
  throw response && !response.ok ? failure(response, error) : error;
}

/** A plain fetch that never carries the stored credential. Throws HttpError. */
export async function callPublic(path: string): Promise<unknown> {
  const response = await fetch(path);
  if (response.ok) return response.json();
  throw failure(response, await response.json().catch(() => null));
}
