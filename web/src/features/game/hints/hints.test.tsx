import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { usePicking } from '../camera/pickedModels';
import { GameClient } from '../client/client';
import { GameContext } from '../client/context';
import { usePace } from '../film/pace';
import { gameState, request } from '../staged.test-kit';
import { FirstHint } from './Hint';
import { BY_KEYS, HINTS, useHints } from './hints';

const at = (phase: 'shooting' | 'charge', kind: string) => ({
  ...gameState({ phase, asked: request([kind, 'end']) }),
  sides: [0, 1],
});

/** The hints as they are for a player who has seen none, in this state. */
function shown(state: ReturnType<typeof at>): GameClient {
  useHints.getState().again();
  const client = new GameClient('ford');
  client.show(state);
  render(
    <GameContext value={client}>
      <FirstHint />
    </GameContext>,
  );
  return client;
}

test('each hint comes once, in its moment, and none after “No more hints”', async () => {
  const client = shown(at('charge', 'charge'));
  expect(screen.getByText(HINTS.charge)).toBeVisible();
  act(() => client.show(at('shooting', 'shoot')));
  expect(screen.getByText(HINTS.shoot)).toBeVisible();
  act(() => client.show(at('charge', 'charge')));
  expect(screen.queryByRole('complementary')).toBeNull();
  useHints.getState().again();
  await userEvent.click(await screen.findByRole('button', { name: 'No more hints' }));
  act(() => client.show(at('shooting', 'shoot')));
  expect(screen.queryByRole('complementary')).toBeNull();
  expect(localStorage.getItem('hints-seen')?.split(' ')).toHaveLength(6);
});

test('hints name keys for those who play by keys, until a pointer is used again', async () => {
  shown(at('shooting', 'shoot'));
  expect(screen.getByText(HINTS.shoot)).toBeVisible();
  await userEvent.keyboard('g');
  expect(screen.getByText(BY_KEYS.shoot ?? '')).toBeVisible();
  await userEvent.click(screen.getByText(BY_KEYS.shoot ?? ''));
  expect(screen.getByText(HINTS.shoot)).toBeVisible();
});

test('no hint lies over the correction of a photo; it comes back afterwards', () => {
  const client = shown(at('shooting', 'shoot'));
  const table = client.table.getState();
  act(() => table.want({ kind: 'drag', unitId: 'runners', limit: null, correcting: true }));
  expect(screen.queryByRole('complementary')).toBeNull();
  act(() => table.want(null));
  expect(screen.getByText(HINTS.shoot)).toBeVisible();
  act(() => usePicking.getState().begin('runners', []));
  expect(screen.queryByRole('complementary')).toBeNull();
  act(() => usePicking.getState().end());
  expect(screen.getByText(HINTS.shoot)).toBeVisible();
});

test('the hint about the film comes only where the enemy’s turn plays as one', () => {
  act(() => usePace.getState().choose('once'));
  shown({ ...at('shooting', 'shoot'), sides: [1] });
  expect(screen.queryByRole('complementary')).toBeNull();
  act(() => usePace.getState().choose('normal'));
  expect(screen.getByText(HINTS.film)).toBeVisible();
});
