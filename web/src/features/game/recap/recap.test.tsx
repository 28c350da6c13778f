import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import brokenOut from '@/test/fixtures/break-out.json';
import apart from '@/test/fixtures/coherency.json';
import recorded from '@/test/fixtures/turn.json';
import { readBattleLog } from '@/shared/battle-log';
import type { GameState } from '@/shared/api';
import { json, serve } from '@/test/page';
import { GAME, gameState, request, showPanel } from '../staged.test-kit';
import { RecapCard } from './RecapCard';
import { lineOf, recapOf, turnBefore } from './recap';

/** A turn of the computer as the server logged it: tests/server/test_recap.py writes the recording. */
const TURN = { round: 2, turn: 1 };

const log = readBattleLog(recorded);
const actions = log.frames.flatMap((frame) => frame.actions);
const messages = (type: string) => actions.filter((each) => each.type === type).map((each) => each.message);

test('a recap says what moved, charged, attacked, fell and scored, and nothing of another turn', () => {
  const recap = recapOf(log, TURN);
  expect(recap.charges).toEqual(messages('charge'));
  expect(recap.attacks).toEqual(messages('combat'));
  const fallen = messages('combat').flatMap((each) => [...each.matchAll(/\. ([^.]+?) (?:is|are) destroyed/g)]);
  expect(recap.lost).toEqual([...new Set(fallen.map((each) => each[1]))]);
  const holding = messages('movement').flatMap((each) => each.match(/^(.+) holds? (?:its|their) position/)?.[1] ?? []);
  expect(holding.length).toBeGreaterThan(0);
  for (const name of holding) expect(recap.moved).not.toContain(name);
  expect(recap.moved.length).toBeGreaterThan(0);
  expect(recap.scored).toEqual(messages('scoring').filter((each) => each.includes('victory point')));
  const nothing = recapOf(log, { round: 4, turn: 2 });
  expect(Object.values(nothing).flat()).toEqual([]);
  expect(lineOf(nothing)).toBe('Nothing moved and nothing was attacked.');
});

test('a recap names who was lost by falling back and who was removed for coherency', () => {
  const removed = recapOf(readBattleLog(apart), TURN);
  expect(removed.besides).toEqual([
    { text: 'Slatewardens 2: 1 miniature out of coherency is removed (Warden)', killed: 1 },
    { text: 'Mudrunners 1 + Pack Matron: 1 miniature out of coherency is removed (Pack Matron)', killed: 1 },
  ]);
  expect(lineOf(removed)).toMatch(/ · 2 lost otherwise$/);
  expect(recapOf(readBattleLog(brokenOut.log), TURN).besides).toEqual([
    { text: 'Break-out: Mudrunners 2, rolled 2, 5, 2 (3+), 2 slain: 2 × Mudrunner', killed: 2 },
  ]);
});

/** The second turn of a round, which is the player's own; the first was the computer's. */
function own(): GameState {
  const state = gameState({ phase: 'shooting', asked: request(['shoot', 'end']) });
  const [first, second] = state.game_model.armies;
  const armies: typeof state.game_model.armies = [
    { ...first, controller: 'human' },
    { ...second, controller: 'ai' },
  ];
  return {
    ...state,
    sides: [0, 1],
    current_army_uuid: first.uuid,
    game_model: { ...state.game_model, armies, round: 2, turn: 2 },
  };
}

test('the card lists what was lost otherwise than by attacks', async () => {
  serve({ [`/api/game/${GAME}/logs_json`]: () => json(apart) });
  showPanel(<RecapCard />, own());
  const card = within(await screen.findByRole('region', { name: "The enemy's turn" }));
  await userEvent.click(card.getByText('The enemy’s turn'));
  expect(card.getByText('Lost otherwise').parentElement).toHaveTextContent(/\(Warden\).*\(Pack Matron\)/);
});

test('it is shown at the beginning of the own turn until it is put away, and plays the turn again', async () => {
  serve({ [`/api/game/${GAME}/logs_json`]: () => json(recorded) });
  showPanel(<RecapCard />, own());
  const card = within(await screen.findByRole('region', { name: "The enemy's turn" }));
  expect(card.getByText(lineOf(recapOf(log, TURN)))).toBeVisible();
  expect(card.getByText('Destroyed')).not.toBeVisible();
  await userEvent.click(card.getByText('The enemy’s turn'));
  expect(card.getByText('Destroyed')).toBeVisible();
  expect(card.getByRole('button', { name: 'Watch it again' })).toBeVisible();
  await userEvent.click(card.getByRole('button', { name: 'Put the recap away' }));
  expect(screen.queryByRole('region', { name: "The enemy's turn" })).toBeNull();
});

test('what was let pass unasked in that turn is named, and can be asked about from then on', async () => {
  let sent: unknown;
  serve({
    [`/api/game/${GAME}/logs_json`]: () => json(recorded),
    [`/api/game/${GAME}/reactions`]: async (_: string, request: Request) => {
      sent = await request.json();
      return json({ success: true, number: 5 });
    },
  });
  const passed = { key: 'pack.smoke', name: 'Smoke Pots', round: 2, turn: 1, times: 3 };
  showPanel(<RecapCard />, {
    ...own(),
    unasked: [passed, { ...passed, key: 'pack.dive', name: 'Dive', round: 1 }],
  });
  await userEvent.click(await screen.findByText('The enemy’s turn'));
  const card = within(screen.getByRole('region', { name: 'Not offered' }));
  expect(card.getByRole('listitem')).toHaveTextContent('Smoke Pots, 3 times');
  await userEvent.click(card.getByRole('button', { name: 'Always ask about Smoke Pots' }));
  expect(await card.findByText('You will be asked from now on.')).toBeVisible();
  expect(sent).toMatchObject({ stops: { 'pack.smoke': 'always' } });
});

test('it is about the turn before, and there is none in the enemy’s turn or where one plays both armies', () => {
  const state = own();
  expect(turnBefore(state)).toEqual(TURN);
  expect(turnBefore({ ...state, game_model: { ...state.game_model, turn: 1 } })).toEqual({ round: 1, turn: 2 });
  const [first, second] = state.game_model.armies;
  expect(turnBefore({ ...state, current_army_uuid: second.uuid })).toBeNull();
  const alone: typeof state.game_model.armies = [first, { ...second, controller: 'human' }];
  expect(turnBefore({ ...state, game_model: { ...state.game_model, armies: alone } })).toBeNull();
});
