import { NOW } from '../staged.test-kit';
import { screen } from '@testing-library/react';
import { vi } from 'vitest';
import fixture from '@/test/fixtures/game-panels.json';
import { open } from '@/test/app';
import { json, serve, signedIn, type Seen } from '@/test/page';
import { OpenWire, Wire } from '@/test/wire';

/** The whole page of a game, as the server sends it, with a socket that the test speaks for. */

export const GAME = '/api/game/g1';
export const STATE = '/api/games/g1/state';
export const { state } = fixture;
const { abilities, stratagems, active_effects: effects } = fixture;
const model = state.game_model;
export const [first, second] = model.armies as unknown as [
  { name: string; vp: number; cp: number },
  { name: string; vp: number; cp: number },
];

/** Somebody signed in, and no socket yet. */
export function fresh(): void {
  localStorage.clear();
  signedIn();
  Wire.all = [];
  vi.stubGlobal('WebSocket', OpenWire);
}

export function game(answers: Parameters<typeof serve>[0] = {}): Seen[] {
  return serve({
    [STATE]: () => json(state),
    [`${GAME}/abilities`]: () => json({ abilities, game_state: NOW }),
    [`${GAME}/stratagems`]: () => json({ stratagems }),
    [`${GAME}/active-effects`]: () => json({ active_effects: effects }),
    [`${GAME}/logs_json`]: () => json({ logs: [] }),
    ...answers,
  });
}

/** The game at another moment. */
export const now = (more: object) => ({ ...state, game_model: { ...model, ...more } });
/** How often a path was asked for. */
export const asked = (seen: Seen[], path: string): number => seen.filter((each) => each.path.startsWith(path)).length;

export async function opened(path = '/game/g1/view') {
  const view = open(path);
  await screen.findByRole('navigation', { name: 'Game' });
  return view;
}
