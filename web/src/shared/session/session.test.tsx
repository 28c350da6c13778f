import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { open } from '@/test/app';
import { json, ME, serve, signedIn, type Seen } from '@/test/page';
import { ownPath } from './next';

const asked = (seen: Seen[], path: string): Seen[] => seen.filter((each) => each.path.startsWith(path));
const refused = () => json({ detail: 'Please log in to go on.' }, 401);
const members = {
  '/api/user/games': () => json({ games: [] }),
  '/api/rosters': () => json({ rosters: [] }),
  '/api/user/achievements': () => json([]),
};

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

describe('the guard', () => {
  // ENT-1: the token
  test('NAV-51 NAV-53 NAV-52 the front page with a token asks who it is, keeps a refreshed token and goes to the dashboard', async () => {
    signedIn();
    const seen = serve({ ...members, '/api/auth/me': () => json({ ...ME, access_token: 'fresh' }) });
    const { router } = open('/');
    await waitFor(() => expect(router.state.location.pathname).toBe('/user_page'));
    expect(asked(seen, '/api/auth/me')[0]?.headers.get('Authorization')).toBe('Bearer secret');
    expect(localStorage.getItem('access_token')).toBe('fresh');
  });

  test('NAV-54 NAV-55 NAV-28 the front page opens when the token is refused, and forgets it', async () => {
    signedIn();
    serve({ '/api/auth/me': refused });
    const { router } = open('/');
    await screen.findByRole('main');
    expect(router.state.location.pathname).toBe('/');
    expect(localStorage.getItem('access_token')).toBeNull();
  });

  test('a server that is out of reach costs nobody the login', async () => {
    signedIn();
    serve({ '/api/auth/me': () => json({ detail: 'Broken' }, 503) });
    open('/settings');
    expect(await screen.findByText('This page did not load.')).toBeInTheDocument();
    expect(localStorage.getItem('access_token')).toBe('secret');
  });

  // NAV-56, NAV-58, NAV-38 to NAV-41: the way to each of them is verified again.
  test.each([
    ['NAV-38', '/user_page', 'Your Games'],
    ['NAV-39', '/games', 'Your Games'],
    ['NAV-40', '/achievements', 'Achievements for user 7'],
    ['NAV-41', '/settings', 'Settings'],
  ])('%s NAV-56 NAV-58 %s opens with a valid token', async (_, path, heading) => {
    signedIn();
    const seen = serve(members);
    const { router } = open(path);
    expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeInTheDocument();
    expect(asked(seen, '/api/auth/me')).toHaveLength(1);
    await act(() => router.navigate('/rosters'));
    await screen.findByRole('heading', { level: 1, name: 'Your rosters' });
    expect(asked(seen, '/api/auth/me')).toHaveLength(2);
  });

  test('NAV-57 a refreshed token replaces the one of this tab where it lies', async () => {
    sessionStorage.setItem('access_token', 'tab');
    serve({ ...members, '/api/auth/me': () => json({ ...ME, access_token: 'fresh' }) });
    open('/settings');
    await screen.findByRole('heading', { level: 1, name: 'Settings' });
    expect([sessionStorage.getItem('access_token'), localStorage.getItem('access_token')]).toEqual(['fresh', null]);
  });

  test.each([
    '/user_page',
    '/games',
    '/achievements',
    '/settings',
    '/games/setup/g1',
    '/logs',
    '/games/g1/logs',
    '/rosters',
  ])('NAV-59 NAV-60 NAV-62 ERR-28 ERR-29 %s with a token that is refused leads to /login', async (path) => {
    localStorage.setItem('access_token', 'stale');
    serve({ ...members, '/api/auth/me': refused });
    const { router } = open(path);
    await screen.findByRole('heading', { level: 1, name: 'Log in' });
    expect(router.state.location.pathname + router.state.location.search).toBe('/login');
    expect(localStorage.getItem('access_token')).toBeNull();
  });

  test('NAV-61 without a token nobody is asked: /login at once', async () => {
    const seen = serve(members);
    const { router } = open('/settings');
    await screen.findByRole('heading', { level: 1, name: 'Log in' });
    expect(router.state.location.pathname).toBe('/login');
    expect(seen).toEqual([]);
  });

  test('the page that the guard turned away from opens after the login', async () => {
    serve({
      ...members,
      '/api/auth/login': () => json({ access_token: 'secret', token_type: 'bearer', expires_at: ME.expires_at }),
    });
    const { router } = open('/rosters');
    await userEvent.type(await screen.findByLabelText('Email'), 'ada@example.org');
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
    await screen.findByRole('heading', { level: 1, name: 'Your rosters' });
    expect(router.state.location.pathname).toBe('/rosters');
  });

  test('NAV-44 /game/{id} opens without a login, and asks for one itself', async () => {
    serve({ '/api/game/g1': refused });
    const { router } = open('/game/g1');
    expect(await screen.findByText('Please log in to go on.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Log in' })).toHaveAttribute('href', '/login?next=%2Fgame%2Fg1');
    expect(router.state.location.pathname).toBe('/game/g1');
  });
});

describe('credentials', () => {
  test('AUTH-49 AUTH-52 every call carries the stored token', async () => {
    signedIn();
    const seen = serve(members);
    open('/user_page');
    await screen.findByText('No battle yet');
    expect(seen.length).toBeGreaterThan(1);
    expect(seen.map((each) => each.headers.get('Authorization'))).toEqual(seen.map(() => 'Bearer secret'));
  });

  test('AUTH-50 without one no call carries any', async () => {
    const seen = serve({ '/api/invitations/abc': () => json({ detail: 'This invitation is not valid.' }, 404) });
    open('/invitation/abc');
    expect(await screen.findByText('This invitation is not valid.')).toBeInTheDocument();
    expect(seen.map((each) => each.headers.has('Authorization'))).toEqual([false]);
  });
});

describe('a login that expires during use', () => {
  test('leads to /login?next= and back, with the token gone', async () => {
    signedIn();
    serve({
      ...members,
      '/api/rosters': refused,
      '/api/auth/login': () => json({ access_token: 'secret', token_type: 'bearer', expires_at: ME.expires_at }),
    });
    const { router } = open('/rosters?sort=name');
    await screen.findByRole('heading', { level: 1, name: 'Log in' });
    expect(router.state.location.search).toBe('?next=%2Frosters%3Fsort%3Dname');
    expect(localStorage.getItem('access_token')).toBeNull();
    serve({
      ...members,
      '/api/auth/login': () => json({ access_token: 'secret', token_type: 'bearer', expires_at: ME.expires_at }),
    });
    await userEvent.click(screen.getByRole('button', { name: 'Log in' }));
    await screen.findByRole('heading', { level: 1, name: 'Your rosters' });
    expect(router.state.location.search).toBe('?sort=name');
  });

  test('a late refusal of an older token leaves the newer login alone', async () => {
    signedIn();
    let release: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    serve({
      ...members,
      '/api/rosters': async () => {
        await waiting;
        return refused();
      },
    });
    const { router } = open('/rosters');
    await screen.findByLabelText('Loading your rosters');
    localStorage.setItem('access_token', 'newer');
    act(release);
    expect(await screen.findByText('Please log in to go on.')).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/rosters');
    expect(localStorage.getItem('access_token')).toBe('newer');
  });

  test.each([
    ['//evil.example'],
    ['/\\evil.example'],
    ['https://evil.example/'],
    ['javascript:alert(1)'],
    ['/\t/evil.example'],
    ['//'],
    [''],
  ])('%j is no page of ours', (path) => {
    expect(ownPath(path)).toBeNull();
  });

  test('a page of ours keeps its query and its anchor', () => {
    expect(ownPath('/games?new=1#top')).toBe('/games?new=1#top');
  });
});

describe('logging out', () => {
  const logOut = async (answer: () => Response) => {
    signedIn();
    localStorage.setItem('roster_dict', '{}');
    const seen = serve({ ...members, '/api/auth/logout': answer });
    const view = open('/rosters');
    await screen.findByRole('heading', { level: 1, name: 'Your rosters' });
    await userEvent.click(screen.getAllByRole('button', { name: 'Logout' })[0]!);
    return { ...view, seen };
  };

  test('AUTH-44 AUTH-45 AUTH-46 the server hears of it, then token and roster are gone, and the login opens', async () => {
    const { router, seen } = await logOut(() => new Response(null, { status: 204 }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
    expect(asked(seen, '/api/auth/logout').map((each) => [each.method, each.headers.get('Authorization')])).toEqual([
      ['POST', 'Bearer secret'],
    ]);
    expect([localStorage.getItem('access_token'), localStorage.getItem('roster_dict')]).toEqual([null, null]);
  });

  // ERR-6 (no message) is overruled: every failure is shown.
  // OPEN-11
  test('AUTH-48 ERR-4 ERR-5 ERR-6 a failure is logged and shown, and keeps the token', async () => {
    const { router } = await logOut(() => json({}, 500));
    expect(
      await screen.findByText('You are still logged in. Server error. Please try again later.'),
    ).toBeInTheDocument();
    expect(console.error).toHaveBeenCalledWith('Not logged out', expect.anything());
    expect(localStorage.getItem('access_token')).toBe('secret');
    expect(router.state.location.pathname).toBe('/rosters');
  });
});

describe('several tabs', () => {
  const otherTab = (change: () => void) =>
    act(async () => {
      change();
      window.dispatchEvent(new StorageEvent('storage', { key: 'access_token', storageArea: localStorage }));
    });

  test('a logout in another tab leads this one to /login', async () => {
    signedIn();
    serve(members);
    const { router } = open('/rosters');
    await screen.findByRole('heading', { level: 1, name: 'Your rosters' });
    await otherTab(() => localStorage.removeItem('access_token'));
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  });

  test("another player's login in another tab shows that player's pages here", async () => {
    signedIn();
    const seen = serve({
      ...members,
      '/api/auth/me': (_, request) =>
        json(request.headers.get('Authorization') === 'Bearer bo' ? { ...ME, id: 8, display_name: 'Bo' } : ME),
    });
    open('/achievements');
    await screen.findByRole('heading', { level: 1, name: 'Achievements for user 7' });
    await otherTab(() => localStorage.setItem('access_token', 'bo'));
    await screen.findByRole('heading', { level: 1, name: 'Achievements for user 8' });
    await waitFor(() =>
      expect(asked(seen, '/api/user/achievements').map((each) => each.path)).toEqual([
        '/api/user/achievements?user_id=7',
        '/api/user/achievements?user_id=8',
      ]),
    );
  });
});
