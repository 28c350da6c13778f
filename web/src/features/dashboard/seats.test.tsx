import { screen } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import layouts from '@/test/fixtures/layouts.json';
import setup from '@/test/fixtures/setup.json';
import { json, serve, show, signedIn } from '@/test/page';
import { GamePage } from '.';

beforeEach(() => signedIn());

const SUMMARY = {
  armies: ['Vow', 'Fen'],
  computer: [false, true],
  score: [12, 8],
  round: 3,
  phase: 'shooting',
  due: 0,
  winner: null,
};

/** A game against the computer whose seats nobody else has taken. */
function open(begun: boolean) {
  serve({
    '/api/rosters': () => json({ rosters: [] }),
    '/api/layouts': () => json(layouts),
    '/api/game/g1/setup': () => json(setup),
    '/api/game/g1': () =>
      json({
        game_id: 'g1',
        id: 'g1',
        game_name: 'The ford',
        description: '',
        simulation: false,
        status: 'In progress',
        created: '2026-02-01T10:00:00Z',
        updated: '2026-02-01T10:00:00Z',
        role: 'owner',
        opponent: null,
        shared: false,
        side: null,
        summary: { ...SUMMARY, begun },
        seats: [0, 1].map((side) => ({ side, taken_by: null, mine: true })),
        fought_here: true,
        rematch: null,
      }),
  });
  return show('/games/setup/g1', { '/games/setup/:gameId': <GamePage /> });
}

test('what can be done about an army that the computer plays is said, and no more of it once the battle has begun', async () => {
  const shown = open(false);
  expect(await screen.findByText(/You can command it yourself, by “Human” below/)).toBeVisible();
  shown.unmount();
  open(true);
  expect(
    await screen.findByText('The computer plays this army against you. You can still invite an opponent.'),
  ).toBeVisible();
});
