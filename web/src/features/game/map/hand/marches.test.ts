import { describe, expect, test } from 'vitest';
import { marchFor, marchWords, needed, riskWords } from './marches';

const MOVE = { how: 'move', limit: 6, sure: 6 } as const;
const ADVANCE = { how: 'advance', limit: 12, sure: 7 } as const;
const FIXED = { how: 'advance', limit: 12, sure: 12 } as const;
const BACK = { how: 'fall_back', limit: 6, sure: 6 } as const;

describe('what is in the hand', () => {
  test('a unit moves as far as it can, and advances beyond', () => {
    expect(marchFor([MOVE, ADVANCE], 0)).toBe(MOVE);
    expect(marchFor([MOVE, ADVANCE], 6)).toBe(MOVE);
    expect(marchFor([MOVE, ADVANCE], 6.1)).toBe(ADVANCE);
    expect(marchFor([MOVE, ADVANCE], 14)).toBe(ADVANCE);
    expect(marchFor([BACK], 3)).toBe(BACK);
    expect(marchFor([], 3)).toBeNull();
  });

  test.each([
    [6.5, 1, 1],
    [7, 1, 1],
    [7.1, 2, 5 / 6],
    [8.4, 3, 4 / 6],
    [12, 6, 1 / 6],
  ])('an advance of %s inches needs a %s', (gone, face, chance) => {
    expect(needed(ADVANCE, gone)).toEqual({ face, chance });
  });

  test('the words name the kind of move, and the die that it hangs on', () => {
    expect(marchWords(MOVE, 4)).toBe('');
    expect(marchWords(BACK, 4)).toBe('Fall back');
    expect(marchWords(ADVANCE, 8.4)).toBe('Advance: 3+ on the die, 67%');
    expect(marchWords(FIXED, 8.4)).toBe('Advance');
  });
});

test.each([
  [{ tested: 3, lost_on: 2, slain: 1 }, '3 miniatures test: one is lost for each roll of 1-2'],
  [{ tested: 1, lost_on: 2, slain: 0.33 }, '1 miniature tests: one is lost on 1-2'],
  [{ tested: 0, lost_on: 2, slain: 0 }, ''],
  [null, ''],
])('falling back with %j risks: %s', (escape, words) => {
  expect(riskWords(escape)).toBe(words);
});
