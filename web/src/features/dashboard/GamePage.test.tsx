import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import setup from '@/test/fixtures/setup.json';
import { json } from '@/test/page';
import { GAMES, LISTED, SEATS, game, open, openGames, server, freshPage } from './dashboard.test-kit';

let sent: unknown;

beforeEach(freshPage);

describe("a game's own page", () => {
  test('NAV-43 shows the game, its seats and its log', async () => {
    server();
    open('/games/setup/g1');
    expect(await screen.findByRole('heading', { level: 1, name: 'The ford' })).toBeInTheDocument();
    expect((await screen.findByRole('heading', { name: 'Blue army' })).parentElement).toHaveTextContent('You');
    expect(screen.getByRole('link', { name: 'Battle log' })).toHaveAttribute('href', '/games/g1/logs');
  });

  test('a battle that is over offers its report, its statistics and a rematch, and nothing of before', async () => {
    const over = {
      ...LISTED[1],
      fought_here: true,
      rematch: null,
      shared: true,
      opponent: 'Bo',
      seats: [SEATS[0], { side: 1, taken_by: 'Bo', mine: false }],
    };
    const seen = server({
      '/api/game/g1/rematch': () => json({ game_id: 'new' }, 201),
      '/api/game/g1/setup': () => json({ ...setup, begun: true }),
      '/api/game/g1': () => json(over),
    });
    const { router } = open('/games/setup/g1');
    const result = within((await screen.findByRole('heading', { name: 'The battle is over' })).closest('section')!);
    expect(result.getByText('You lost')).toBeInTheDocument();
    expect(result.getByRole('link', { name: 'Statistics and awards' })).toHaveAttribute(
      'href',
      '/games/g1/logs?view=statistics',
    );
    await screen.findByRole('region', { name: 'Blue army' });
    for (const gone of [/The battle has begun/, 'Back to the table', 'Invite an opponent', 'Link to watch it live'])
      expect(screen.queryByText(gone)).toBeNull();
    expect(screen.queryByLabelText('Link to watch it live')).toBeNull();
    expect(screen.getByLabelText('Link to the report')).toBeInTheDocument();
    await userEvent.click(result.getByRole('button', { name: 'Rematch' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/games/setup/new'));
    expect(seen.filter(({ path }) => path.endsWith('/rematch')).map(({ method }) => method)).toEqual(['POST']);
  });

  test.each([
    [{ game_id: 'new', by: 'Bo', mine: false }, 'button', 'Accept'],
    [{ game_id: 'new', by: 'Ada', mine: true }, 'link', 'Go to the rematch'],
  ])('a rematch that is there already is offered: %j', async (rematch, role, name) => {
    server({ '/api/game/g1': () => json({ ...LISTED[1], fought_here: true, rematch, seats: SEATS }) });
    open('/games/setup/g1');
    expect(await screen.findByRole(role, { name })).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Rematch' })).toBeNull();
  });

  test.each([
    ['/user_page', 2],
    ['/games', 1],
  ])(
    'a rematch that the opponent asks for stands in the list of games and is accepted there (%s)',
    async (path, times) => {
      const seen = server({ '/api/game/g1/rematch': () => json({ game_id: 'new' }, 201) }, [
        { ...LISTED[1], opponent: 'Bo', rematch_by: 'Bo' },
        { ...LISTED[0], rematch_by: null },
      ]);
      const { router } = await openGames(path);
      expect(screen.getAllByText('Bo asks for a rematch')).toHaveLength(times);
      const standing = within(screen.getByRole('row', { name: /The ford/ }));
      expect(standing.getByText('Bo asks for a rematch')).toBeVisible();
      const ways = screen.getAllByRole('button', { name: 'Accept' });
      expect(ways).toHaveLength(times);
      // On the dashboard it leads what is on.
      if (times === 2)
        expect(
          within(screen.getByRole('region', { name: 'To go on with' })).getAllByRole('article')[0],
        ).toContainElement(ways[0]!);
      await userEvent.click(ways[0]!);
      await waitFor(() => expect(router.state.location.pathname).toBe('/games/setup/new'));
      expect(seen.filter((each) => each.path.endsWith('/rematch')).map(({ method }) => method)).toEqual(['POST']);
    },
  );

  test('an uploaded battle has no set-up and no rematch', async () => {
    server({ '/api/game/g1': () => json({ ...LISTED[1], fought_here: false, rematch: null, seats: SEATS }) });
    open('/games/setup/g1');
    await screen.findByRole('heading', { name: 'The battle is over' });
    expect(screen.queryByRole('button', { name: 'Rematch' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Start Game' })).toBeNull();
  });

  test('sharing is turned on, and gives the link to the report', async () => {
    server({
      '/api/game/g1': async (_: string, request: Request) => {
        if (request.method === 'PATCH') sent = await request.json();
        return json({
          ...GAMES[0],
          shared: request.method === 'PATCH',
          seats: SEATS,
          fought_here: false,
          rematch: null,
        });
      },
    });
    open('/games/setup/g1');
    await userEvent.click(await screen.findByRole('switch', { name: /^Share the report/ }));
    expect(await screen.findByLabelText('Link to the report')).toHaveValue('http://localhost:3000/shared/g1/logs');
    expect(sent).toEqual({ shared: true });
  });

  test('an invitation gives a link for the other army', async () => {
    server({
      '/api/game/g1': () => json({ ...game('g1'), seats: SEATS, fought_here: false, rematch: null }),
      '/api/game/g1/invitations': async (_: string, request: Request) => {
        sent = await request.json();
        return json({ url: '/invitation/once', expires_at: '2026-02-08T10:00:00Z' }, 201);
      },
    });
    open('/games/setup/g1');
    await userEvent.click(await screen.findByRole('button', { name: 'Invite an opponent' }));
    expect(await screen.findByLabelText('Link for your opponent')).toHaveValue('http://localhost:3000/invitation/once');
    expect(sent).toEqual({ side: 1 });
  });

  test('the page of who invited somebody shows who took the seat, and how the game is played now', async () => {
    let taken = false;
    const seen = server({
      '/api/game/g1/setup': () => json({ ...setup, chosen: { ...setup.chosen, mode: 'physical' } }),
      '/api/game/g1': () => {
        const seats = [SEATS[0], taken ? { side: 1, taken_by: 'Bo', mine: false } : SEATS[1]];
        return json({ ...game('g1', { simulation: true }), seats, fought_here: false, rematch: null });
      },
    });
    vi.useFakeTimers({ shouldAdvanceTime: true });
    try {
      open('/games/setup/g1');
      expect(await screen.findByText('Physical', { selector: 'main > div > span' })).toBeInTheDocument();
      taken = true;
      await act(() => vi.advanceTimersByTimeAsync(4000));
      expect(await screen.findByText('Bo')).toBeInTheDocument();
      const asked = () => seen.filter(({ path }) => path === '/api/game/g1').length;
      const before = asked();
      await act(() => vi.advanceTimersByTimeAsync(8000));
      expect(asked()).toBe(before);
    } finally {
      vi.useRealTimers();
    }
  });

  test('a game that is not there says so and leads back to the list', async () => {
    server({ '/api/game/gone': () => json({ detail: 'There is no such game.' }, 404) });
    open('/games/setup/gone');
    expect(await screen.findByText('There is no such game.')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Your games' })).toHaveAttribute('href', '/games');
  });
});
