import { act, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { GameState, UnitState } from '@/shared/api';
import { readBattleLog } from '@/shared/battle-log';
import recorded from '@/test/fixtures/turn.json';
import { boardOf } from '../board';
import { GameClient } from '../client/client';
import { GameContext } from '../client/context';
import { gameState, request } from '../staged.test-kit';
import { beatsOf } from './beats';
import { drawnUnits, FALL_MS } from './casualties';
import { FallsLayer } from './FallsLayer';
import { usePace } from './pace';
import { shownBeat } from './reel';

/** A turn of the computer as the server logged it. */
const beats = beatsOf(readBattleLog(recorded).frames.flatMap((frame) => frame.actions));
const killing = beats.find(({ tolls }) => tolls.some((each) => each.killed > 1))!;
const toll = killing.tolls[0]!;

const mini = (index: number, alive: boolean) => ({
  uuid: `m${index}`,
  alive,
  location: [10 + index, 10],
  radius: 0.5,
  wounds: 1,
});

/** The unit that the recorded attack hits, with so many miniatures, in the computer's turn. */
function stateWith(left: number, number: number, more: Partial<UnitState> = {}): GameState {
  const state = gameState({ phase: 'shooting', asked: request(['shoot'], { controller: 'ai', mine: false }) });
  const [own, other] = state.game_model.armies;
  const unit = {
    ...own!.units[0]!,
    uuid: toll.unit,
    alive: left > 0,
    alive_count: left,
    in_reserves: false,
    miniatures: [0, 1, 2, 3, 4].map((index) => mini(index, index < left)),
    ...more,
  } as UnitState;
  return {
    ...state,
    number,
    current_army_uuid: other!.uuid,
    game_model: {
      ...state.game_model,
      armies: [
        { ...own!, units: [unit] },
        { ...other!, controller: 'ai' },
      ],
    },
  } as GameState;
}
const TURN = '1.1';
const leftIn = (client: GameClient): number => {
  const units = drawnUnits(boardOf(client.state!).units, client.casualties.getState().held);
  return units[0]!.miniatures.filter((each) => each.alive).length;
};
const falls = (client: GameClient) => client.casualties.getState().falls.map((each) => each.fallen.length);

/** A client whose film shows another step while the unit comes down to so many. */
function watching(left: number): GameClient {
  const client = new GameClient('ford');
  client.show(stateWith(5, 1));
  client.reel.getState().feed([{ ...killing, id: 1, tolls: [] }], TURN, true);
  client.show(stateWith(left, 2));
  return client;
}

beforeEach(() => usePace.setState({ pace: 'normal' }));
afterEach(() => vi.useRealTimers());

test('what an attack of the log killed is read by unit, and so is what came of it besides', () => {
  expect(killing.text).toContain('Kestrel Riders');
  expect(killing.tolls).toEqual([{ unit: expect.any(String), killed: 2, damage: expect.any(Number) }]);
  const [frame] = readBattleLog(recorded).frames.filter(({ actions }) => actions.some(({ id }) => id === killing.id));
  const action = frame!.actions.find(({ id }) => id === killing.id)!;
  const losses = [{ name: 'Matron, the Old', uuid: 'u9', models_killed: 1, total_damage_taken: 4 }];
  const [beat] = beatsOf([{ ...action, raw: { ...action.raw, losses } }]);
  expect(beat?.tolls).toEqual([killing.tolls[0], { unit: 'u9', killed: 1, damage: 4 }]);
});

test('a unit is drawn whole until the film has shown what befell it, and falls then', () => {
  const client = watching(3);
  expect(leftIn(client)).toBe(5);
  client.reel.getState().feed([killing], TURN, true);
  client.reel.getState().next();
  expect(shownBeat(client.reel.getState())).toBe(killing);
  expect([leftIn(client), falls(client)]).toEqual([5, []]);
  // The time of the beat is over.
  expect(client.casualties.getState().shown(killing)).toBe(true);
  expect([leftIn(client), falls(client)]).toEqual([3, [2]]);
  expect(client.casualties.getState().shown(killing)).toBe(false);
});

test('two attacks on a unit take theirs one after the other', () => {
  const client = watching(4);
  client.show(stateWith(2, 3));
  client.reel.getState().feed([{ ...killing, tolls: [{ unit: toll.unit, killed: 1, damage: 1 }] }], TURN, true);
  client.reel.getState().feed([{ ...killing, id: killing.id + 1 }], TURN, true);
  client.reel.getState().next();
  client.reel.getState().next();
  expect([leftIn(client), falls(client)]).toEqual([4, [1]]);
  client.reel.getState().step(-1);
  expect([leftIn(client), falls(client)]).toEqual([2, [1, 2]]);
});

/** The unit is one beast with so many wounds left. */
const beast = (wounds: number, number: number) =>
  stateWith(1, number, { alive: true, alive_count: 1, miniatures: [{ ...mini(0, true), wounds }] as never });
const woundsIn = (client: GameClient): number =>
  drawnUnits(boardOf(client.state!).units, client.casualties.getState().held)[0]!.miniatures[0]!.wounds;

test('wounds without a death are held back too until the film has shown the attack, one after the other', () => {
  const client = new GameClient('ford');
  client.show(beast(12, 1));
  client.reel.getState().feed([{ ...killing, id: 1, tolls: [] }], TURN, true);
  client.show(beast(9, 2));
  client.show(beast(7, 3));
  expect(woundsIn(client)).toBe(12);
  const attack = (id: number, damage: number) => ({ ...killing, id, tolls: [{ unit: toll.unit, killed: 0, damage }] });
  client.reel.getState().feed([attack(5, 3), attack(6, 2)], TURN, true);
  client.reel.getState().next();
  expect(woundsIn(client)).toBe(12);
  expect(client.casualties.getState().shown(attack(5, 3))).toBe(false);
  expect(woundsIn(client)).toBe(9);
  client.casualties.getState().shown(attack(6, 2));
  expect([woundsIn(client), falls(client)]).toEqual([7, []]);
});

test('healing is no loss', () => {
  const client = new GameClient('ford');
  client.show(beast(7, 1));
  client.reel.getState().feed([{ ...killing, id: 1, tolls: [] }], TURN, true);
  client.show(beast(9, 2));
  expect(woundsIn(client)).toBe(9);
});

test('who skips the film, or plays none, sees at once who fell', () => {
  const skipping = watching(0);
  expect(leftIn(skipping)).toBe(5);
  skipping.reel.getState().skip();
  expect([leftIn(skipping), falls(skipping)]).toEqual([0, [5]]);
  skipping.show(stateWith(0, 3));
  usePace.setState({ pace: 'once' });
  const filmless = watching(3);
  expect([leftIn(filmless), falls(filmless)]).toEqual([3, [2]]);
});

test('entries that tell of something else do not keep a unit up for long, and what is taken back fells nobody', () => {
  const client = watching(3);
  const others = [1, 2, 3, 4].map((more) => ({ ...killing, id: killing.id + more, tolls: [] }));
  client.reel.getState().feed(others, TURN, true);
  for (const each of others.slice(0, 3)) client.casualties.getState().shown(each);
  expect(leftIn(client)).toBe(5);
  client.casualties.getState().shown(others[3]!);
  expect(leftIn(client)).toBe(3);
  client.show(stateWith(1, 1));
  expect(falls(client)).toEqual([2]);
});

test('a fall is a cross at each place with words, and goes after a moment', () => {
  vi.useFakeTimers();
  usePace.setState({ pace: 'once' });
  const client = watching(3);
  const { container } = render(
    <GameContext value={client}>
      <svg>
        <FallsLayer />
      </svg>
    </GameContext>,
  );
  expect(container.querySelectorAll('.fall-cross')).toHaveLength(2);
  expect(screen.getByText('✕ 2 slain')).toBeInTheDocument();
  act(() => client.show(stateWith(0, 3)));
  expect(screen.getByText(`✕ ${client.state!.game_model.armies[0]!.units[0]!.name} destroyed`)).toBeInTheDocument();
  act(() => void vi.advanceTimersByTime(FALL_MS));
  expect(container.querySelector('[data-fall]')).toBeNull();
});
