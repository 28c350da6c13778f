import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { open } from '@/test/app';
import { json, serve, signedIn } from '@/test/page';
import { chatKey, saySystem, useChat } from './chat/chatStore';
import { MovementPanel } from './panels/MovementPanel';
import { ScoutPanel } from './panels/ScoutPanel';
import { onTable, request, showPanel } from './staged.test-kit';
import { RUNNERS, tableState } from './table.test-kit';

/** What the specification leaves open about a game's page, as decided. */

const { readFileSync } = await vi.importActual<{ readFileSync: (path: string, encoding: 'utf8') => string }>('node:fs');

beforeEach(() => signedIn());

describe("the game's page", () => {
  // OPEN-90: without a token the one leads to the login at once, the other says so; what they show needs the token.
  test.each(['/games/setup/g1', '/game/g1'])('OPEN-90 %s shows nothing of the game without a token', async (path) => {
    localStorage.clear();
    const seen = serve({ '/api/game/g1': () => json({ detail: 'Please log in to go on.' }, 401) });
    const { router } = open(path);
    await waitFor(() =>
      expect(
        router.state.location.pathname === '/login' || screen.queryByText('Please log in to go on.') !== null,
      ).toBe(true),
    );
    expect(seen.every((each) => !each.headers.has('Authorization'))).toBe(true);
    expect(screen.queryByRole('button', { name: 'Start Game' })).toBeNull();
  });
});

describe('the chat', () => {
  // ENT-1: the messages of the chat
  test('OPEN-62 ENT-49 each game has its own in this browser, a message with its id, text, type and time', () => {
    useChat.getState().open('g1');
    saySystem('g1', 'The wind turns.');
    useChat
      .getState()
      .add('g2', { id: '7', text: 'Well met.', type: 'user', name: 'Brook', timestamp: '2026-02-01T10:00:00.000Z' });
    const kept = (gameId: string) =>
      JSON.parse(localStorage.getItem(chatKey(gameId)) ?? '[]') as {
        id: string;
        text: string;
        type: string;
        timestamp: string;
      }[];
    expect([chatKey('g1'), chatKey('g2')]).toEqual(['chat-messages-g1', 'chat-messages-g2']);
    expect(kept('g1').map((each) => [each.type, each.text])).toEqual([['system', 'The wind turns.']]);
    expect(kept('g1')[0]!.id).not.toBe('');
    expect(Date.parse(kept('g1')[0]!.timestamp)).not.toBeNaN();
    expect(kept('g2')).toEqual([
      { id: '7', text: 'Well met.', type: 'user', name: 'Brook', timestamp: '2026-02-01T10:00:00.000Z' },
    ]);
  });
});

test('OPEN-93 a unit is dragged once a type of movement is chosen, and not before', async () => {
  serve({});
  showPanel(
    <MovementPanel />,
    tableState({ phase: 'movement', acting: [RUNNERS], asked: request(['move', 'end'], { units: ['runners'] }) }),
  );
  expect(screen.queryByText('Click and drag the unit on the map to move it')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: /^Torch Runners/ }));
  expect(screen.queryByText('Click and drag the unit on the map to move it')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Move' }));
  expect(screen.getByText('Click and drag the unit on the map to move it')).toBeVisible();
});

test('a unit that scouts is taken up at once, and let go of once it has its place', () => {
  serve({});
  const asked = { ...request(['place'], { units: ['runners'] }), why: 'scouts', unit_uuid: 'runners', limit: 6 };
  const { unmount } = showPanel(<ScoutPanel />, tableState({ phase: 'deployment', acting: [RUNNERS], asked }));
  expect(onTable()).toMatchObject({
    selectedId: 'runners',
    pending: { kind: 'drag', unitId: 'runners', limit: 6 },
  });
  unmount();
  expect(onTable()).toMatchObject({ selectedId: null, pending: null });
});

const TYPES = [
  'combat',
  'movement',
  'scoring',
  'deployment',
  'charge',
  'battleshock',
  'abilities',
  'phase_change',
  'cleanup',
  'snapshot',
  'game_end',
  'action',
  'unknown',
];

test('ENT-48 every type of log has its colour, and those without one of their own the common one', () => {
  const styles = readFileSync('src/features/game/panels/panels.css', 'utf8');
  const edge = (type: string): string =>
    new RegExp(`\\.log-entry\\[data-type='${type}'\\][^{]*\\{\\s*([^}]*)\\}`).exec(styles)?.[1]?.trim() ?? '';
  expect(styles).toMatch(/\.log-entry \{\s*border-left: 3px solid var\(/);
  for (const type of TYPES.filter((each) => each !== 'action' && each !== 'unknown'))
    expect(edge(type), type).toMatch(/^border-left(-color)?: .*var\(--/);
  expect([edge('action'), edge('unknown')]).toEqual(['', '']);
});
