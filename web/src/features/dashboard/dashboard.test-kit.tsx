import { screen, within } from '@testing-library/react';
import { vi } from 'vitest';
import layouts from '@/test/fixtures/layouts.json';
import setup from '@/test/fixtures/setup.json';
import { json, serve, signedIn, type Seen, show } from '@/test/page';
import { GamePage, GamesPage } from '.';

export const open = (path: string) =>
  show(path, { '/games': <GamesPage />, '/user_page': <GamesPage />, '/games/setup/:gameId': <GamePage /> });

export const game = (game_id: string, more: Record<string, unknown> = {}) => ({
  game_id,
  id: game_id,
  game_name: `Game ${game_id}`,
  description: '',
  simulation: false,
  status: 'In progress',
  created: '2026-02-01T10:00:00Z',
  updated: '2026-02-01T10:00:00Z',
  role: 'owner',
  opponent: null,
  shared: false,
  side: null,
  summary: null,
  ...more,
});
export const GAMES = [
  game('g1', { game_name: 'The ford', description: 'At dusk', status: 'Completed' }),
  game('g2', { game_name: 'Amber hill' }),
  game('g3', { game_name: "Bo's bridge", role: 'opponent', opponent: 'Bo' }),
];
export const SUMMARY = {
  begun: true,
  armies: ['Vow', 'Fen'],
  computer: [false, false],
  score: [12, 8],
  round: 3,
  phase: 'shooting',
  due: 0,
  winner: null,
};
export const LISTED = [
  game('g2', { game_name: 'Amber hill', opponent: 'Bo', side: 0, summary: SUMMARY }),
  game('g1', {
    game_name: 'The ford',
    status: 'Completed',
    summary: {
      ...SUMMARY,
      computer: [false, true],
      score: [30, 41],
      round: 5,
      phase: 'game_end',
      due: null,
      winner: 1,
    },
  }),
];
export const SEATS = [
  { side: 0, taken_by: null, mine: true },
  { side: 1, taken_by: null, mine: true },
];

let sent: unknown;
/** The body of the last new game that was asked for. */
export const created = (): unknown => sent;

export function server(answers = {}, games: unknown = GAMES): Seen[] {
  return serve({
    '/api/user/games': () => json({ games }),
    '/api/rosters': () => json({ rosters: [] }),
    '/api/game/create_new_game': async (_: string, request: Request) => {
      sent = await request.json();
      return json({ game_id: 'new' }, 201);
    },
    '/api/layouts': () => json(layouts),
    '/api/game/g1/setup': () => json(setup),
    '/api/game/new/setup': () => json(setup),
    '/api/game/new': () => json({ ...game('new'), seats: SEATS, fought_here: false, rematch: null }),
    '/api/game/g1': (_: string, request: Request) =>
      request.method === 'DELETE'
        ? new Response(null, { status: 204 })
        : json({ ...GAMES[0], seats: SEATS, fought_here: true, rematch: null }),
    ...answers,
  });
}

export async function openGames(path = '/games') {
  const view = open(path);
  await screen.findByRole('table', { name: 'Your games' });
  return view;
}
export const names = () =>
  screen
    .getAllByRole('row')
    .slice(1)
    .map((row) => within(row).getAllByRole('cell')[0]!.querySelector('a')!.textContent);
export const cells = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .slice(0, 6)
    .map((each) => each.textContent);
export const dialog = () => screen.findByRole('dialog', { name: 'Create New Game' });

/** Before each test; each file asks for it itself, since those of one worker share this module. */
export function freshPage() {
  sent = undefined;
  signedIn();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
}
