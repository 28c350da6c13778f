import type { ClockState, GameState } from '@/shared/api';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import fixture from '@/test/fixtures/game-panels.json';
import { json, serve } from '@/test/page';
import { SettingsPanel } from '../panels/SettingsPanel';
import { GAME, showPanel } from '../staged.test-kit';
import { timeText } from './time';

const base = fixture.state as unknown as GameState;
const [blue, red] = base.game_model.armies;
const CLOCK: ClockState = { seconds: 600, used: [30, 590], running_army_uuid: red.uuid, paused: false };
const inGame = (clock: ClockState | null, more: Partial<GameState> = {}): GameState => ({
  ...base,
  sides: [0, 1],
  clock,
  ...more,
});
const face = (army: { name: string }) => screen.getByRole('timer', { name: `Time left of ${army.name}` });

/** What the panel asks of the server, which answers with a game whose clock is as given. */
function show(state: GameState, after: ClockState | null = CLOCK) {
  const sent: unknown[] = [];
  serve({
    [`/api/game/${GAME}/clock`]: async (_, request) => {
      sent.push(await request.json());
      return json({ ...state, clock: after });
    },
  });
  showPanel(<SettingsPanel />, state);
  return sent;
}

test.each([
  [0, '0:00'],
  [59_999, '0:59'],
  [61_000, '1:01'],
  [3_723_000, '1:02:03'],
  [-1, '−0:01'],
  [-30_000, '−0:30'],
  [-61_500, '−1:02'],
])('%d ms are %s', (ms, text) => {
  expect(timeText(ms)).toBe(text);
});

describe('the chess clock', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['Date', 'setInterval', 'clearInterval'], now: new Date('2026-03-04T12:00:00Z') });
    onTestFinished(() => void vi.useRealTimers());
  });

  test('it counts down for the army that is asked, and on when the time is up', () => {
    show(inGame(CLOCK));
    expect([face(blue).textContent, face(red).textContent]).toEqual(['9:30', '0:10running']);
    act(() => void vi.advanceTimersByTime(4000));
    expect([face(blue).textContent, face(red).textContent]).toEqual(['9:30', '0:06running']);
    act(() => void vi.advanceTimersByTime(9000));
    expect(face(red)).toHaveTextContent('−0:03over time');
  });

  test('it is started with so many minutes each', async () => {
    const sent = show(inGame(null));
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Minutes each' }), '60');
    await userEvent.click(screen.getByRole('button', { name: 'Start Clock' }));
    expect(sent).toEqual([{ do: 'start', minutes: 60 }]);
    expect(await screen.findByRole('button', { name: 'Pause Clock' })).toBeInTheDocument();
  });

  test('it is paused, resumed and, when that is confirmed, stopped', async () => {
    const paused = { ...CLOCK, running_army_uuid: null, paused: true };
    const sent = show(inGame(CLOCK), paused);
    await userEvent.click(screen.getByRole('button', { name: 'Pause Clock' }));
    expect(await screen.findByRole('button', { name: 'Resume Clock' })).toBeInTheDocument();
    act(() => void vi.advanceTimersByTime(60_000));
    expect(face(red)).toHaveTextContent('0:10paused');
    await userEvent.click(screen.getByRole('button', { name: 'Resume Clock' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'Stop Clock' })).toBeEnabled());
    await userEvent.click(screen.getByRole('button', { name: 'Stop Clock' }));
    const question = await screen.findByRole('alertdialog');
    expect(sent).toHaveLength(2);
    await userEvent.click(within(question).getByRole('button', { name: 'Stop Clock' }));
    await waitFor(() => expect(sent).toHaveLength(3));
    expect(sent).toMatchObject([{ do: 'pause' }, { do: 'resume' }, { do: 'stop' }]);
  });

  test('who only watches sees it and has no hand on it', () => {
    show(inGame(CLOCK, { sides: [] }));
    expect(face(blue)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: /Clock/ })).toBeNull();
  });
});
