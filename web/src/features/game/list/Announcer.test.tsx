import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GameState } from '@/shared/api';
import { GameClient } from '../client/client';
import { GameContext } from '../client/context';
import type { Beat } from '../film/beats';
import { request } from '../staged.test-kit';
import { tableState, unitAt } from '../table.test-kit';
import { Announcer } from './Announcer';
import { useSpokenQuestion } from './spoken';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const beat = (id: number): Beat => ({
  id,
  text: '',
  brief: '',
  besides: '',
  actor: '',
  graphics: [],
  involved: [],
  rows: [{ label: 'Hit 4+', dice: [{ face: 6, success: true, critical: true }], good: 1 }],
  walk: null,
  tolls: [],
  short: false,
  rare: false,
  ms: 0,
});
const NAMES = ['Reed Stalkers', 'Mill Guard', 'Gull Flock', 'Salt Wardens'];
/** The computer's turn, with so many of its units a step on. */
const at = (number: number, phase: 'command' | 'movement' | 'shooting', moved: number, mine = false): GameState => ({
  ...tableState({
    asked: request(['move'], mine ? {} : { mine: false, controller: 'ai' }),
    units: NAMES.map((name, index) => unitAt(name, name, 1, [40 + (index < moved ? 3 : 0), 10 * index + 4])),
    acting: [],
    model: { phase },
  }),
  number,
});

test('the computer’s phase is announced in one summary, and not at all if nothing was done', () => {
  const client = new GameClient('ford');
  client.show(at(1, 'command', 0));
  render(
    <GameContext value={client}>
      <Announcer />
    </GameContext>,
  );
  const announced = () => [...screen.getByRole('region').querySelectorAll('p')].map((each) => each.textContent);
  const show = (...state: Parameters<typeof at>) =>
    act(() => {
      client.show(at(...state));
      vi.advanceTimersByTime(2500);
    });
  show(2, 'movement', 0);
  for (const moved of [1, 2, 3, 4]) show(2 + moved, 'movement', moved);
  expect(announced()).toEqual([]);
  show(7, 'shooting', 4);
  expect(announced()).toEqual([expect.stringMatching(/Movement phase\. 4 units moved\.$/)]);
  show(8, 'command', 4);
  expect(announced()).toHaveLength(1);
  show(9, 'command', 4, true);
  expect(announced()).toHaveLength(1);
});

test('what dice did is said once and without the single dice; more of it that is shown again is not said', () => {
  const client = new GameClient('ford');
  client.show(at(1, 'shooting', 0, true));
  render(
    <GameContext value={client}>
      <Announcer />
    </GameContext>,
  );
  const said = () => screen.queryAllByText(/shoots/).map((each) => each.textContent);
  const roll = (id: number, text: string) => [{ ...beat(id), text }];
  act(() => client.reel.getState().keep(roll(7, 'Mill Guard shoots Gull Flock: no hits'), () => true, false));
  expect(said()).toEqual(['Mill Guard shoots Gull Flock: no hits']);
  act(() => client.reel.getState().keep(roll(8, 'Gull Flock shoots Mill Guard: 1 slain'), () => false, false));
  expect(said()).toHaveLength(2);
  act(() => client.reel.getState().keep([], () => true, false));
  expect(said()).toHaveLength(2);
});

test('to who only watches, no roll is said beside what came of it', () => {
  const client = new GameClient('ford');
  client.show({ ...at(1, 'shooting', 0), sides: [] });
  render(
    <GameContext value={client}>
      <Announcer />
    </GameContext>,
  );
  const roll = [{ ...beat(7), actor: 'mill-guard', text: 'Mill Guard shoots Gull Flock: 1 slain' }];
  act(() => client.reel.getState().keep(roll, () => false, false));
  expect(screen.queryByText(/shoots/)).not.toBeInTheDocument();
});

test('a question is said once it stands, and not where it is asked in passing', () => {
  const Asks = ({ asked }: { asked: string }) => <>{useSpokenQuestion(asked)}</>;
  const client = new GameClient('ford');
  client.show(at(1, 'shooting', 0, true));
  const page = (asked: string) => (
    <GameContext value={client}>
      <Announcer />
      <Asks asked={asked} />
    </GameContext>
  );
  const { rerender } = render(page('Fen Host: the computer plays.'));
  act(() => void vi.advanceTimersByTime(200));
  rerender(page('Who shoots? 3 units can.'));
  act(() => void vi.advanceTimersByTime(600));
  expect(screen.queryByText(/the computer plays/)).not.toBeInTheDocument();
  expect(screen.getByText('Who shoots? 3 units can.')).toBeInTheDocument();
});
