import type { GameState } from '@/shared/api';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import fixture from '@/test/fixtures/game-panels.json';
import { json, serve, signedIn, show } from '@/test/page';
import { GameView } from '@/features/game';
import { NOW, GAME, gameState, request, showPanel } from '../staged.test-kit';
import { PhasePanel } from './PhasePanel';

const open = (path: string) => show(path, { '/game/:gameId/view': <GameView /> });

const CALLS = `/api/game/${GAME}`;
const PHASES = ['command', 'movement', 'shooting', 'charge', 'combat'] as const;
const LABELS = {
  command: 'Command',
  movement: 'Movement',
  shooting: 'Shooting',
  charge: 'Charge',
  combat: 'Combat',
} as const;

const ability = {
  ...fixture.stratagems[0]!,
  uuid: 'smoke',
  id: 'smoke',
  name: 'Reed Smoke',
  overall_active: true,
  location: { ...fixture.stratagems[0]!.location, army_uuid: 'army-0', unit_uuid: null },
};
const castable = {
  [`${CALLS}/abilities`]: () => json({ abilities: [], game_state: NOW }),
  [`${CALLS}/stratagems`]: () => json({ stratagems: [ability] }),
};

type PhaseName = GameState['game_model']['phase'];
type PhaseTime = GameState['game_model']['phase_time'];

function at(phase: string, phase_time: string, more: Partial<GameState> = {}): GameState {
  const state = gameState({ phase: 'shooting', asked: request(['advance']) });
  return {
    ...state,
    ...more,
    game_model: { ...state.game_model, phase: phase as PhaseName, phase_time: phase_time as PhaseTime },
  };
}
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));

test('while the other person is asked, nobody else begins or ends a phase', () => {
  serve(castable);
  const asked = request(['move', 'end'], { mine: false });
  for (const [time, name] of [
    ['beginning', 'Begin Movement Actions'],
    ['middle', 'End Movement Phase'],
    ['end', 'Advance to Next Phase'],
  ] as const) {
    const shown = showPanel(<PhasePanel />, at('movement', time, { request: asked }));
    expect(screen.getByRole('button', { name })).toBeDisabled();
    shown.unmount();
  }
});

describe.each(PHASES)('the %s phase', (phase) => {
  const label = LABELS[phase];

  test('SHELL-43 PHASE-1 PHASE-2 PHASE-3 PHASE-4 PHASE-20 begins with its actions and what can be used', async () => {
    const seen = serve({ ...castable, [`${CALLS}/advance_phase_time`]: () => json({ ...at(phase, 'end') }) });
    showPanel(<PhasePanel />, at(phase, 'beginning'));
    expect(screen.getByRole('heading', { name: `${label} Phase - Beginning` })).toBeVisible();
    expect(screen.getByText('Active Castable Abilities')).toBeVisible();
    expect(await screen.findByRole('article', { name: 'Reed Smoke' })).toBeVisible();
    await press(`Begin ${label} Actions`);
    await waitFor(() =>
      expect(seen.filter((each) => each.path === `${CALLS}/advance_phase_time` && each.method === 'POST')).toHaveLength(
        1,
      ),
    );
    // PHASE-5
    expect(await screen.findByRole('heading', { name: `${label} Phase - End` })).toBeVisible();
  });

  test('SHELL-45 PHASE-5 PHASE-7 PHASE-8 PHASE-20 ends with the way to the next', async () => {
    const next = PHASES[PHASES.indexOf(phase) + 1] ?? 'command';
    const seen = serve({ ...castable, [`${CALLS}/advance_phase_time`]: () => json(at(next, 'beginning')) });
    showPanel(<PhasePanel />, at(phase, 'end'));
    expect(await screen.findByRole('article', { name: 'Reed Smoke' })).toBeVisible();
    await press('Advance to Next Phase');
    expect(await screen.findByRole('heading', { name: `${LABELS[next]} Phase - Beginning` })).toBeVisible();
    expect(seen.filter((each) => each.path === `${CALLS}/advance_phase_time`)).toHaveLength(1);
  });
});

test.each(PHASES)('SHELL-46 a time of the %s phase that is none of the three is a beginning', (phase) => {
  serve(castable);
  showPanel(<PhasePanel />, at(phase, 'dusk'));
  expect(screen.getByRole('heading', { name: `${LABELS[phase]} Phase - Beginning` })).toBeVisible();
});

test.each([
  ['command', 'Command Phase - Middle', 'End Command Phase'],
  ['movement', 'Movement Phase', 'End Movement Phase'],
  ['shooting', 'Shooting Phase', 'Complete Shooting Phase'],
  ['charge', /^Units Awaiting Charge - /, 'End Charge Phase'],
  ['combat', 'Combat Phase', 'Complete Combat Phase'],
] as const)('SHELL-44 the middle of the %s phase has a panel of its own', (phase, heading, end) => {
  serve(castable);
  showPanel(<PhasePanel />, at(phase, 'middle'));
  expect(screen.getByRole('heading', { name: heading })).toBeVisible();
  expect(screen.getByRole('button', { name: end })).toBeVisible();
});

test('PHASE-17 PHASE-18 the command phase has its end in the middle', async () => {
  const seen = serve({ ...castable, [`${CALLS}/advance_phase_time`]: () => json(at('command', 'end')) });
  showPanel(<PhasePanel />, at('command', 'middle'));
  expect(screen.getByRole('heading', { name: 'Command Phase - Middle' })).toBeVisible();
  await press('End Command Phase');
  expect(await screen.findByRole('heading', { name: 'Command Phase - End' })).toBeVisible();
  expect(seen.map((each) => each.path)).toContain(`${CALLS}/advance_phase_time`);
});

test('a battle-shock test is rolled by the site, or with dice of one’s own', async () => {
  const sent: unknown[] = [];
  const tested = gameState({
    phase: 'shooting',
    asked: request(['roll'], { stage: 'battle-shock', unit_uuid: 'runners', units: ['runners'] }),
  });
  serve({
    ...castable,
    [`${CALLS}/roll`]: async (_, call) => {
      sent.push(await call.json());
      return json({ detail: 'Not now.' }, 409);
    },
  });
  showPanel(<PhasePanel />, {
    ...tested,
    game_model: { ...tested.game_model, phase: 'command', phase_time: 'middle' },
  });
  await press('Roll the test');
  await waitFor(() => expect(sent).toHaveLength(1));
  await press('Own dice');
  await press('Add a 5');
  await press('Add a 2');
  await press('Use these dice');
  await waitFor(() => expect(sent).toHaveLength(2));
  expect(sent).toMatchObject([{ stage: 'all' }, { stage: 'all', dice: { faces: [5, 2], source: 'typed' } }]);
});

test.each(['fight', 'morale', 'cleanup', 'setup'] as const)(
  'PHASE-27 the phase panels are not for the %s phase',
  (phase) => {
    serve(castable);
    for (const time of ['beginning', 'middle', 'end'] as const) {
      const { unmount } = showPanel(<PhasePanel />, at(phase, time));
      expect(screen.queryByRole('heading', { name: / - (Beginning|Middle|End)$/ })).toBeNull();
      unmount();
    }
  },
);

describe('on the page', () => {
  beforeEach(() => {
    localStorage.clear();
    signedIn();
  });
  const page = (model: Record<string, unknown>, answers: Parameters<typeof serve>[0] = {}) => {
    const state = { ...fixture.state, game_model: { ...fixture.state.game_model, ...model } };
    serve({
      '/api/games/g1/state': () => json(state),
      '/api/game/g1/abilities': () => json({ abilities: [], game_state: NOW }),
      '/api/game/g1/stratagems': () => json({ stratagems: [] }),
      '/api/game/g1/logs_json': () => json({ logs: [] }),
      ...answers,
    });
    return open('/game/g1/view');
  };
  const clock = async () => (await screen.findByRole('heading', { level: 1 })).closest('.game-clock')!;

  test.each(['deployment', 'command', 'movement', 'shooting', 'charge', 'combat', 'fight', 'morale', 'cleanup'])(
    'PHASE-21 PHASE-23 the %s phase is shown',
    async (phase) => {
      page({ phase });
      expect(await clock()).toHaveTextContent(`${phase.charAt(0).toUpperCase()}${phase.slice(1)} Phase`);
      expect(screen.queryByText(/went wrong|Try again/)).toBeNull();
    },
  );

  test('CONST-45 PHASE-24 PHASE-25 PHASE-26 a game that does not say where it is stands in its set-up, round 1, turn 0', async () => {
    page({ phase: undefined, phase_time: undefined, round: undefined, turn: undefined });
    expect(await clock()).toHaveTextContent(/Setup Phase.*Round 1.*Turn 0/);
  });

  test('PHASE-10 PHASE-11 PHASE-12 PHASE-13 PHASE-15 the summary counts the actions and shows them on the board', async () => {
    const entry = (id: number, phase: string, message: string) => ({
      id,
      timestamp: '2026-01-01T10:00:00.000Z',
      log_type: 'combat',
      phase,
      phase_time: 'middle',
      round: 1,
      turn: 1,
      message,
      action: 'shoot',
      details: {},
    });
    const phases = [
      { phase: 'movement', actions: [entry(1, 'movement', 'A step.')] },
      {
        phase: 'shooting',
        actions: [entry(2, 'shooting', 'The first shot.'), entry(3, 'shooting', 'The second shot.')],
      },
    ];
    const logs = { rounds: [{ round_number: 1, turns: [{ turn_number: 1, phases }] }] };
    page(
      { phase: 'shooting', phase_time: 'end', round: 1, turn: 1 },
      { '/api/game/g1/logs_json': () => json({ logs, total: 3, incremental: false }) },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'View Phase Summary' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Shooting Phase Summary' }));
    const fact = (name: string) => dialog.getByText(name).nextElementSibling?.textContent;
    const viewer = within(await dialog.findByRole('region', { name: 'Log visualisation' }));
    expect([fact('Round'), fact('Turn'), fact('Phase'), fact('Actions')]).toEqual(['1', '1', 'Shooting', '2']);
    expect(viewer.getByText('Action 1 of 2')).toBeVisible();
    await userEvent.click(viewer.getByRole('button', { name: 'Next action' }));
    expect(viewer.getByText('Action 2 of 2')).toBeVisible();
    expect(viewer.getAllByText('The second shot.')[0]).toBeVisible();
    expect(viewer.queryByText('A step.')).toBeNull();
  });
});
