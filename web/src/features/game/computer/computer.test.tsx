import { advancePhaseTime, type AdviceState, type GameState } from '@/shared/api';
import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import fixture from '@/test/fixtures/game-panels.json';
import type { LinkStatus } from '@/shared/socket';
import { held, heldBack, json, serve, signedIn, show } from '@/test/page';
import { GameView } from '@/features/game';
import { useChat } from '../chat/chatStore';
import { activated, listed } from '../abilities/abilities.test-kit';
import { useCommand } from '../client/useCommand';
import { AiSaid } from '../panels/AiAction';
import { ActiveCastable } from '../panels/CastablePanel';
import { PhasePanel } from '../panels/PhasePanel';
import { GAME, autoplay, gameState, onTable, request, showPanel, unit, weapon } from '../staged.test-kit';
import { AiDriver } from './AiDriver';
import { AiTurn } from './AiTurn';
import { Coach } from './Coach';

const open = (path: string) => show(path, { '/game/:gameId/view': <GameView /> });

const STEP = `/api/game/${GAME}/ai_step`;
const RUNNERS = unit('runners', 'Torch Runners', { weapons: [weapon('Thorn rifle')] });
const said = (text: string, kind = 'shoot') => ({
  ai_action_description: text,
  ai_rationale: 'It is near.',
  ai_instructions: ['Roll 4 dice.'],
  result: { kind },
});

/** The computer's shooting after so many choices; a later turn once it is over. */
function shooting(number: number, controller: 'human' | 'ai' = 'ai', turn = 1): GameState {
  const state = gameState({
    phase: 'shooting',
    asked: request(['shoot', 'end'], { controller }),
    units: [RUNNERS],
    controller: 'ai',
  });
  return { ...state, number, game_model: { ...state.game_model, turn } };
}

const table = (state: GameState) =>
  showPanel(
    <>
      <AiTurn />
      <AiDriver />
    </>,
    state,
  );
const press = (name: string | RegExp) => userEvent.click(screen.getByRole('button', { name }));
const chat = () => useChat.getState().messages.map((each) => each.text);

beforeEach(() => {
  localStorage.clear();
  useChat.getState().open(GAME);
});

test('the computer plays its whole turn, and stops where the turn is over', async () => {
  let asked = 0;
  const numbers: unknown[] = [];
  serve({
    [STEP]: async (_, call) => {
      numbers.push((await call.json()).number);
      asked += 1;
      return json({
        ...shooting(7 + asked, 'ai', asked < 3 ? 1 : 2),
        ...said(`Choice ${asked}.`, asked === 2 ? 'roll' : 'shoot'),
      });
    },
  });
  table(shooting(7));
  expect(screen.queryByText('AI plays')).toBeNull();
  await press('AI Plays Its Whole Turn');
  expect(await screen.findByText('AI plays')).toBeVisible();
  expect(await screen.findByRole('button', { name: 'AI Plays Its Whole Turn' })).toBeVisible();
  expect(numbers).toEqual([7, 8, 9]);
  expect(chat()).toEqual(['Choice 1.', 'Choice 3.']);
});

test('one that compares plans first shows how far it has come, and stops between two short calls', async () => {
  const plan = {
    name: 'ground',
    words: 'take ground and keep it',
    trials: 4,
    chance: 0.62,
    worst: 0.2,
    scored: 5,
    conceded: 2,
    lost: 80,
    destroyed: 90,
  };
  const thought = (trials: number, done = false) => ({
    thought: {
      phase: 'movement',
      trials,
      wanted: 40,
      done,
      sentence: 'The plan for the turn: take ground and keep it.',
      plans: [plan],
    },
  });
  let thinks = 0;
  let steps = 0;
  let release: () => void = () => undefined;
  const held = new Promise<void>((go) => (release = go));
  const state = shooting(7);
  const { armies } = state.game_model;
  const strong = (each: GameState) => ({
    ...each,
    game_model: {
      ...each.game_model,
      armies: armies.map((army) => ({ ...army, thinking_seconds: 2 })) as typeof armies,
    },
  });
  serve({
    [`/api/game/${GAME}/ai_think`]: async () => {
      thinks += 1;
      if (thinks === 2) await held;
      return json(thought(10 * thinks, thinks > 2));
    },
    [STEP]: () => {
      steps += 1;
      return json({
        ...strong(shooting(8, 'human')),
        ...said('It shoots.'),
        plan: thought(30, true).thought,
        marks: [],
      });
    },
  });
  table(strong(state));
  await press('AI Plays Its Whole Turn');
  expect(await screen.findByRole('progressbar')).toHaveAttribute('aria-valuenow', '25');
  await press('Pause');
  release();
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
  expect(steps).toBe(0);
  await press('Go on');
  await waitFor(() => expect(steps).toBe(1));
});

/** Any button of the player's. */
function Pressed() {
  const command = useCommand();
  const path = { game_id: GAME };
  return (
    <button
      type="button"
      disabled={command.locked}
      onClick={() => void command.run((number) => advancePhaseTime({ path, body: { number } }))}>
      Any button
    </button>
  );
}

test('while it acts by itself nothing stands there that has it act or ends its phase, and paused that is back', async () => {
  const step = held();
  serve({ [STEP]: step.answer });
  showPanel(
    <>
      <AiDriver />
      <PhasePanel />
    </>,
    shooting(7),
  );
  const orange = () =>
    ['AI Select Unit & Targets', 'Complete Shooting Phase'].filter((name) => screen.queryByRole('button', { name }));
  const before = orange();
  expect(before).toContain('Complete Shooting Phase');
  await press('AI Plays Its Whole Turn');
  expect(orange()).toEqual([]);
  await press('Pause');
  expect(orange()).toEqual(before);
});

test('its own choice greys no button at once, and what is pressed meanwhile is not sent', async () => {
  const step = held();
  const seen = serve({ [STEP]: step.answer });
  heldBack(300);
  showPanel(
    <>
      <AiDriver />
      <PhasePanel />
      <Pressed />
    </>,
    shooting(7),
  );
  const complete = () => screen.getByRole('button', { name: 'Any button' });
  const sent = () => seen.filter(({ path }) => path.endsWith('/advance_phase_time'));
  expect(complete()).toBeEnabled();
  await press('AI Plays Its Whole Turn');
  await waitFor(() => expect(seen.map(({ path }) => path)).toContain(STEP));
  expect(complete()).toBeEnabled();
  fireEvent.click(complete());
  expect(complete()).toBeEnabled();
  expect(sent()).toEqual([]);
  step.give(json({ ...shooting(8, 'ai', 2), ...said('One.') }));
  await waitFor(() => expect(complete()).toBeEnabled());
});

test('it is paused, goes on, and is cancelled', async () => {
  let asked = 0;
  serve({
    [STEP]: () => {
      asked += 1;
      return json({ ...shooting(7 + asked), ...said('It shoots.') });
    },
  });
  table(shooting(7));
  await press('AI Plays Its Whole Turn');
  await screen.findByText('It shoots.');
  await press('Pause');
  expect(screen.getByText('AI paused')).toBeVisible();
  const known = asked;
  await press('Go on');
  await waitFor(() => expect(asked).toBeGreaterThan(known));
  await press('Cancel');
  expect(screen.getByRole('button', { name: 'AI Plays Its Whole Turn' })).toBeVisible();
  expect(autoplay().mode).toBe('buttons');
});

test('it waits where a person has to answer, and goes on after that', async () => {
  let asked = 0;
  serve({
    [STEP]: () => {
      asked += 1;
      return json({ ...shooting(7 + asked, 'human'), ...said('It shoots.') });
    },
  });
  table(shooting(7));
  await press('AI Plays Its Whole Turn');
  expect(await screen.findByText('AI waits for you')).toBeVisible();
  expect(asked).toBe(1);
});

test('set to play by itself it does so in every game of this browser, until it is switched off', async () => {
  let asked = 0;
  serve({
    [STEP]: () => {
      asked += 1;
      return json({ ...shooting(7 + asked, asked < 2 ? 'ai' : 'human', asked + 1), ...said('It shoots.') });
    },
  });
  const { unmount } = table(shooting(7));
  await userEvent.click(screen.getByRole('switch', { name: 'The AI plays by itself' }));
  await waitFor(() => expect(asked).toBe(2));
  unmount();
  expect(autoplay().mode).toBe('always');
  table(shooting(9, 'human'));
  await userEvent.click(screen.getByRole('switch', { name: 'The AI plays by itself' }));
  expect(localStorage.getItem('ai-plays')).toBeNull();
});

describe('with its buttons alone', () => {
  /** A person's own turn, in which the computer is asked. */
  function answering(kind: string, more: Partial<GameState> = {}): GameState {
    const asked = request([kind], { controller: 'ai', army_uuid: 'army-1', army_name: 'Saltmarsh Host', mine: false });
    const state = gameState({ phase: 'shooting', asked, controller: 'human', units: [RUNNERS] });
    state.game_model.armies[1].controller = 'ai';
    return { ...state, ...more };
  }
  const after = () => {
    const state = answering('pass');
    return { ...state, number: 8, request: request(['shoot', 'end']) };
  };
  const sealed = { dice: { ...answering('roll').dice, own_dice: false } };

  test.each([
    ['an answer', answering('pass')],
    ['who is removed', answering('remove')],
    ['a roll', answering('roll', sealed)],
  ])('it gives %s by itself that a person waits for in their own turn', async (_, state) => {
    const seen = serve({ [STEP]: () => json({ ...after(), ...said('It passes.', 'pass') }) });
    table(state);
    await waitFor(() => expect(seen.filter(({ path }) => path === STEP)).toHaveLength(1));
    expect(autoplay().mode).toBe('buttons');
  });

  test.each([
    ['its own turn', shooting(7)],
    ['dice that may be a person’s own', answering('roll')],
    ['where a unit goes', answering('place')],
    ['who fights', answering('fight')],
  ])('it waits for a press for %s', async (_, state) => {
    const seen = serve({ [STEP]: () => json({ ...after(), ...said('It acts.') }) });
    table(state);
    await new Promise((done) => setTimeout(done, 400));
    expect(seen.filter(({ path }) => path === STEP)).toEqual([]);
    expect(screen.getByRole('button', { name: 'AI Plays Its Whole Turn' })).toBeVisible();
  });

  test('what keeps failing is left to the button, and said', async () => {
    serve({ [STEP]: () => json({ detail: 'The server is restarting.' }, 503) });
    table(answering('pass'));
    expect(
      await screen.findByText('The computer could not act. The server is restarting.', {}, { timeout: 8000 }),
    ).toBeVisible();
    expect(screen.getByRole('button', { name: 'AI Plays Its Whole Turn' })).toBeEnabled();
  }, 12_000);
});

test('a call that came too late is nothing to speak of', async () => {
  let asked = 0;
  serve({
    [STEP]: () => {
      asked += 1;
      return asked === 1
        ? json({ detail: 'The battle moved on.', number: 8, events: [] }, 409)
        : json({ ...shooting(9, 'human'), ...said('It shoots.') });
    },
  });
  table(shooting(7));
  await press('AI Plays Its Whole Turn');
  expect(await screen.findByText('AI waits for you')).toBeVisible();
  expect(screen.queryByText('The battle moved on.')).toBeNull();
});

test('who only watches, and who plays people, is not offered it', () => {
  table({ ...shooting(7), sides: [] }).unmount();
  const people = gameState({ phase: 'shooting', asked: request(['shoot', 'end']), units: [RUNNERS] });
  table(people);
  expect(screen.queryByRole('region', { name: "The computer's play" })).toBeNull();
});

test('what keeps failing stops it, and can be tried again', async () => {
  serve({ [STEP]: () => json({ detail: 'The server is restarting.' }, 503) });
  table(shooting(7));
  await press('AI Plays Its Whole Turn');
  expect(await screen.findByText('The computer could not act. The server is restarting.')).toBeVisible();
  act(() => autoplay().pause(false));
  expect(screen.getByText('AI plays')).toBeVisible();
});

test('a server that was out of reach does not leave it paused: it goes on once the link to the game is back', async () => {
  let away = true;
  let asked = 0;
  serve({
    [STEP]: () => {
      asked += 1;
      return away
        ? json({ detail: 'The server is restarting.' }, 503)
        : json({ ...shooting(8, 'human'), ...said('It shoots.') });
    },
  });
  const { client } = table(shooting(7));
  const link = (status: LinkStatus['status']) => act(() => client.known.setState({ link: { status, reason: '' } }));
  await press('AI Plays Its Whole Turn');
  link('reconnecting');
  expect(await screen.findByText(/^The computer could not act/, {}, { timeout: 8000 })).toBeVisible();
  expect(asked).toBe(3);
  away = false;
  link('connected');
  expect(await screen.findByText('AI waits for you')).toBeVisible();
  expect(screen.queryByText(/^The computer could not act/)).toBeNull();
  expect(asked).toBe(4);
}, 12_000);

test('who pauses it finds it paused after the link was gone', async () => {
  const step = held();
  const seen = serve({ [STEP]: step.answer });
  const { client } = table(shooting(7));
  await press('AI Plays Its Whole Turn');
  await press('Pause');
  const asked = () => seen.filter(({ path }) => path === STEP).length;
  const before = asked();
  for (const status of ['reconnecting', 'connected'] as const)
    act(() => client.known.setState({ link: { status, reason: '' } }));
  await new Promise((done) => setTimeout(done, 400));
  expect(screen.getByText('AI paused')).toBeVisible();
  expect(asked()).toBe(before);
});

const CONTROLLERS: GameState['deployment_status']['army_controllers'] = [
  { army_uuid: 'army-0', controller: 'ai' },
  { army_uuid: 'army-1', controller: 'ai' },
];
const TO_DEPLOY: GameState['deployment_status']['units_to_deploy'] = [[{ uuid: 'runners', name: 'Torch Runners' }], []];

test('CHAT-9 AI-7 AI-9 what the computer says of setting up and of moving stands in the chat', async () => {
  const words = {
    ai_action_description: 'It moves.',
    ai_rationale: 'For the ground.',
    ai_instructions: ['Runner 1: (1.0, 1.0) to (2.0, 1.0).'],
  };
  const moving = shooting(7);
  const model = (phase: 'movement' | 'deployment') => ({ ...moving, game_model: { ...moving.game_model, phase } });
  const setUp = {
    ...model('deployment'),
    request: { ...moving.request!, kinds: ['deploy'] },
    deployment_status: {
      all_units_deployed: false,
      current_army_uuid: 'army-0',
      current_army_name: 'Lantern Wardens',
      army_controllers: CONTROLLERS,
      units_to_deploy: TO_DEPLOY,
      rolls: [],
      winner_army_uuid: null,
      zones_chosen: true,
      first_turn: null,
    },
  };
  const move = {
    ...model('movement'),
    units: [{ ...RUNNERS, movement_action_type: '' as const, in_reserves: false }],
    request: { ...moving.request!, kinds: ['move'] },
  };
  const seen = serve({
    [`/api/game/${GAME}/ai_deployment`]: () => json({ ...setUp, ...words, ai_action_description: 'It sets up.' }),
    [`/api/game/${GAME}/ai_movement`]: () => json({ ...move, ...words }),
  });
  showPanel(<PhasePanel />, setUp);
  await press('AI Deploy Next Unit');
  await waitFor(() =>
    expect(chat()).toEqual(['It sets up.', 'For the ground.', 'Runner 1: (1.0, 1.0) to (2.0, 1.0).']),
  );
  cleanup();
  useChat.getState().clear(GAME);
  showPanel(<PhasePanel />, move);
  await press('AI Move Next Unit');
  await waitFor(() => expect(chat()).toEqual(['It moves.', 'For the ground.', 'Runner 1: (1.0, 1.0) to (2.0, 1.0).']));
  expect(useChat.getState().messages.map((each) => each.type)).toEqual(['system', 'system', 'system']);
  expect(seen.map((each) => each.path)).toEqual([`/api/game/${GAME}/ai_deployment`, `/api/game/${GAME}/ai_movement`]);
});

test('what it does where it only has to answer takes the place of what it said before', async () => {
  const asked = shooting(7);
  const scouts = {
    ...asked,
    game_model: { ...asked.game_model, phase: 'deployment' as const },
    request: { ...asked.request!, kinds: ['place'], why: 'scouts', unit_uuid: 'runners', limit: 6 },
  };
  serve({ [STEP]: () => json({ ...scouts, number: 8, ...said('Torch Runners move 3.0 inches.', 'place') }) });
  showPanel(<PhasePanel />, scouts);
  act(() => onTable().say({ description: 'It sets Torch Runners up.', rationale: '', instructions: [] }));
  await press('Let the computer act');
  const region = screen.getByRole('region', { name: 'What the computer did' });
  await waitFor(() => expect(region).toHaveTextContent('Torch Runners move 3.0 inches.It is near.'));
  expect(region).not.toHaveTextContent('sets Torch Runners up');
});

// AI-2, AI-3, AI-4
test.each(['ai', 'AI', 'Ai', 'human'])('a controller given as %s shows the AI buttons or not', async (controller) => {
  signedIn();
  const { state } = fixture;
  const armies = state.game_model.armies.map((army) => ({ ...army, controller }));
  const waiting = armies[0]!.units.slice(0, 1);
  const shown = {
    ...state,
    units: waiting.map((unit) => ({ ...unit, in_reserves: false, movement_action_type: '' })),
    game_model: { ...state.game_model, phase: 'movement', phase_time: 'middle', armies },
    request: { ...state.request, kinds: ['move'], controller, mine: true },
  };
  serve({ '/api/games/g1/state': () => json(shown), '/api/game/g1/logs_json': () => json({ logs: [] }) });
  open('/game/g1/view');
  expect(await screen.findByRole('heading', { name: 'Movement Phase' })).toBeVisible();
  const there = controller === 'human' ? 0 : 1;
  expect(screen.queryAllByRole('button', { name: 'AI Plays Its Whole Turn' })).toHaveLength(there);
  expect(screen.getAllByText(controller === 'human' ? 'Human' : 'AI').length).toBeGreaterThan(0);
  expect(screen.queryAllByRole('button', { name: /^AI (Deploy|Move|Select|Use)/ })).toHaveLength(there);
});

test('while it plays on by itself, what can be used now is neither listed nor fetched, until it is paused', async () => {
  const seen = serve(listed([activated('Volley')]));
  localStorage.setItem('ai-plays', 'always');
  showPanel(<ActiveCastable />, shooting(7));
  expect(screen.getByText(/The computer is playing/)).toBeVisible();
  expect(seen).toHaveLength(0);
  act(() => autoplay().pause(true));
  expect(await screen.findByRole('article', { name: 'Volley' })).toBeVisible();
});

test('what the computer thought stands in its own phases, and not in those of a person', () => {
  const own = shooting(7, 'human');
  const { client } = showPanel(<AiSaid />, shooting(7));
  act(() => client.table.getState().say({ description: 'It stays.', rationale: 'It is near.', instructions: [] }));
  expect(screen.getByText('It is near.')).toBeVisible();
  const [first, second] = own.game_model.armies;
  const armies: typeof own.game_model.armies = [
    { ...first, controller: 'human' },
    { ...second, controller: 'ai' },
  ];
  const persons = { ...own, current_army_uuid: first.uuid, game_model: { ...own.game_model, armies } };
  act(() => client.show({ ...persons, number: 8 }));
  expect(screen.queryByText('It is near.')).toBeNull();
  // The computer is asked to answer in the person's turn.
  act(() => client.show({ ...persons, number: 9, request: request(['use', 'pass'], { controller: 'ai' }) }));
  expect(screen.queryByText('It is near.')).toBeNull();
});

/** An advised choice with what its trials came to. */
const advised = (description: string, risk: string): AdviceState => ({
  kind: 'move',
  description,
  rationale: '',
  expected: 'It scores 1.0 victory points on average.',
  risk,
  instructions: [],
  marks: [],
  trials: 24,
  chance: 1,
  worst: 1,
  scored: 1,
  conceded: 0,
  lost: 0,
  destroyed: 0,
});

test('advice is asked for, and choices that come to the same are said to, once', async () => {
  const sure = 'In each of 24 trials the chance to win comes to 100 %.';
  let advice = [advised('They move.', sure), advised('They hold.', sure)];
  const asked = { ...shooting(7, 'human'), coach: true };
  serve({ [`/api/game/${GAME}/coach`]: () => json({ number: 7, asked: 'move', advice }) });
  showPanel(<Coach />, asked);
  await press('Ask for advice');
  expect(await screen.findByText(/^These come to the same, so choose as you like\./)).toHaveTextContent(sure);
  expect(screen.getAllByText(/In each of 24 trials/)).toHaveLength(1);
  advice = [advised('They move.', sure), advised('They hold.', 'In 24 trials the chance to win comes to 62 %.')];
  await press('Ask for advice');
  expect(await screen.findByText(/comes to 62 %/)).toBeVisible();
  expect(screen.queryByText(/These come to the same/)).toBeNull();
});
