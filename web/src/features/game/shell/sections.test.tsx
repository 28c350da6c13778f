import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ReactNode } from 'react';
import { MemoryRouter } from 'react-router';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { json } from '@/test/page';
import { useChat } from '../chat/chatStore';
import { GameClient } from '../client/client';
import { GameContext } from '../client/context';
import { tableState, wideScreen } from '../table.test-kit';
import { GameView } from './GameView';
import { first, fresh, game, GAME, now, opened, second, state, STATE } from './shell.test-kit';

beforeEach(fresh);

const nav = (name: string) => within(screen.getByRole('navigation', { name: 'Game' })).getByRole('button', { name });
const panel = () => within(document.querySelector<HTMLElement>('.game-panel')!);

describe('which game', () => {
  const states = {
    '/api/games/g2/state': () => json(state),
    '/api/games/g3/state': () => json(state),
    '/api/games/g4/state': () => json(state),
  };

  /** The view itself, outside of the app's routes. */
  function shown(view: ReactNode, at: string) {
    render(
      <QueryClientProvider client={new QueryClient()}>
        <MemoryRouter initialEntries={[at]}>{view}</MemoryRouter>
      </QueryClientProvider>,
    );
    return screen.findByRole('navigation', { name: 'Game' });
  }

  test('SHELL-10 is first that which it was given', async () => {
    const seen = game(states);
    await shown(<GameView gameId="g3" />, '/game/g1/view?game_id=g2');
    expect(seen.filter((each) => each.path.endsWith('/state')).map((each) => each.path)).toEqual([
      '/api/games/g3/state',
    ]);
  });

  test('SHELL-13 is last that of the game around it', async () => {
    const seen = game(states);
    await shown(
      <GameContext value={new GameClient('g4')}>
        <GameView />
      </GameContext>,
      '/embedded',
    );
    expect(seen.filter((each) => each.path.endsWith('/state')).map((each) => each.path)).toEqual([
      '/api/games/g4/state',
    ]);
  });
});

describe('the sections', () => {
  // One page for all: opening it is what takes long. SHELL-19 as decided: 'Stratagems'.
  test('SHELL-8 SHELL-15 SHELL-19..25 SHELL-47 SHELL-48 stand beside the game, and each shows its panel', async () => {
    game();
    await opened();
    expect(document.querySelector('.game > .game-nav')).toBeTruthy();
    const headings = [
      [first.name, first.name],
      [second.name, second.name],
      ['Stratagems', 'Stratagems'],
      ['Abilities', 'Abilities'],
      ['Castable Abilities', 'Castable Abilities'],
      ['Effects', 'Effects'],
      ['Summary', 'Summary'],
      ['History', 'Game History'],
      ['Logs', 'Game Logs'],
    ] as const;
    for (const [name, heading] of headings) {
      const shown = document.querySelector('.game-panel');
      if (shown) shown.scrollTop = 50;
      await userEvent.click(nav(name));
      // Each is read from its beginning, wherever the one before it was left.
      expect(document.querySelector('.game-panel')?.scrollTop).toBe(0);
      expect(nav(name)).toHaveAttribute('aria-current', 'page');
      expect(await panel().findByRole('heading', { level: 2, name: heading })).toBeVisible();
      if (name === first.name || name === second.name)
        expect(panel().getByText('Player number').nextElementSibling).toHaveTextContent(
          name === first.name ? '1' : '2',
        );
    }
    await userEvent.click(nav('Battlefield'));
    expect(screen.getByRole('region', { name: 'Map Preview' })).toBeVisible();
    expect(await panel().findByRole('button', { name: 'Advance to Next Phase' })).toBeVisible();
  });

  test('SHELL-18 armies without a name are Army 1 and Army 2', async () => {
    game({ [STATE]: () => json(now({ armies: state.game_model.armies.map((army) => ({ ...army, name: '' })) })) });
    await opened();
    expect(nav('Army 1')).toBeVisible();
    expect(nav('Army 2')).toBeVisible();
    expect(screen.getByRole('group', { name: 'Player 1' })).toHaveTextContent('Army 1');
    expect(screen.getByRole('group', { name: 'Player 2' })).toHaveTextContent('Army 2');
  });

  test('SHELL-1 SHELL-42 the battlefield in the deployment: units, terrain, objectives, zones, and the deployment panel', async () => {
    wideScreen();
    game({
      [STATE]: () => json(tableState({ phase: 'deployment', asked: { ...tableState().request!, kinds: ['roll'] } })),
    });
    await opened();
    expect(document.querySelectorAll('.unit')).toHaveLength(3);
    expect([...document.querySelectorAll('.terrain-name')].map((each) => each.firstChild?.textContent)).toEqual([
      'Old Orchard',
      'Thorn Hedge',
    ]);
    expect(document.querySelectorAll('.objective')).toHaveLength(2);
    expect(document.querySelectorAll('.zone')).toHaveLength(2);
    expect(await panel().findByRole('button', { name: 'Roll for Deployment' })).toBeVisible();
  });
});

test('who plays by the keyboard goes on in the panel when the button that was pressed is gone', async () => {
  const next = now({ phase: 'charge', phase_time: 'beginning' });
  game({ [`${GAME}/advance_phase_time`]: () => json(next) });
  await opened();
  const region = document.querySelector<HTMLElement>('.game-panel')!;
  (await panel().findByRole('button', { name: 'Advance to Next Phase' })).focus();
  await userEvent.keyboard('{Enter}');
  expect(await panel().findByRole('heading', { name: 'Charge Phase - Beginning' })).toBeVisible();
  await waitFor(() => expect(region).toHaveFocus());
  await userEvent.click(panel().getByRole('button', { name: 'Begin Charge Actions' }));
  expect(region).not.toHaveFocus();
});

test('dice that are due are read from the beginning of the panel, wherever it was left', async () => {
  const due = now({ phase: 'movement', phase_time: 'middle' });
  const request = { ...due.request!, kinds: ['roll'], mine: true, controller: 'human' };
  game({ [`${GAME}/advance_phase_time`]: () => json({ ...due, request }) });
  await opened();
  const region = document.querySelector<HTMLElement>('.game-panel')!;
  region.scrollTop = 50;
  await userEvent.click(await panel().findByRole('button', { name: 'Advance to Next Phase' }));
  await waitFor(() => expect(region).toHaveAttribute('data-asked', 'roll'));
  expect(region.scrollTop).toBe(0);
});

test.each(['Logs', 'History'])(
  'the key that takes a unit up leads back from %s to the battlefield, and says so',
  async (name) => {
    wideScreen();
    game();
    await opened();
    await userEvent.click(nav(name));
    await userEvent.keyboard('m');
    await waitFor(() => expect(nav('Battlefield')).toHaveAttribute('aria-current', 'page'));
    expect(screen.getByText('Battlefield', { selector: '[aria-live] p' })).toBeInTheDocument();
  },
);

describe("the browser's history", () => {
  test('Back leads from any section to the battlefield, and only then away from the table', async () => {
    game();
    const { router } = await opened('/game/g1/view?from=list');
    await userEvent.click(nav('Logs'));
    await userEvent.click(nav('Effects'));
    expect(router.state.location).toMatchObject({ search: '?from=list', hash: '#effects' });
    await act(() => router.navigate(-1));
    expect(nav('Battlefield')).toHaveAttribute('aria-current', 'page');
    expect(router.state.location).toMatchObject({ pathname: '/game/g1/view', search: '?from=list', hash: '' });
    await act(() => router.navigate(1));
    expect(nav('Effects')).toHaveAttribute('aria-current', 'page');
  });

  test('the battlefield leaves no entry behind', async () => {
    game();
    const { router } = await opened();
    await act(() => router.navigate('/game/g1/view?step=2'));
    await userEvent.click(nav('Logs'));
    await userEvent.click(nav('Battlefield'));
    await waitFor(() => expect(router.state.location.hash).toBe(''));
    await act(() => router.navigate(-1));
    expect(router.state.location.search).toBe('');
  });

  test('a reload stays in the section, and an unknown name leads to the battlefield', async () => {
    game();
    const { router } = await opened('/game/g1/view#logs');
    expect(nav('Logs')).toHaveAttribute('aria-current', 'page');
    await userEvent.click(nav('Battlefield'));
    expect(router.state.location.hash).toBe('');
    await act(() => router.navigate('/game/g1/view#nonsense'));
    expect(nav('Battlefield')).toHaveAttribute('aria-current', 'page');
  });
});

test('SHELL-39 after the load no unit is selected', async () => {
  game();
  const first = await opened();
  await userEvent.click(document.querySelector('.unit')!);
  expect(document.querySelector('.unit[data-selected]')).toBeTruthy();
  first.unmount();
  await opened();
  expect(document.querySelector('.unit[data-selected]')).toBeNull();
});

test("SHELL-54 each unit knows its player, its army's uuid and its army's index, whatever the server sent", async () => {
  const armies = state.game_model.armies.map((army) => ({
    ...army,
    units: army.units.map((unit) => ({ ...unit, player: undefined, army_uuid: undefined, army_index: undefined })),
  }));
  game({ [STATE]: () => json(now({ armies })) });
  await opened();
  for (const [index, army] of armies.entries()) {
    await userEvent.click(nav(army.name));
    await userEvent.click((await panel().findAllByRole('button', { name: 'View JSON' }))[0]!);
    const shown = JSON.parse(
      (await screen.findByRole('dialog', { name: /Unit JSON Data/ })).querySelector('pre')!.textContent,
    ) as Record<string, unknown>;
    expect(shown).toMatchObject({
      uuid: army.units[0]!.uuid,
      player: index + 1,
      army_uuid: army.uuid,
      army_index: index,
    });
    await userEvent.keyboard('{Escape}');
  }
});

test('DEBUG-2 CONST-28 the overlay is refreshed every two seconds', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  onTestFinished(() => void vi.useRealTimers());
  game();
  await opened('/game/g1/view?debug=1');
  const shown = () => (JSON.parse(screen.getByLabelText('Stores').textContent) as { chat: number }).chat;
  expect(shown()).toBe(0);
  act(() =>
    useChat
      .getState()
      .add('g1', { id: '1', text: 'Well met.', type: 'user', name: 'Brook', timestamp: '2026-01-01T10:00:00Z' }),
  );
  act(() => void vi.advanceTimersByTime(1999));
  expect(shown()).toBe(0);
  act(() => void vi.advanceTimersByTime(1));
  expect(shown()).toBe(1);
  act(() =>
    useChat
      .getState()
      .add('g1', { id: '2', text: 'Good luck.', type: 'user', name: 'Ada', timestamp: '2026-01-01T10:00:01Z' }),
  );
  act(() => void vi.advanceTimersByTime(2000));
  expect(shown()).toBe(2);
});
