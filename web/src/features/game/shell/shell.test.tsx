import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { open } from '@/test/app';
import { held, json, type Seen } from '@/test/page';
import { Wire } from '@/test/wire';
import { useChat } from '../chat/chatStore';
import { asked, first, fresh, game, GAME, now, opened, second, state, STATE } from './shell.test-kit';

beforeEach(fresh);
afterEach(() => void vi.useRealTimers());

describe('the way in', () => {
  test('SHELL-9 without a token it leads to the login', async () => {
    localStorage.clear();
    game();
    const { router } = open('/game/g1/view');
    await waitFor(() => expect(router.state.location.pathname).toBe('/login'));
  });

  test('SHELL-11 SHELL-12 the game is that of game_id, else the part of the address after game', async () => {
    const seen = game({ '/api/games/g2/state': () => json(state) });
    await opened('/game/g1/view?game_id=g2');
    expect(asked(seen, '/api/games/g2/state')).toBe(1);
    expect(asked(seen, STATE)).toBe(0);
  });

  test('SHELL-33 SHELL-34 while it loads, and when that fails', async () => {
    const { answer, give } = held();
    game({ [STATE]: answer });
    open('/game/g1/view');
    expect(await screen.findByText('Loading game data...')).toBeTruthy();
    await act(async () => give(json({ detail: 'The server is restarting.' }, 500)));
    expect(await screen.findByText('Error loading game data: The server is restarting.')).toBeTruthy();
  });
});

test('API-85 OPEN-33 coming from the set-up the log is asked for, then the game, then the abilities', async () => {
  const seen = game();
  await opened('/game/g1/view?from_setup=1');
  await waitFor(() => expect(asked(seen, `${GAME}/abilities`)).toBeGreaterThan(0));
  const order = [`${GAME}/logs_json`, STATE, `${GAME}/abilities`].map((path) =>
    seen.findIndex((each) => each.path.startsWith(path)),
  );
  expect(order).toEqual([...order].sort((a, b) => a - b));
  expect(order).not.toContain(-1);
});

const commanded = (sides: readonly number[], by: readonly string[] = ['human', 'human']) => ({
  ...state,
  sides,
  game_model: {
    ...state.game_model,
    armies: state.game_model.armies.map((army, side) => ({ ...army, controller: by[side] })),
  },
});

describe('the frame', () => {
  test('SHELL-14 SHELL-16 SHELL-17 SHELL-38 OPEN-65 OPEN-74 OPEN-95 the sections with the battlefield first, the way back, and the abilities fetched once the game is there', async () => {
    const seen = game();
    await opened();
    const nav = within(screen.getByRole('navigation', { name: 'Game' }));
    const names = nav
      .getAllByRole('button')
      .map((each) => each.textContent)
      .slice(0, 10);
    expect(names).toEqual([
      'Battlefield',
      first.name,
      second.name,
      'Stratagems',
      'Abilities',
      'Castable Abilities',
      'Effects',
      'Summary',
      'History',
      'Logs',
    ]);
    expect(nav.getByRole('button', { current: 'page' })).toHaveTextContent('Battlefield');
    expect(nav.getByRole('link', { name: 'Back to Setup' }).getAttribute('href')).toBe('/game/g1');
    await waitFor(() => expect(asked(seen, `${GAME}/abilities`)).toBeGreaterThan(0));
  });

  // LOGS-14
  test('the logs say whether entries come by themselves: not while the socket is gone, and again once it is back', async () => {
    game();
    await opened();
    await userEvent.click(
      within(screen.getByRole('navigation', { name: 'Game' })).getByRole('button', { name: 'Logs' }),
    );
    const gone = 'No live updates: no connection to the game';
    const letIn = () => {
      Wire.last.open();
      Wire.last.hear('connected', { game_id: 'g1', role: 'player', seats: [0, 1] });
    };
    expect(await screen.findByText(gone)).toHaveRole('status');
    letIn();
    expect(screen.getByText('Live updates enabled')).toHaveRole('status');
    expect(screen.queryByText(gone)).toBeNull();
    Wire.last.end(1006);
    expect(screen.getByText(gone)).toBeVisible();
    expect(screen.queryByText('Live updates enabled')).toBeNull();
    act(() => {
      window.dispatchEvent(new Event('online'));
    });
    letIn();
    expect(screen.getByText('Live updates enabled')).toBeVisible();
  });

  test('SHELL-26..32 OPEN-64 the header shows the phase, the round, the turn and both players', async () => {
    game({
      [STATE]: () => json(now({ phase: 'movement', phase_time: 'middle', round: 3, turn: 2, status: 'In progress' })),
    });
    await opened();
    const header = within(screen.getAllByRole('banner')[0]!);
    expect(header.getByRole('heading', { level: 1 }).textContent).toBe('Movement Phase middle');
    expect(document.querySelector('.game-header .game-pulse')).toBeTruthy();
    expect(header.getByText('Round 3')).toBeTruthy();
    expect(header.getByText('Turn 2')).toBeTruthy();
    expect(header.getByText('Game active')).toBeTruthy();
    for (const [index, army] of [first, second].entries()) {
      const score = within(header.getByRole('group', { name: `Player ${index + 1}` }));
      expect(score.getByText(army.name)).toBeTruthy();
      expect(score.getByText('VP').nextSibling?.textContent).toBe(String(army.vp));
      expect(score.getByText('CP').nextSibling?.textContent).toBe(String(army.cp));
    }
  });

  test.each([
    ['deployment', 'In progress', 'Setting up'],
    ['game_end', 'Completed', 'Game over'],
  ])('SHELL-31 OPEN-64 in %s with status %s: %s', async (phase, status, text) => {
    game({ [STATE]: () => json(now({ phase, status })) });
    await opened();
    expect(within(screen.getAllByRole('banner')[0]!).getByText(text)).toBeTruthy();
    expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(
      status === 'Completed' ? 'Battle over' : 'Deployment Phase',
    );
    expect(screen.queryAllByText(', whose turn it is')).toHaveLength(status === 'Completed' ? 0 : 1);
  });

  test.each([0, 1])('while both set up, the army that has to act is marked: side %i', async (side) => {
    const due = state.game_model.armies[side]!.uuid;
    const setting = { ...now({ phase: 'deployment' }), current_army_uuid: state.game_model.armies[0]!.uuid };
    const status = { ...state.deployment_status, current_army_uuid: due };
    game({ [STATE]: () => json({ ...setting, deployment_status: status }) });
    await opened();
    const score = screen.getByRole('group', { name: `Player ${side + 1}` });
    expect(within(score).getByText(', whose turn it is')).toBeTruthy();
    expect(screen.getAllByText(', whose turn it is')).toHaveLength(1);
  });

  test.each([
    [[0], 'You', null],
    [[1], null, 'You'],
    [[0, 1], null, null],
  ])("the header says which army is one's own: of sides %j", async (sides, ...said) => {
    game({ [STATE]: () => json(commanded(sides)) });
    await opened();
    for (const [index, own] of said.entries()) {
      const score = screen.getByRole('group', { name: `Player ${index + 1}` });
      expect(within(score).queryByText('You')?.textContent ?? null).toBe(own);
    }
  });

  test("an army that the computer plays is nobody's own", async () => {
    game({ [STATE]: () => json(commanded([0, 1], ['human', 'ai'])) });
    await opened();
    expect(screen.getAllByText('You')).toHaveLength(1);
  });

  test('the missions close by Escape, which does nothing else, by a press elsewhere, and by their button', async () => {
    game();
    await opened();
    const details = document.querySelector<HTMLDetailsElement>('.prompt-line .missions')!;
    const summary = within(details).getByText('Missions');
    const reopen = async () => {
      await userEvent.click(summary);
      await waitFor(() => expect(details.open).toBe(true));
      await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await reopen();
    const others: boolean[] = [];
    const listens = (event: KeyboardEvent) => others.push(event.defaultPrevented);
    window.addEventListener('keydown', listens);
    onTestFinished(() => window.removeEventListener('keydown', listens));
    await userEvent.keyboard('{Escape}');
    expect(details.open).toBe(false);
    expect(others).toEqual([true]);
    await reopen();
    await userEvent.click(screen.getByRole('heading', { level: 1 }));
    expect(details.open).toBe(false);
    await reopen();
    await userEvent.click(within(details).getByRole('button', { name: 'Close the missions' }));
    expect(details.open).toBe(false);
    expect(summary).toHaveFocus();
  });

  test('who only watches has no commands and no chat', async () => {
    game({
      [STATE]: () =>
        json({ ...state, sides: [], request: state.request && { ...(state.request as object), mine: false } }),
    });
    await opened('/shared/g1');
    expect(await screen.findByText('You are watching', {}, { timeout: 30_000 })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Stratagems' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Castable Abilities' })).toBeNull();
    expect(screen.queryByRole('link', { name: 'Back to Setup' })).toBeNull();
    expect(screen.queryByRole('region', { name: 'Game Chat' })).toBeNull();
    expect(Wire.last.url).toContain('role=spectator');
  }, 60_000);
});

describe('the connection', () => {
  const push = (phase: string, time = 'middle') => ({
    game_id: 'g1',
    number: 9,
    phase,
    phase_time: time,
    round: 1,
    turn: 1,
  });

  async function settled(phase: string): Promise<Seen[]> {
    const seen = game({ [STATE]: () => json(now({ phase, phase_time: 'middle' })) });
    await opened();
    return seen;
  }

  test('SHELL-49 SHELL-51 a burst of messages in movement has the state fetched once', async () => {
    const seen = await settled('movement');
    const before = asked(seen, STATE);
    for (let i = 0; i < 4; i += 1) Wire.last.hear('game_state_update', push('movement'));
    await waitFor(() => expect(asked(seen, STATE)).toBe(before + 1));
  });

  test('SHELL-50 another phase has it fetched', async () => {
    const seen = await settled('command');
    const before = asked(seen, STATE);
    Wire.last.hear('game_state_update', push('command', 'end'));
    await waitFor(() => expect(asked(seen, STATE)).toBe(before + 1));
  });

  test('SHELL-52 whatever was chosen here, a message that does not hold what changed has it fetched', async () => {
    const seen = await settled('command');
    const before = asked(seen, STATE);
    Wire.last.hear('game_state_update', push('command'));
    await waitFor(() => expect(asked(seen, STATE)).toBe(before + 1));
  });

  test.each(['deployment', 'command', 'combat', 'movement'])(
    'SHELL-53 in %s a message of the same phase and time moves the state on, and has none fetched',
    async (phase) => {
      const seen = game({ [STATE]: () => json({ ...now({ phase, phase_time: 'middle' }), version: '8.0.01' }) });
      await opened();
      const before = asked(seen, STATE);
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      Wire.last.hear('game_state_update', {
        ...push(phase),
        from: '8.0.01',
        version: '9.0.01',
        changes: [{ op: 'replace', path: '/game_model/round', value: 4 }],
      });
      await act(() => vi.advanceTimersByTimeAsync(5000));
      expect(screen.getByText('Round 4')).toBeVisible();
      expect(asked(seen, STATE)).toBe(before);
    },
  );

  test('CONST-24 SHELL-49 the state is fetched 100 ms after the last message of a burst', async () => {
    const seen = await settled('movement');
    const before = asked(seen, STATE);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    for (let message = 0; message < 3; message += 1) {
      Wire.last.hear('game_state_update', push('movement'));
      await act(() => vi.advanceTimersByTimeAsync(60));
    }
    await act(() => vi.advanceTimersByTimeAsync(39));
    expect(asked(seen, STATE)).toBe(before);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(asked(seen, STATE)).toBe(before + 1);
  });

  test('the answer to request_game_state has the state fetched over HTTP', async () => {
    const seen = await settled('command');
    const before = asked(seen, STATE);
    Wire.last.hear('game_updated', { game_id: 'g1', detail: 'Load the game over HTTP.' });
    await waitFor(() => expect(asked(seen, STATE)).toBe(before + 1));
  });

  test('SHELL-41 who leaves hears nothing more', async () => {
    game();
    const { unmount } = open('/game/g1/view');
    await screen.findByRole('navigation', { name: 'Game' });
    unmount();
    expect(Wire.last.readyState).toBe(3);
  });
});

test('a choice that came too late says so with what happened since, and the game as it is now is fetched', async () => {
  const since = ['Reed Stalkers shoot at Torch Runners.', 'Torch Runners lose 2 models.'];
  let moved = false;
  const seen = game({
    [STATE]: () => json(moved ? now({ phase: 'charge', phase_time: 'beginning' }) : state),
    [`${GAME}/advance_phase_time`]: () => {
      moved = true;
      return json({ detail: 'The battle moved on.', number: 900, events: since }, 409);
    },
  });
  await opened();
  const before = asked(seen, STATE);
  await userEvent.click(await screen.findByRole('button', { name: 'Advance to Next Phase' }));
  const notice = within(await screen.findByRole('alert', { name: 'The battle moved on.' }));
  expect(notice.getByText('Your choice was not taken: somebody answered before you. Since then:')).toBeVisible();
  expect(notice.getAllByRole('listitem').map((each) => each.textContent)).toEqual(since);
  expect(await screen.findByRole('heading', { name: 'Charge Phase - Beginning' })).toBeVisible();
  expect(asked(seen, STATE)).toBe(before + 1);
  expect(screen.getAllByRole('alert')).toHaveLength(1);
  await userEvent.click(notice.getByRole('button', { name: 'Understood' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

test('CHAT-3..5 CHAT-7 a message is sent with Enter and with Send; what the game says looks otherwise', async () => {
  game();
  await opened();
  const chat = within(screen.getByRole('region', { name: 'Game Chat' }));
  await userEvent.click(chat.getByRole('button', { name: /Game Chat/ }));
  const input = chat.getByRole('textbox', { name: 'Message' });
  await userEvent.type(input, 'Well met.{Enter}');
  await userEvent.type(input, 'Good luck.');
  await userEvent.click(chat.getByRole('button', { name: 'Send' }));
  const wire = Wire.last;
  expect(wire.sent.map((each) => JSON.parse(each).payload.text)).toEqual(['Well met.', 'Good luck.']);
  wire.hear('chat', { id: 'a', text: 'Well met.', type: 'user', name: 'Ada', timestamp: '2026-01-01T10:00:00Z' });
  act(() =>
    useChat
      .getState()
      .add('g1', { id: 'b', text: 'A die was lost.', type: 'system', name: '', timestamp: '2026-01-01T10:00:01Z' }),
  );
  expect(chat.getByText('Well met.').closest('li')?.dataset.type).toBe('user');
  expect(chat.getByText('A die was lost.').closest('li')?.dataset.type).toBe('system');
});

test('what another writes while the chat is closed is said, an offer that was declined, and what has lapsed', async () => {
  const state = commanded([0]);
  game({ [STATE]: () => json(state) });
  await opened();
  const written = { type: 'user', timestamp: '2026-01-01T10:00:00Z' };
  act(() => Wire.last.hear('chat', { ...written, id: 'a', text: 'Well met.', name: 'Ben' }));
  expect(screen.getByText('Ben: Well met.')).toBeInTheDocument();
  const [mine, theirs] = state.game_model.armies.map(({ uuid }) => uuid);
  const answer = (offered_by: string | undefined) =>
    act(() => Wire.last.hear('offer_answer', { kind: 'draw', offered_by, agreed: false }));
  answer(theirs);
  expect(screen.queryAllByText(/declined the draw/)).toHaveLength(0);
  answer(mine);
  expect((await screen.findAllByText('The other player declined the draw.'))[0]).toBeInTheDocument();
  const left = { agreed: false, lapsed: true };
  act(() => Wire.last.hear('offer_answer', { kind: 'draw', offered_by: mine, ...left }));
  expect(
    (await screen.findAllByText(/^The battle went on .*: your offer of a draw no longer stands\.$/))[0],
  ).toBeVisible();
  act(() => Wire.last.hear('undo_answer', { asked_by: mine, ...left }));
  expect((await screen.findAllByText(/^The battle went on .*: it stays done\.$/))[0]).toBeVisible();
});
