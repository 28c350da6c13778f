import { act, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { beginLogin } from '@/shared/session';
import { open } from '@/test/app';
import { json, serve } from '@/test/page';

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => vi.useRealTimers());

/** Opens the page with the clock in our hands; `wait` moves it. */
async function arrive(path: string) {
  const seen = serve({ '/api/user/games': () => json({ games: [] }) });
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  const view = open(path);
  await screen.findByRole('heading', { level: 1, name: 'Logging in' });
  return {
    ...view,
    seen,
    wait: (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms)),
    at: () => view.router.state.location.pathname,
  };
}

describe("the provider's callback", () => {
  test.each([
    ['AUTH-43 NAV-36', '/api/auth/callback'],
    ['AUTH-43 NAV-37', '/api/auth/error'],
  ])(
    '%s AUTH-31 AUTH-32 AUTH-33 AUTH-36 ERR-30 %s with a message says it, and leads to the login after 3 s',
    async (_, path) => {
      const { at, wait } = await arrive(`${path}?message=Access%20denied&token=abc&user_id=7`);
      expect(await screen.findByText('Authentication failed: Access denied')).toBeInTheDocument();
      await wait(2600);
      expect(at()).toBe(path);
      await wait(600);
      await waitFor(() => expect(at()).toBe('/login'));
      expect(localStorage.getItem('access_token')).toBeNull();
    },
  );

  // CONST-11
  test('AUTH-34 AUTH-35 ERR-31 without a token it says so, and leads to the login after 3 s', async () => {
    const { at, wait } = await arrive('/api/auth/callback');
    expect(await screen.findByText('No authentication token received')).toBeInTheDocument();
    await wait(2600);
    expect(at()).toBe('/api/auth/callback');
    await wait(600);
    await waitFor(() => expect(at()).toBe('/login'));
  });

  // OPEN-58, CONST-10
  test.each(['&user_id=7', ''])(
    'AUTH-37 AUTH-38 AUTH-39 AUTH-40 a token (with "%s") is kept, leaves the address, is sent from then on, and leads to the dashboard after 1.5 s',
    async (user) => {
      const { at, router, seen, wait } = await arrive(`/api/auth/callback?token=secret&begun=${beginLogin()}${user}`);
      expect(await screen.findByText('Authentication successful! Redirecting...')).toBeInTheDocument();
      expect(localStorage.getItem('access_token')).toBe('secret');
      expect(router.state.location.search).toBe('');
      await wait(1100);
      expect(at()).toBe('/api/auth/callback');
      await wait(600);
      await screen.findByRole('heading', { level: 1, name: 'Your Games' });
      expect(at()).toBe('/user_page');
      expect(seen.map((each) => each.headers.get('Authorization'))).toEqual(seen.map(() => 'Bearer secret'));
    },
  );

  test.each(['', '&begun=', '&begun=0123456789abcdef'])(
    'a token of a login that this window has not begun (with "%s") is not kept',
    async (begun) => {
      if (begun.length > 8) beginLogin();
      const { at, seen, wait } = await arrive(`/api/auth/callback?token=stranger&user_id=7${begun}`);
      expect(
        await screen.findByText('Authentication failed: This login was not begun in this window. Please log in again.'),
      ).toBeInTheDocument();
      expect(localStorage.getItem('access_token')).toBeNull();
      await wait(3100);
      await waitFor(() => expect(at()).toBe('/login'));
      expect(seen.filter((each) => each.headers.has('Authorization'))).toEqual([]);
    },
  );

  test('AUTH-41 AUTH-42 ERR-32 a browser that keeps nothing is an unexpected error', async () => {
    const word = beginLogin();
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError');
    });
    const { at, wait } = await arrive(`/api/auth/callback?token=secret&begun=${word}`);
    expect(await screen.findByText('Authentication failed. Please try again.')).toBeInTheDocument();
    await wait(3100);
    await waitFor(() => expect(at()).toBe('/login'));
  });
});
