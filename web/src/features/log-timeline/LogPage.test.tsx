import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { emitGameEvent } from '@/shared/socket';
import { makeBattle } from '@/test/fixtures/battle';
import { CLEAR_SIGHT, held, json, serve, signedIn, type Seen, show } from '@/test/page';
import { LogsPage } from '@/app/pages/LogsPage';
import { useBattleLog } from './useBattleLog';

const open = (path: string) =>
  show(path, { '/games/:gameId/logs': <LogsPage />, '/shared/:gameId/logs': <LogsPage /> });

const battle = makeBattle({ rounds: 2 });
const total = battle.total as number;
const entry = (id: number, message = `entry ${id}`) => ({
  id,
  timestamp: `2026-02-01T00:00:${id % 60}Z`,
  log_type: 'scoring',
  phase: 'command',
  round: 2,
  turn: 2,
  message,
});

const logCalls = (seen: Seen[]): string[] => seen.map((each) => each.path).filter((path) => path.includes('logs_json'));
const slider = (name: string) => screen.getByRole('slider', { name });
const move = (name: string, value: number) => fireEvent.change(slider(name), { target: { value: String(value) } });
const row = (message: RegExp) => screen.getAllByRole('button', { name: message })[0]!;

let console_: { error: ReturnType<typeof vi.spyOn>; warn: ReturnType<typeof vi.spyOn> };
beforeEach(() => {
  signedIn();
  console_ = {
    error: vi.spyOn(console, 'error').mockImplementation(() => undefined),
    warn: vi.spyOn(console, 'warn').mockImplementation(() => undefined),
  };
});

/** A game whose server knows the whole battle and then `news`. */
function game(news: () => unknown = () => ({ logs: [], incremental: true, army_list: [] }), answers = {}): Seen[] {
  return serve({
    '/api/sight': () => json(CLEAR_SIGHT),
    '/api/game/g1/logs_json?since_id=': () => json(news()),
    '/api/game/g1/logs_json': () => json({ ...battle, game_id: 'g1' }),
    '/api/game/shared/demo/json': () => json(battle),
    ...answers,
  });
}

async function openGame(path = '/games/g1/logs') {
  const view = open(path);
  await screen.findByText(/logs loaded for game/);
  return view;
}

describe('loading', () => {
  test('LOGV-1 the id of the route is asked for, LOGV-98 the whole log at first', async () => {
    const seen = game();
    await openGame();
    expect(logCalls(seen)).toEqual(['/api/game/g1/logs_json']);
  });

  test('if the page opens during a load of entries without boards, the whole log is loaded afterwards', async () => {
    const { answer, give } = held();
    const seen = game(undefined, { '/api/game/g1/logs_json?since_id=': answer });
    function Elsewhere() {
      const [reading, read] = useState(false);
      const { log } = useBattleLog('g1', false, true);
      if (reading) return <LogsPage />;
      return log ? <button onClick={() => read(true)}>Read the report</button> : null;
    }
    show('/games/g1/logs', { '/games/:gameId/logs': <Elsewhere /> });
    await screen.findByRole('button', { name: 'Read the report' });
    act(() => emitGameEvent({ type: 'log-changed', gameId: 'g1' }));
    await waitFor(() => expect(logCalls(seen)).toHaveLength(2));
    expect(logCalls(seen)[1]).toContain('entries=true');
    fireEvent.click(screen.getByRole('button', { name: 'Read the report' }));
    give(json({ logs: [entry(total + 1)], incremental: true, undone: [], game_id: 'g1', total: total + 1 }));
    await waitFor(() => expect(logCalls(seen)).toHaveLength(3));
    expect(logCalls(seen)[2]).toBe('/api/game/g1/logs_json');
  });

  // OPEN-92
  test('NAV-48 LOGV-2 LOGV-3 a shared path asks for the shared report, without a credential', async () => {
    localStorage.setItem('access_token', 'secret');
    const seen = game();
    await openGame('/shared/demo/logs');
    expect(seen.map((each) => each.path)).toEqual([
      '/api/game/shared/demo/brief',
      '/api/game/shared/demo/summary',
      '/api/game/shared/demo/json',
    ]);
    expect(seen.map((each) => each.headers.get('Authorization'))).toEqual([null, null, null]);
  });

  test("a game's own log is asked with the stored credential", async () => {
    localStorage.setItem('access_token', 'secret');
    const seen = game();
    await openGame();
    expect(seen[0]!.headers.get('Authorization')).toBe('Bearer secret');
  });

  test('LOGV-15 LOGV-16 the viewer says that it loads, under its heading', async () => {
    const { answer, give } = held();
    serve({ '/api/game/shared/demo/json': answer });
    open('/shared/demo/logs');
    expect(await screen.findByText('Loading timeline data...')).toBeInTheDocument();
    expect(screen.getByRole('heading', { name: 'Log Visualization' })).toBeInTheDocument();
    act(() => give(json(battle)));
    await screen.findByText(`${total} logs loaded for game demo`);
    expect(screen.queryByText('Loading timeline data...')).toBeNull();
  });

  test('LOGV-11 the count and the game, LOGV-12 the refresh button, LOGV-14 and the viewer below', async () => {
    game();
    await openGame();
    const count = screen.getByText(`${total} logs loaded for game g1`);
    expect(screen.getByRole('button', { name: 'Refresh Logs' })).toBeEnabled();
    expect(
      count.compareDocumentPosition(screen.getByRole('group', { name: /Battle map/ })) &
        Node.DOCUMENT_POSITION_FOLLOWING,
    ).toBeTruthy();
  });

  // API-86, OPEN-33
  test('LOGV-13 LOGV-99 refreshing is incremental and says Refreshing...', async () => {
    let release: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    const seen = game(undefined, {
      '/api/game/g1/logs_json?since_id=': async () => {
        await waiting;
        return json({ logs: [entry(900)], incremental: true });
      },
    });
    await openGame();
    await userEvent.click(screen.getByRole('button', { name: 'Refresh Logs' }));
    expect(await screen.findByRole('button', { name: 'Refreshing...' })).toBeDisabled();
    act(release);
    await screen.findByText(`${total + 1} logs loaded for game g1`);
    expect(logCalls(seen)[1]).toBe(`/api/game/g1/logs_json?since_id=${total}`);
  });

  test('LOGV-103 LOGV-104 known entries are not counted twice', async () => {
    const known = { ...entry(901), timestamp: '2026-02-01T00:00:01Z' };
    game(() => ({ logs: [entry(900), entry(900), known, { ...known, id: 902 }], incremental: true }));
    await openGame();
    await userEvent.click(screen.getByRole('button', { name: 'Refresh Logs' }));
    await screen.findByText(`${total + 2} logs loaded for game g1`);
  });

  test('LOGV-96 another game id loads again and starts at the front', async () => {
    const seen = game(undefined, { '/api/game/g2/logs_json': () => json({ ...battle, game_id: 'g2' }) });
    const { router } = await openGame();
    move('Round', 2);
    await act(() => router.navigate('/games/g2/logs'));
    await screen.findByText(`${total} logs loaded for game g2`);
    expect(logCalls(seen)).toEqual(['/api/game/g1/logs_json', '/api/game/g2/logs_json']);
    expect(slider('Round')).toHaveValue('1');
  });
});

describe('pushes', () => {
  const after = async (seen: Seen[], event: Parameters<typeof emitGameEvent>[0], calls: number) => {
    act(() => emitGameEvent(event));
    await waitFor(() => expect(logCalls(seen)).toHaveLength(calls));
    // None comes after it.
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(logCalls(seen)).toHaveLength(calls);
  };

  test("LOGV-100 log-changed and LOGV-101 game-updated load what is new, LOGV-102 other games' do not", async () => {
    const seen = game();
    await openGame();
    await after(seen, { type: 'log-changed', gameId: 'other' }, 1);
    await after(seen, { type: 'game-updated', gameId: 'other' }, 1);
    await after(seen, { type: 'log-changed', gameId: 'g1' }, 2);
    await after(seen, { type: 'game-updated', gameId: 'g1' }, 3);
    expect(
      logCalls(seen)
        .slice(1)
        .every((path) => path.includes(`since_id=${total}`)),
    ).toBe(true);
  });

  test('LOGV-97 a push that changes lastUpdate loads again, the same one does not', async () => {
    const seen = game();
    await openGame();
    await after(seen, { type: 'push', gameId: 'g1', lastUpdate: '12:00' }, 2);
    await after(seen, { type: 'push', gameId: 'g1', lastUpdate: '12:00' }, 2);
    await after(seen, { type: 'push', gameId: 'g1', lastUpdate: '12:01' }, 3);
  });
});

describe('a change during a load', () => {
  test('is loaded afterwards', async () => {
    let release: () => void = () => undefined;
    const waiting = new Promise<void>((resolve) => {
      release = resolve;
    });
    let calls = 0;
    const seen = game(undefined, {
      '/api/game/g1/logs_json?since_id=': async () => {
        calls += 1;
        if (calls === 1) await waiting;
        return json({ logs: [entry(900 + calls)], boards: [], incremental: true });
      },
    });
    await openGame();
    act(() => emitGameEvent({ type: 'log-changed', gameId: 'g1' }));
    await screen.findByRole('button', { name: 'Refreshing...' });
    act(() => emitGameEvent({ type: 'log-changed', gameId: 'g1' }));
    act(release);
    await screen.findByText(`${total + 2} logs loaded for game g1`);
    expect(logCalls(seen)).toEqual([
      '/api/game/g1/logs_json',
      `/api/game/g1/logs_json?since_id=${total}`,
      '/api/game/g1/logs_json?since_id=901',
    ]);
  });
});

describe('failures', () => {
  const failing = (status: number, body: unknown, statusText = '') =>
    serve({ '/api/game/g1/logs_json': () => json(body, status, statusText) });

  test.each([
    ['ERR-10', 401, {}, 'Authentication required. Please log in.'],
    ['ERR-11', 404, {}, 'No logs found for this game.'],
    ['ERR-12', 500, {}, 'Server error. Please try again later.'],
    ['ERR-12', 503, {}, 'Server error. Please try again later.'],
    ['ERR-13', 400, { detail: 'The log is locked.' }, 'The log is locked.'],
  ])('%s ERR-18 ERR-73 status %i on the first load', async (_, status, body, reason) => {
    failing(status, body);
    open('/games/g1/logs');
    expect(await screen.findAllByText(`Error initializing logs: ${reason}`)).not.toHaveLength(0);
    expect(console_.error).toHaveBeenCalledWith(`Error initializing logs: ${reason}`, expect.anything());
    expect(screen.getByRole('button', { name: 'Try again' })).toBeEnabled();
  });

  test('ERR-14 without a detail the message, ERR-15 without both a fixed sentence', async () => {
    serve({
      '/api/game/g1/logs_json': () => {
        throw new TypeError('Network is down');
      },
      '/api/game/g2/logs_json': () => {
        throw new Error('');
      },
    });
    const { unmount } = open('/games/g1/logs');
    expect(await screen.findAllByText('Error initializing logs: Network is down')).not.toHaveLength(0);
    unmount();
    open('/games/g2/logs');
    expect(await screen.findAllByText('Error initializing logs: Failed to fetch logs')).not.toHaveLength(0);
  });

  test('ERR-19 a shared report that is not there shows the status text', async () => {
    serve({});
    open('/shared/nope/logs');
    expect(await screen.findAllByText('Failed to load shared logs: Not Found')).not.toHaveLength(0);
    expect(screen.getByText(/may not have begun yet, or share it no longer/)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Watch the demo battle' })).toHaveAttribute('href', '/shared/demo/logs');
  });

  test('a load that failed otherwise does not say that there is no battle', async () => {
    serve({ '/api/game/shared/g1/json': () => json({}, 503) });
    open('/shared/g1/logs');
    await screen.findAllByText(/^Failed to load shared logs/);
    expect(screen.queryByText('No battle to show')).toBeNull();
  });

  test('a failed load can be tried again', async () => {
    let broken = true;
    serve({ '/api/game/g1/logs_json': () => (broken ? json({}, 500) : json(battle)) });
    open('/games/g1/logs');
    await screen.findAllByText(/^Error initializing logs/);
    broken = false;
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await screen.findByText(/logs loaded for game g1/);
  });

  test('ERR-20 a failed refresh keeps the log and says so', async () => {
    game(undefined, { '/api/game/g1/logs_json?since_id=': () => json({}, 503) });
    await openGame();
    await userEvent.click(screen.getByRole('button', { name: 'Refresh Logs' }));
    expect(await screen.findAllByText('Error refreshing logs: Server error. Please try again later.')).not.toHaveLength(
      0,
    );
    expect(screen.getByText(`${total} logs loaded for game g1`)).toBeInTheDocument();
  });

  test('ERR-16 a later answer without data is a warning only', async () => {
    game(() => ({}));
    await openGame();
    await userEvent.click(screen.getByRole('button', { name: 'Refresh Logs' }));
    await waitFor(() => expect(console_.warn).toHaveBeenCalledWith('No log data found in response'));
    expect(screen.queryByText(/^Error/)).toBeNull();
  });

  test('ERR-17 a report without logs is logged as an error', async () => {
    serve({ '/api/game/shared/demo/json': () => json({}) });
    open('/shared/demo/logs');
    await screen.findAllByText(/^Failed to load shared logs/);
    expect(console_.error).toHaveBeenCalledWith('The answer has no logs', {});
  });
});

describe('controls', () => {
  test('LOGV-42 LOGV-43 LOGV-44 LOGV-45 three sliders start at 1 and move the board', async () => {
    game();
    await openGame();
    const anchors = () =>
      [...document.querySelectorAll('.unit-anchor')].map((each) => each.getAttribute('transform')).join();
    expect(['Round', 'Turn', 'Phase'].map((name) => slider(name).getAttribute('value'))).toEqual(['1', '1', '1']);
    const first = anchors();
    move('Phase', 3);
    const moved = anchors();
    expect(moved).not.toBe(first);
    move('Turn', 2);
    expect(anchors()).not.toBe(moved);
    const turn = anchors();
    move('Round', 2);
    expect(anchors()).not.toBe(turn);
    expect(screen.getByTestId('score-board')).toHaveTextContent('Round 2 · Turn 2 · Movement');
  });

  test('LOGV-17 the public page has the simple variant: six phases, from Command', async () => {
    game();
    await openGame('/shared/demo/logs');
    expect(slider('Phase')).toHaveAttribute('max', '6');
    expect(slider('Phase')).toHaveAttribute('aria-valuetext', 'Command');
  });

  // OPEN-66
  test('LOGV-46 LOGV-47 LOGV-48 layers can be hidden', async () => {
    game();
    await openGame();
    for (const [name, selector] of [
      ['Terrain', '.terrain'],
      ['Objectives', '.objective'],
      ['Deployment Zones', '.zone'],
    ] as const) {
      expect(document.querySelectorAll(selector).length).toBeGreaterThan(0);
      expect(screen.getByRole('checkbox', { name })).toBeChecked();
      await userEvent.click(screen.getByRole('checkbox', { name }));
      expect(document.querySelectorAll(selector)).toHaveLength(0);
    }
  });

  test('LOGV-49 LOGV-50 each army has a box, on at first', async () => {
    game();
    await openGame();
    const boxes = screen.getAllByRole('checkbox', { name: /^Units for / });
    expect(boxes.map((each) => each.parentElement!.textContent)).toEqual([
      'Units for Lantern Wardens',
      'Units for Saltmarsh Host',
    ]);
    boxes.forEach((each) => expect(each).toBeChecked());
    await userEvent.click(boxes[1]!);
    expect(document.querySelectorAll('.unit[data-army="1"]')).toHaveLength(0);
    expect(document.querySelectorAll('.unit[data-army="0"]').length).toBeGreaterThan(0);
  });
});

describe('actions', () => {
  test("LOGV-53 LOGV-54 the list is the chosen phase's", async () => {
    game();
    await openGame();
    expect(screen.getByRole('heading', { name: 'Actions' })).toBeInTheDocument();
    expect(row(/deploys/)).toBeInTheDocument();
    move('Phase', 7);
    expect(screen.getByText('No actions in this phase')).toBeInTheDocument();
  });

  test('LOGV-59 LOGV-60 LOGV-61 opening draws, opening another redraws, closing clears', async () => {
    game();
    await openGame();
    move('Phase', 4);
    const drawn = () =>
      [...document.querySelectorAll('[data-layer="graphics"] .action-arrow')].map((each) => each.outerHTML);
    const rows = screen
      .getAllByRole('button', { expanded: false })
      .filter((each) => / attacks /.test(each.textContent));
    await userEvent.click(rows[0]!);
    expect(drawn()).toHaveLength(1);
    const [first] = drawn();
    await userEvent.click(rows[1]!);
    expect(drawn()).toHaveLength(1);
    expect(drawn()[0]).not.toBe(first);
    await userEvent.click(screen.getByRole('button', { expanded: true }));
    expect(drawn()).toHaveLength(0);
  });

  test('LOGV-65 CONST-44 in the combat phase an X of size 20 marks the target', async () => {
    game();
    await openGame();
    move('Phase', 6);
    await userEvent.click(row(/ attacks /));
    const cross = document.querySelector('.action-cross')!;
    expect(cross).toHaveAttribute('data-size', '20');
    expect(cross.getAttribute('d')).toMatch(/l20 20.*l-20 20/);
  });

  test('Latest lists the newest entries and goes to one', async () => {
    game();
    await openGame();
    await userEvent.click(screen.getByRole('button', { name: 'Latest' }));
    const list = screen.getByRole('list', { name: 'Latest entries' });
    expect(within(list).getAllByRole('listitem')).toHaveLength(50);
    await userEvent.click(within(list).getByRole('button', { name: /The battle is over/ }));
    expect(screen.getByTestId('score-board')).toHaveTextContent('Round 2 · Turn 2 · Game end');
    expect(screen.getByRole('button', { expanded: true })).toHaveTextContent('The battle is over');
  });
});

describe('units and measuring', () => {
  const unit = (name: string) => screen.getByRole('button', { name: new RegExp(`^${name}, `) });

  test('LOGV-33 LOGV-34 LOGV-35 LOGV-39 a click opens the sheet with picture and stats; its button closes it', async () => {
    game();
    await openGame();
    await userEvent.click(unit('Glass Sentinels'));
    const panel = await screen.findByTestId('unit-panel');
    expect(within(panel).getByRole('img', { name: 'Transponder of Glass Sentinels' })).toHaveAttribute(
      'src',
      '/static/transponders/glass-sentinels.svg',
    );
    const [attributes] = within(panel).getAllByRole('table', { name: /, attributes$/ });
    expect(within(attributes!).getAllByRole('columnheader')[1]).toHaveTextContent(/^T$/);
    expect(within(attributes!).getAllByRole('cell')[1]).toHaveTextContent(/^4$/);
    expect(within(panel).getByText('Prism lance')).toBeInTheDocument();
    expect(document.querySelectorAll('.range-ring')).toHaveLength(3);
    await userEvent.click(within(panel).getByRole('button', { name: 'Close' }));
    expect(screen.queryByTestId('unit-panel')).toBeNull();
    expect(document.querySelectorAll('.range-ring')).toHaveLength(0);
  });

  test('LOGV-40 LOGV-41 Shift-clicks set start and end by turns, with the distance', async () => {
    game();
    await openGame();
    const map = document.querySelector('.map-svg')!;
    const shiftClick = (x: number, y: number) =>
      fireEvent.click(map, { clientX: 14 + x * 10, clientY: 14 + y * 10, shiftKey: true });
    shiftClick(10, 10);
    expect(document.querySelectorAll('.ruler-end')).toHaveLength(1);
    shiftClick(16, 18);
    expect(screen.getByTestId('measure')).toHaveTextContent('10.0″');
    shiftClick(30, 30);
    expect(screen.queryByTestId('measure')).toBeNull();
    expect(document.querySelectorAll('.ruler-end')).toHaveLength(1);
  });
});

describe('keys, playing and links', () => {
  test('arrows step through actions and phases, space plays, ? lists the keys', async () => {
    game();
    await openGame();
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('button', { expanded: true })).toHaveTextContent('Wick Guard deploys');
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('button', { expanded: true })).toHaveTextContent('Glass Sentinels deploys');
    await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}');
    expect(slider('Phase')).toHaveValue('2');
    await userEvent.keyboard(' ');
    expect(screen.getByRole('button', { name: 'Pause' })).toBeInTheDocument();
    await userEvent.keyboard(' ');
    expect(screen.getByRole('button', { name: 'Play' })).toBeInTheDocument();
    await userEvent.keyboard('?');
    expect(await screen.findByRole('dialog', { name: 'Keys' })).toHaveTextContent('Play or pause');
  });

  test('single keys can be turned off', async () => {
    game();
    await openGame();
    await userEvent.keyboard('?');
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Single keys work' }));
    await userEvent.keyboard('{Escape}');
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.queryByRole('button', { expanded: true })).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Keys' }));
    await userEvent.click(await screen.findByRole('checkbox', { name: 'Single keys work' }));
    await userEvent.keyboard('{Escape}');
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole('button', { expanded: true })).toHaveTextContent('Wick Guard deploys');
  });

  test('keys rest while a slider has the focus', async () => {
    game();
    await openGame();
    slider('Round').focus();
    await userEvent.keyboard(' ');
    expect(screen.getByRole('button', { name: 'Play' })).toBeInTheDocument();
  });

  test('a link to an action opens its round, turn, phase and the action', async () => {
    game();
    const wanted = (
      battle.logs as { rounds: { turns: { phases: { actions: { id: number; message: string }[] }[] }[] }[] }
    ).rounds[1]!.turns[0]!.phases[1]!.actions[2]!;
    await openGame(`/games/g1/logs?action=${wanted.id}`);
    await waitFor(() => expect(screen.getByRole('button', { expanded: true })).toHaveTextContent(wanted.message));
    expect(slider('Round')).toHaveValue('2');
    expect(slider('Phase')).toHaveAttribute('aria-valuetext', 'Movement');
  });

  test('the opened action stands in the address', async () => {
    game();
    const { router } = await openGame();
    await userEvent.keyboard('{ArrowRight}');
    await waitFor(() => expect(router.state.location.search).toBe('?action=1'));
    await userEvent.click(screen.getByRole('button', { expanded: true }));
    await waitFor(() => expect(router.state.location.search).toBe(''));
  });

  test('a link to an action that is not there says so', async () => {
    game();
    await openGame('/games/g1/logs?action=99999');
    expect(await screen.findByText('This log has no action 99999.')).toBeInTheDocument();
  });
});

describe('an upload that nobody owns', () => {
  const SUMMARY = '/api/game/shared/demo/summary';
  const REMOVED = '2026-03-31T12:00:00Z';
  const stated = (removed_at: string | null) => ({
    game_id: 'demo',
    headline: 'Ford against Reeds',
    line: '',
    over: true,
    winner: null,
    armies: [],
    removed_at,
  });
  const when = new Date(REMOVED).toLocaleDateString(undefined, { dateStyle: 'long' });

  test('says when it is removed, and is kept in the account of somebody signed in', async () => {
    let owned = false;
    const seen = game(undefined, {
      [SUMMARY]: () => json(stated(owned ? null : REMOVED)),
      '/api/logs/demo/claim': () => {
        owned = true;
        return json({ game_id: 'demo', url: '/games/demo/logs', total });
      },
      '/api/game/demo/logs_json': () => json({ ...battle, game_id: 'demo' }),
    });
    const { router } = await openGame('/shared/demo/logs');
    expect(await screen.findByText(when)).toHaveAttribute('datetime', REMOVED);
    expect(screen.getByText(when).parentElement).toHaveTextContent(
      `Uploaded without an account. It will be removed on ${when}.`,
    );
    await userEvent.click(screen.getByRole('button', { name: 'Keep in my account' }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/games/demo/logs'));
    expect(
      seen
        .filter(({ path }) => path === '/api/logs/demo/claim')
        .map(({ method, headers }) => [method, headers.get('Authorization')]),
    ).toEqual([['POST', 'Bearer secret']]);
    expect(await screen.findByText('Kept in your account.')).toBeVisible();
    await screen.findByText(/logs loaded for game/);
    expect(screen.queryByText(when)).toBeNull();
  });

  test('a refusal is shown where the button is', async () => {
    game(undefined, {
      [SUMMARY]: () => json(stated(REMOVED)),
      '/api/logs/demo/claim': () => json({ detail: 'You have as many games as are kept.' }, 409),
    });
    await openGame('/shared/demo/logs');
    await userEvent.click(await screen.findByRole('button', { name: 'Keep in my account' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('You have as many games as are kept.');
    expect(screen.getByRole('button', { name: 'Keep in my account' })).toBeEnabled();
  });

  test('somebody without a login is led to it and back', async () => {
    localStorage.clear();
    game(undefined, { [SUMMARY]: () => json(stated(REMOVED)) });
    await openGame('/shared/demo/logs');
    expect(await screen.findByRole('link', { name: 'Log in to keep it' })).toHaveAttribute(
      'href',
      '/login?next=%2Fshared%2Fdemo%2Flogs',
    );
    expect(screen.queryByRole('button', { name: 'Keep in my account' })).toBeNull();
  });

  test('what belongs to somebody says nothing of it', async () => {
    game(undefined, { [SUMMARY]: () => json(stated(null)) });
    await openGame('/shared/demo/logs');
    await screen.findByRole('heading', { name: 'Ford against Reeds' });
    expect(screen.queryByText(/will be removed/)).toBeNull();
  });
});
