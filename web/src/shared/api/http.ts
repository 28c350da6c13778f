import { isFields, text } from '@/shared/battle-log';

/** An answer of the server that is not a success. `detail` is its sentence for the user, where it sent one. */
export class HttpError extends Error {
  constructor(readonly status: number, readonly statusText: string, readonly detail: string) {
    super(detail || statusText || `HTTP ${status}`);
  }
}

const accessToken = (): string | null => sessionStorage.getItem('access_token') ?? localStorage.getItem('access_token');

async function answer(response: Response): Promise<unknown> {
  if (response.ok) return response.json();
  const body: unknown = await response.json().catch(() => null);
  throw new HttpError(response.status, response.statusText, isFields(body) ? text(body.detail) : '');
}

/** Calls the server with the stored credential, if there is one. Throws HttpError. */
export async function call(path: string, init: RequestInit = {}): Promise<unknown> {
  const headers = new Headers(init.headers);
  const token = accessToken();
  if (token) headers.set('Authorization', `Bearer ${token}`);
  return answer(await fetch(path, { ...init, headers }));
}

/** A plain fetch that never carries a credential. Throws HttpError. */
export async function callPublic(path: string): Promise<unknown> {
  return answer(await fetch(path, { credentials: 'omit' }));
}

export const postJson = (path: string, body: unknown): Promise<unknown> =>
  call(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
