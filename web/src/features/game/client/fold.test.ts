import type { GameState, Operation } from '@/shared/api';
import { expect, test } from 'vitest';
import { later, movedOn, patched, readPush, stateAfter, wordsOf } from './fold';
import { gameState, request, unit } from '../staged.test-kit';

const UNITS = [
  { uuid: 'a', hp: 3 },
  { uuid: 'b', hp: 2 },
];

test.each([
  [{ a: 1 }, [{ op: 'replace', path: '/a', value: 2 }], { a: 2 }],
  [
    { 'a/b': 1, 'c~d': 2 },
    [
      { op: 'remove', path: '/a~1b' },
      { op: 'replace', path: '/c~0d', value: 3 },
    ],
    { 'c~d': 3 },
  ],
  [UNITS, [{ op: 'remove', path: '/0' }], UNITS.slice(1)],
  [UNITS.slice(1), [{ op: 'add', path: '/0', value: UNITS[0] }], UNITS],
  [
    [],
    [
      { op: 'add', path: '/0', value: 1 },
      { op: 'add', path: '/1', value: 2 },
    ],
    [1, 2],
  ],
  [
    { a: [{ b: null }] },
    [
      { op: 'replace', path: '/a/0/b', value: [1] },
      { op: 'add', path: '/a/0/c', value: true },
    ],
    { a: [{ b: [1], c: true }] },
  ],
] satisfies [unknown, Operation[], unknown][])(
  'operations lead from one document to the other',
  (before, operations, after) => {
    const kept = JSON.stringify(before);
    expect(patched(before, operations)).toEqual(after);
    expect(JSON.stringify(before)).toBe(kept);
  },
);

const at = (version: string): GameState => ({
  ...gameState({
    phase: 'shooting',
    asked: request(['shoot']),
    units: [unit('runners', 'Torch Runners', { rides: [] })],
  }),
  version,
});
const push = (changes: unknown, from = '7.0.0', version = '8.0.0') =>
  readPush({ from, version, phase: 'shooting', phase_time: 'middle', changes });

test('SHELL-40 a push moves the unit of the army and the same unit among those that can act', () => {
  const before = at('7.0.0');
  const after = movedOn(
    before,
    push([
      { op: 'replace', path: '/version', value: '8.0.0' },
      { op: 'replace', path: '/game_model/armies/0/units/0/location', value: [12, 10] },
    ]),
  );
  expect(after?.game_model.armies[0].units[0]?.location).toEqual([12, 10]);
  expect(after?.units[0]).toMatchObject({ uuid: 'runners', location: [12, 10], rides: [] });
  expect(after?.game_model.armies[1]).toBe(before.game_model.armies[1]);
  expect(before.units[0]?.location).toEqual([10, 10]);
});

test('who has not changed stays the very same object, wherever it stands in the list', () => {
  const move = (to: number[]) => ({ op: 'replace', path: '/game_model/armies/0/units/0/location', value: to });
  const version = (value: string) => ({ op: 'replace', path: '/version', value });
  const first = movedOn(at('7.0.0'), push([version('8.0.0'), move([12, 10])]))!;
  const second = movedOn(first, { from: '8.0.0', version: '9.0.0', changes: push([version('9.0.0')]).changes })!;
  expect(second.units[0]).toBe(first.units[0]);
  const third = movedOn(second, { from: '9.0.0', version: '10.0.0', changes: push([move([14, 10])]).changes })!;
  expect(third.units[0]).not.toBe(second.units[0]);
  expect(third.units[0]).toMatchObject({ uuid: 'runners', location: [14, 10], rides: [] });
});

test('a push that does not lead on from what is known, or does not fit it, is none', () => {
  expect(movedOn(at('6.0.0'), push([]))).toBeNull();
  expect(movedOn(at('7.0.0'), push(null))).toBeNull();
  expect(movedOn(at('7.0.0'), push([{ op: 'replace', path: '/game_model/armies/7/vp', value: 3 }]))).toBeNull();
});

test('an answer that was overtaken does not bring an older state back', () => {
  expect(later(at('12.0.0'), at('9.5.0')).version).toBe('12.0.0');
  expect(later(at('9.0.0'), at('9.5.0')).version).toBe('9.5.0');
  expect(later(undefined, at('9.5.0')).version).toBe('9.5.0');
});

test('an answer with what has changed leads on from the known state, whether the socket was faster or not', () => {
  const before = at('7.0.0');
  const answer = {
    number: 8,
    from: '7.0.0',
    version: '8.0.0',
    result: { kind: 'move' },
    changes: [
      { op: 'replace', path: '/version', value: '8.0.0' },
      { op: 'replace', path: '/game_model/armies/0/units/0/location', value: [12, 10] },
    ],
  };
  const after = stateAfter(before, answer);
  expect(after?.version).toBe('8.0.0');
  expect(after?.game_model.armies[0].units[0]?.location).toEqual([12, 10]);
  expect(after).not.toHaveProperty('result');
  expect(wordsOf(answer)).toBeNull();
  expect(stateAfter(after ?? undefined, answer)).toBe(after);
  const later = at('9.0.0');
  expect(stateAfter(later, answer)).toBe(later);
  expect(stateAfter(at('6.0.0'), answer)).toBeNull();
  expect(stateAfter(undefined, answer)).toBeNull();
});

test('a whole answer is the state without what the call was about', () => {
  const whole = stateAfter(undefined, { ...at('8.0.0'), result: 3, ai_action_description: 'Moved.' });
  expect(whole).toMatchObject({ version: '8.0.0' });
  expect(whole).not.toHaveProperty('ai_action_description');
});
