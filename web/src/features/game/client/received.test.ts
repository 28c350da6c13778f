import { expect, test } from 'vitest';
import { UnexpectedAnswer } from '@/shared/api';
import fixture from '@/test/fixtures/game-panels.json';
import { faultOf, received } from './received';

const { state } = fixture;

test('a state that a server has sent is as its API says', () => {
  expect(received(state).number).toBe(state.number);
  expect(faultOf(received(state))).toBe('');
});

test.each([
  ['a missing field', { ...state, dice: undefined }, 'dice is missing'],
  ['a wrong field', { ...state, number: '7' }, 'number is not as described'],
  [
    'a wrong field of an army',
    {
      ...state,
      game_model: { ...state.game_model, armies: state.game_model.armies.map((army) => ({ ...army, cp: null })) },
    },
    'game_model.armies.0.cp is not as described (and 1 more)',
  ],
])('%s is named, and the state is shown', (_, sent, words) => {
  expect(received(sent).game_model.armies).toHaveLength(2);
  expect(faultOf(received(sent))).toBe(words);
});

test('what has become wrong in a state that was right is named', () => {
  const right = received(state);
  expect(faultOf(right)).toBe('');
  const [one, other] = right.game_model.armies;
  const units = one.units.map((unit, index) => (index === 1 ? { ...unit, name: 5 } : unit));
  const armies = [{ ...one, units }, other];
  expect(faultOf({ ...right, game_model: { ...right.game_model, armies } })).toBe(
    'game_model.armies.0.units.1.name is not as described',
  );
  expect(faultOf({ ...right, dice: { ...right.dice, pending: 1 } })).toBe('dice.pending is not as described');
  expect(faultOf(right)).toBe('');
});

test.each([[null], [{}], [{ ...state, game_model: { ...state.game_model, armies: [] } }], ['no game']])(
  'what is no game is not shown',
  (sent) => {
    expect(() => received(sent)).toThrow(UnexpectedAnswer);
  },
);
