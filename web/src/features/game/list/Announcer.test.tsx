import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GameState } from '@/shared/api';
import { GameClient } from '../client/client';
import { GameContext } from '../client/context';
import { request } from '../staged.test-kit';
import { tableState, unitAt } from '../table.test-kit';
import { Announcer } from './Announcer';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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
