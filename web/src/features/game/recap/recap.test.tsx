import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
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

test('a recap names units that an explosion or an ability destroyed, and those whose leader stands alone', () => {
  const changed = structuredClone(recorded);
  const [phase] = changed.logs.rounds.flatMap((each) => each.turns).flatMap((each) => each.phases);
  const logged = (fields: object) => ({
    ...structuredClone(phase!.actions[0]!),
    details: {},
    source_logs: [],
    ...fields,
  });
  const unit = (name: string) => ({ name, uuid: name });
  const strike = {
    id: 90_001,
    log_type: 'combat',
    action: 'strike',
    message: 'Gulper strikes Wardens + Captain: 6 attacks. Wardens are destroyed',
    targets: [{ unit_name: 'Wardens + Captain', models_killed: 3, models_remaining: 1 }],
    destroyed: [unit('Wardens'), unit('Ox Cart')],
  };
  const use = {
    id: 90_002,
    log_type: 'abilities',
    action: 'use_ability',
    message: 'The Long Watch uses Fire Pots: Fen Hounds, 4 slain; Fen Hounds are destroyed',
    losses: [{ ...unit('Fen Hounds'), total_damage_taken: 4, models_killed: 4 }],
    destroyed: [unit('Fen Hounds')],
  };
  phase!.actions.push(logged(strike) as never, logged(use) as never);
  const before = recapOf(log, TURN);
  const recap = recapOf(readBattleLog(changed), TURN);
  expect(recap.lost).toEqual(['Wardens', 'Ox Cart', 'Fen Hounds', ...before.lost]);
  expect(recap.besides).toEqual([{ text: use.message, killed: 4 }, ...before.besides]);
  expect(lineOf(recap)).toMatch(new RegExp(` · ${before.lost.length + 3} destroyed · 4 lost otherwise$`));
});

test('a recap names who was lost to an ability, by falling back and who was removed for coherency', () => {
  const removed = recapOf(readBattleLog(apart), TURN);
  expect(removed.besides).toEqual([
    {
      text: 'The Gate Guard uses Fire Pots on Slatewardens 1 + Vowkeeper against Mudrunners 2 for 1 command point: Mudrunners 2, 3 slain',
      killed: 3,
    },
    { text: 'Mudrunners 1 + Pack Matron: 2 miniatures out of coherency are removed (2 × Mudrunner)', killed: 2 },
  ]);
  expect(lineOf(removed)).toMatch(/ · 5 lost otherwise$/);
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
  expect(card.getByText('Lost otherwise').parentElement).toHaveTextContent(/\(2 × Mudrunner\)/);
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

test('what was let pass unasked in that turn is named once each, in plain words, and can be asked about from then on', async () => {
  let sent: unknown;
  serve({
    [`/api/game/${GAME}/logs_json`]: () => json(recorded),
    [`/api/game/${GAME}/reactions`]: async (_: string, request: Request) => {
      sent = await request.json();
      return json({ success: true, number: 5 });
    },
  });
  const passed = { key: 'pack.again:hit', name: 'Second Throw', round: 2, turn: 1, times: 3, asks: false };
  const state = {
    ...own(),
    unasked: [
      passed,
      { ...passed, key: 'pack.dive', name: 'Dive', round: 1 },
      { ...passed, key: 'pack.again:charge', times: 1 },
      { ...passed, key: 'pack.smoke', name: 'Smoke Pots', times: 2, asks: true },
    ],
  };
  showPanel(<RecapCard />, state);
  await userEvent.click(await screen.findByText('The enemy’s turn'));
  await userEvent.click(
    screen.getByText(/^You could also have answered with Second Throw, Smoke Pots: you were not asked/),
  );
  const card = within(screen.getByRole('region', { name: 'Not asked' }));
  const [again, smoke] = card.getAllByRole('listitem');
  expect(again).toHaveTextContent('Second Throw: you could have used it 4 times.');
  // What the setting is by now, and not what was pressed here once.
  expect(smoke).toHaveTextContent(/used it twice\.You will be asked from now on\.$/);
  await userEvent.click(card.getByRole('button', { name: 'Ask me next time about Second Throw' }));
  expect(sent).toMatchObject({ stops: { 'pack.again:hit': 'always', 'pack.again:charge': 'always' } });
});

test('once put away it stays so for that turn, whatever panel is shown in between, and folded it stays folded', async () => {
  serve({ [`/api/game/${GAME}/logs_json`]: () => json(recorded) });
  const state = own();
  function Panels() {
    const [away, setAway] = useState(false);
    return (
      <>
        <button type="button" onClick={() => setAway(!away)}>
          Another panel
        </button>
        {!away && <RecapCard />}
      </>
    );
  }
  const { client } = showPanel(<Panels />, state);
  const away = () => userEvent.click(screen.getByRole('button', { name: 'Another panel' }));
  const there = async () => {
    await away();
    await away();
  };
  await userEvent.click(await screen.findByText('The enemy’s turn'));
  expect(screen.getByText('Destroyed')).toBeVisible();
  await there();
  expect(screen.getByText('Destroyed')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Put the recap away' }));
  await there();
  expect(screen.queryByText('The enemy’s turn')).toBeNull();
  act(() => client.show({ ...state, number: state.number + 1, game_model: { ...state.game_model, round: 3 } }));
  expect(await screen.findByText('The enemy’s turn')).toBeVisible();
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
