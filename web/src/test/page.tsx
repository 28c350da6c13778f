import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router';
import type { ReactElement } from 'react';
import { vi } from 'vitest';
import { accessToken, useSession } from '@/shared/session';
import { clearToasts, ConfirmHost, Toaster } from '@/shared/ui';
import { refuseOverdue } from './ended';

export interface Seen {
  path: string;
  headers: Headers;
  method: string;
}

export const json = (body: unknown, status = 200, statusText = ''): Response =>
  new Response(JSON.stringify(body), { status, statusText, headers: { 'Content-Type': 'application/json' } });

type Answer = (path: string, request: Request) => Response | Promise<Response>;

export const ME = {
  id: 7,
  email: 'ada@example.org',
  display_name: 'Ada',
  user: { id: 7, email: 'ada@example.org', display_name: 'Ada' },
  expires_at: '2030-01-01T00:00:00Z',
};

const USER = { id: ME.id, email: ME.email, displayName: ME.display_name };

/** Signs in for the pages that ask for it: `serve` knows the owner of this token. */
export const signedIn = (): void => localStorage.setItem('access_token', 'secret');

/** Stands in for the server: the answer of the longest path prefix that fits; anything else is a 404. Gives what was asked. */
export function serve(answers: Record<string, Answer>): Seen[] {
  const seen: Seen[] = [];
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = input instanceof Request ? input : new Request(new URL(input, window.location.origin), init);
    const url = new URL(request.url);
    const path = url.pathname + url.search;
    refuseOverdue(path);
    seen.push({ path, headers: request.headers, method: request.method });
    if (path === '/api/auth/me' && !answers[path] && request.headers.get('Authorization') === 'Bearer secret')
      return json(ME);
    const found = Object.keys(answers)
      .filter((each) => path.startsWith(each))
      .sort((a, b) => b.length - a.length)[0];
    return found ? answers[found]!(path, request) : json({ detail: 'Not found' }, 404, 'Not Found');
  });
  return seen;
}

/** An answer that a test gives when it wants to, even before it is asked for: a page says that it waits before it asks. */
export function held(): { answer: () => Promise<Response>; give: (response: Response) => void } {
  let give: (response: Response) => void = () => undefined;
  const given = new Promise<Response>((resolve) => {
    give = resolve;
  });
  return { answer: async () => (await given).clone(), give };
}

/** Shows pages by their paths, as they stand there, without the app's other routes, layouts and guards. */
export function show(path: string, pages: Record<string, ReactElement>) {
  clearToasts();
  const routes = Object.entries(pages).map(([pattern, element]) => ({ path: pattern, element }));
  const router = createMemoryRouter([...routes, { path: '*', element: null }], { initialEntries: [path] });
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: Infinity } } });
  useSession.setState(accessToken() ? { status: 'in', user: USER } : { status: 'out', user: null });
  const view = render(
    <QueryClientProvider client={queries}>
      <RouterProvider router={router} />
      <Toaster />
      <ConfirmHost />
    </QueryClientProvider>,
  );
  return { ...view, router };
}

export const CLEAR_SIGHT = { rays: Array.from({ length: 144 }, () => 24), blocked: false };

/** Has what would happen after so many milliseconds wait for the test instead, which a busy machine cannot hurry. */
export function heldBack(milliseconds: number): (() => void)[] {
  const waiting: (() => void)[] = [];
  const real = window.setTimeout.bind(window);
  const later = (run: () => void, after?: number) => (after === milliseconds ? waiting.push(run) : real(run, after));
  vi.spyOn(window, 'setTimeout').mockImplementation(later as typeof window.setTimeout);
  return waiting;
}
