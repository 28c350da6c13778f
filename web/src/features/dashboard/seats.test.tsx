import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { json } from '@/test/page';
import { game, open, SEATS, server, freshPage, SUMMARY } from './dashboard.test-kit';

beforeEach(freshPage);

/** A game against the computer whose seats nobody else has taken. */
function openGame(begun: boolean) {
  const summary = { ...SUMMARY, computer: [false, true], begun };
  const shown = { ...game('g1', { summary }), seats: SEATS, fought_here: true, rematch: null };
  server({ '/api/game/g1': () => json(shown) });
  return open('/games/setup/g1');
}

test('what can be done about an army that the computer plays is said, and no more of it once the battle has begun', async () => {
  const shown = openGame(false);
  expect(await screen.findByText(/You can command it yourself, by “Human” below/)).toBeVisible();
  shown.unmount();
  openGame(true);
  expect(
    await screen.findByText('The computer plays this army against you. You can still invite an opponent.'),
  ).toBeVisible();
});
