import { ability } from '../abilities/abilities.test-kit';
import type { GameState, PromptState } from '@/shared/api';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { clearToasts } from '@/shared/ui';
import { json, serve, signedIn, show } from '@/test/page';
import { GameView } from '@/features/game';
import { useChat } from '../chat/chatStore';
import { DebugOverlay } from '../shell/DebugOverlay';
import { NOW, chargeable, GAME, gameState, latest, request, showPanel, unit, weapon } from '../staged.test-kit';
import { AbilitiesPanel } from './AbilitiesPanel';
import { EffectsPanel } from './EffectsPanel';
import { EndPanel } from './EndPanel';
import { PhasePanel } from './PhasePanel';
import { StratagemsPanel } from './StratagemsPanel';

const open = (path: string) => show(path, { '/game/:gameId/view': <GameView /> });

/** What players see when a call fails. Rows that say 'logged only' are overruled: a failure is logged and shown where it happened. */

const CALLS = `/api/game/${GAME}`;
const CLOSED = { detail: 'The server is restarting.' };
const LOGGED = 'A call of the game failed';
const ZONES = [0, 1].map((owner) => ({
  name: owner ? 'Marsh Edge' : 'Mill Bank',
  owner_army_index: owner,
  shape: [
    [0, 0],
    [60, 0],
    [60, 9],
    [0, 9],
  ],
}));
const button = (name: string | RegExp) => screen.getByRole('button', { name });
const press = (name: string | RegExp) => userEvent.click(button(name));
const announced = (sentence: string) =>
  waitFor(() =>
    expect(
      screen
        .getAllByRole('alert')
        .map((each) => each.textContent)
        .join(),
    ).toContain(sentence),
  );
const said = () => useChat.getState().messages.map((each) => [each.type, each.text]);

beforeEach(() => {
  clearToasts();
  useChat.getState().open(GAME);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.useRealTimers();
});

/** The deployment, at what is asked. */
function deploying(
  asked: PromptState,
  status: Partial<GameState['deployment_status']> = {},
  more: Partial<GameState> = {},
): GameState {
  const runners = unit('runners', 'Torch Runners', { deployed: false, location: null, keywords: [], abilities: [] });
  const state = gameState({ phase: 'shooting', asked, units: [runners] });
  state.game_model.armies[0].units[0] = runners;
  return {
    ...state,
    game_model: { ...state.game_model, phase: 'deployment', phase_time: 'beginning' },
    map_data: { width: 60, height: 44, terrain: [], deployment_zones: ZONES } as never,
    deployment_status: {
      all_units_deployed: false,
      current_army_uuid: 'army-0',
      current_army_name: 'Lantern Wardens',
      army_controllers: [
        { army_uuid: 'army-0', controller: asked.controller },
        { army_uuid: 'army-1', controller: 'human' },
      ],
      units_to_deploy: [[{ uuid: 'runners', name: 'Torch Runners' }], [{ uuid: 'reeds', name: 'Reed Stalkers' }]],
      rolls: [[5, 2]],
      winner_army_uuid: 'army-0',
      zones_chosen: false,
      first_turn: null,
      ...status,
    },
    ...more,
  };
}

const zone = (status?: Partial<GameState['deployment_status']>, more?: Partial<GameState>) =>
  deploying(request(['zone']), status, more);
const setUp = (controller: 'human' | 'ai' = 'human', status: Partial<GameState['deployment_status']> = {}) =>
  deploying(request(['deploy', 'reserve'], { units: ['runners'], controller }), { zones_chosen: true, ...status });

describe('loading', () => {
  test.each([
    [CLOSED, 'Error loading game data: The server is restarting.'],
    [{}, 'Error loading game data: Server error. Please try again later.'],
  ])('ERR-34 a game that does not load, answered with %j', async (body, sentence) => {
    signedIn();
    serve({ '/api/games/g1/state': () => json(body, 500) });
    open('/game/g1/view');
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(button('Try again')).toBeEnabled();
  });

  test.each([
    ['ERR-36', 'stratagems', 'stratagems', StratagemsPanel],
    ['ERR-37', 'active-effects', 'effects', EffectsPanel],
  ] as const)('%s %s that do not load', async (_, path, what, Panel) => {
    serve({ [`${CALLS}/${path}`]: () => json(CLOSED, 500) });
    showPanel(<Panel />, setUp());
    expect(await screen.findByText(`Error loading ${what}: The server is restarting.`)).toBeVisible();
  });

  test('ERR-56 API-87 a summary that does not load', async () => {
    const seen = serve({
      [`${CALLS}/logs_json`]: () => json(CLOSED, 500),
      [`${CALLS}/`]: () => json({ abilities: [], stratagems: [], game_state: NOW }),
    });
    showPanel(<EndPanel />, gameState({ phase: 'shooting', asked: request(['advance']) }));
    await press('View Phase Summary');
    expect(await screen.findByText('Failed to load phase summary. Please try again.')).toBeVisible();
    expect(seen.some((each) => each.path.startsWith(`${CALLS}/logs_json`))).toBe(true);
  });
});

describe('the deployment', () => {
  test("ERR-39 ERR-40 a zone that is refused: the server's sentence, and the buttons are there again", async () => {
    serve({
      [`${CALLS}/update_deployment`]: () => json({ detail: 'Saltmarsh Host won the roll and chooses the zone.' }, 400),
    });
    showPanel(<PhasePanel />, zone());
    await press('Blue Zone');
    await announced('Saltmarsh Host won the roll and chooses the zone.');
    expect(button('Blue Zone')).toBeEnabled();
    expect(button('Red Zone')).toBeEnabled();
  });

  test.each([
    ['ERR-45', 'Game model not available', zone({ winner_army_uuid: 'nobody' })],
    [
      'ERR-46',
      'Deployment zones not available',
      zone({}, { map_data: { terrain: [], deployment_zones: [] } as never }),
    ],
  ])('%s a zone cannot be chosen: %s', async (_, sentence, state) => {
    const seen = serve({});
    showPanel(<PhasePanel />, state);
    await press('Blue Zone');
    expect(await screen.findByText(sentence)).toBeVisible();
    expect(seen).toEqual([]);
  });

  test("ERR-47 nor without a game's id", async () => {
    const seen = serve({});
    showPanel(<PhasePanel />, zone(), '', '');
    await press('Blue Zone');
    expect(await screen.findByText('Game ID not available')).toBeVisible();
    expect(seen).toEqual([]);
  });

  test.each([
    ['Blue Zone', 0],
    ['Red Zone', 1],
  ])('ERR-48 the choice of the %s is announced', async (name, index) => {
    let sent: unknown;
    serve({
      [`${CALLS}/update_deployment`]: async (_, call) => {
        sent = await call.json();
        return json(setUp());
      },
    });
    showPanel(<PhasePanel />, zone());
    await press(name);
    expect(
      await screen.findByText(`Deployment zones have been assigned! Lantern Wardens selected the ${name}`),
    ).toBeVisible();
    expect(sent).toMatchObject({ selecting_army_uuid: 'army-0', selected_zone_index: index });
  });

  test("ERR-41 a unit that is refused: the server's sentence, and its place is kept", async () => {
    serve({ [`${CALLS}/finalize_unit_deployment`]: () => json({ detail: 'There is no room there.' }, 400) });
    showPanel(<PhasePanel />, setUp());
    await press('Torch Runners');
    await userEvent.click(screen.getByRole('checkbox', { name: 'Place in Reserves' }));
    await press('Finalize Deployment');
    await announced('There is no room there.');
    expect(screen.getByRole('checkbox', { name: 'Place in Reserves' })).toBeChecked();
  });

  test('ERR-42 a battle that does not start', async () => {
    serve({ [`${CALLS}/advance_phase`]: () => json({ detail: 'The scouts have still to move.' }, 400) });
    showPanel(<PhasePanel />, deploying(request(['advance']), { all_units_deployed: true, zones_chosen: true }));
    await press('Start Battle');
    await announced('The scouts have still to move.');
    expect(button('Start Battle')).toBeEnabled();
  });

  test.each([
    [CLOSED, 'The server is restarting.'],
    [{}, 'Server error. Please try again later.'],
  ])('ERR-43 ERR-44 the computer that cannot deploy: shown, and said in the chat (%j)', async (body, sentence) => {
    serve({ [`${CALLS}/ai_deployment`]: () => json(body, 500) });
    showPanel(<PhasePanel />, setUp('ai'));
    await press('AI Deploy Next Unit');
    await announced(sentence);
    expect(said()[0]?.[0]).toBe('system');
    expect(said()[0]?.[1]).toMatch(/^Error during AI deployment: /);
    if ('detail' in body) expect(said()).toEqual([['system', `Error during AI deployment: ${sentence}`]]);
  });

  test('CONST-22 the dice roll for half a second', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const seen = serve({ [`${CALLS}/roll`]: () => json(zone()) });
    showPanel(<PhasePanel />, deploying(request(['roll'])));
    fireEvent.click(button('Roll for Deployment'));
    await act(() => vi.advanceTimersByTimeAsync(499));
    expect(button('Rolling...')).toBeDisabled();
    expect(seen).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(seen).toHaveLength(1);
  });

  test('CONST-23 an army with no units left has the status asked for after 100 ms', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const seen = serve({ [`${CALLS}/deployment_status`]: () => json(setUp().deployment_status) });
    showPanel(<PhasePanel />, setUp('human', { units_to_deploy: [[], [{ uuid: 'reeds', name: 'Reed Stalkers' }]] }));
    await act(() => vi.advanceTimersByTimeAsync(99));
    expect(seen).toEqual([]);
    await act(() => vi.advanceTimersByTimeAsync(1));
    expect(seen.map((each) => each.path)).toEqual([`${CALLS}/deployment_status`]);
  });
});

describe('the phases', () => {
  const charging = () =>
    gameState({
      phase: 'charge',
      asked: request(['charge', 'end']),
      more: { chargeable_units: [chargeable('runners', 'Torch Runners')] },
    });
  const fighting = (phase: 'shooting' | 'combat') =>
    gameState({
      phase,
      asked: request([phase === 'combat' ? 'fight' : 'shoot', 'end'], { units: ['runners'] }),
      units: [unit('runners', 'Torch Runners', { weapons: [weapon('Thorn rifle')] })],
    });
  const moving = (): GameState => {
    const state = gameState({
      phase: 'shooting',
      asked: request(['move', 'end'], { units: ['runners'] }),
      units: [unit('runners', 'Torch Runners', { movement_action_type: '', keywords: [], abilities: [] })],
    });
    return { ...state, game_model: { ...state.game_model, phase: 'movement' } };
  };

  test.each([
    [
      'ERR-69',
      'movement_phase/finalize',
      moving(),
      async () => {
        await press('Hold position');
      },
    ],
    [
      'ERR-70',
      'shooting_phase/select_unit',
      fighting('shooting'),
      async () => {
        await press('Select Unit: Torch Runners');
      },
    ],
    [
      'ERR-71',
      'charge_phase/record_charges',
      charging(),
      async () => {
        await press(/Reed Stalkers/);
        await press('Register Charges');
      },
    ],
    [
      'ERR-72',
      'combat_phase/select_unit',
      fighting('combat'),
      async () => {
        await press('Select Unit: Torch Runners');
      },
    ],
  ] as const)('%s a call of %s that fails is logged and shown', async (_, path, state, action) => {
    serve({ [`${CALLS}/${path}`]: () => json(CLOSED, 500) });
    showPanel(<PhasePanel />, state);
    await action();
    await announced('The server is restarting.');
    expect(console.error).toHaveBeenCalledWith(LOGGED, expect.anything());
  });

  test.each([
    [{ detail: 'Dice are still to be rolled.' }, 400, 'Dice are still to be rolled.'],
    [{}, 502, 'Server error. Please try again later.'],
  ])('ERR-55 API-84 the charge phase that does not end: %j', async (body, status, sentence) => {
    const seen = serve({ [`${CALLS}/advance_phase_time`]: () => json(body, status) });
    showPanel(<PhasePanel />, gameState({ phase: 'charge', asked: request(['charge', 'end']) }));
    await userEvent.click(screen.getAllByRole('button', { name: 'End Charge Phase' })[0]!);
    await announced(sentence);
    expect(seen[0]).toMatchObject({ method: 'POST', path: `${CALLS}/advance_phase_time` });
  });
});

test('ERR-64 ENT-38 CONST-28 the debug overlay holds the last error and the lists of abilities, and looks again every 2 s', async () => {
  const one = ability('Steady', { id: 'a', uuid: 'a', effects: [] });
  serve({
    [`${CALLS}/abilities`]: () => json({ abilities: [one], game_state: NOW }),
    [`${CALLS}/advance_phase_time`]: () => json({ detail: 'Not yet.' }, 422),
  });
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  showPanel(
    <>
      <PhasePanel />
      <AbilitiesPanel />
      <DebugOverlay />
    </>,
    gameState({ phase: 'charge', asked: request(['charge', 'end']), roll: latest('complete') }),
    '?debug=1',
  );
  await screen.findByRole('article', { name: 'Steady' });
  await userEvent.click(screen.getAllByRole('button', { name: 'End Charge Phase' })[0]!);
  await announced('Not yet.');
  const held = () =>
    JSON.parse(screen.getByLabelText('Stores').textContent) as {
      game: { error: string };
      powers: { abilities: unknown[] };
    };
  act(() => {
    vi.advanceTimersByTime(1999);
  });
  expect(held().game.error).toBe('');
  act(() => {
    vi.advanceTimersByTime(1);
  });
  expect(held().game.error).toBe('Not yet.');
  expect(held().powers.abilities).toEqual([{ name: 'Steady', overall_active: true, is_selectable: false }]);
});
