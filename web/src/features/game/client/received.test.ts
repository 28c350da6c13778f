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

test.each([[null], [{}], [{ ...state, game_model: { ...state.game_model, armies: [] } }], ['no game']])(
  'what is no game is not shown',
  (sent) => {
    expect(() => received(sent)).toThrow(UnexpectedAnswer);
  },
);
