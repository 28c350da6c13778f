import { expect, test } from 'vitest';
import { CODES, findMarkers, middleOf, sideOf } from './markers';
import { painted } from './aiming.test-kit';

test('each board marker is found by its number, however it lies', () => {
  for (const [index, code] of CODES.entries()) {
    const turn = 0.4 + index * 0.8;
    const [found, ...more] = findMarkers(painted([{ code, x: 160, y: 110, side: 42, turn }]));
    expect(more).toEqual([]);
    if (!found) throw new Error('It is not found.');
    expect(found.number).toBe(index + 1);
    expect(middleOf(found)[0]).toBeCloseTo(160, -0.5);
    expect(middleOf(found)[1]).toBeCloseTo(110, -0.5);
    expect(Math.abs(sideOf(found) - 42)).toBeLessThan(3);
    const [[x, y]] = found.corners;
    const upperLeft = [160 + 21 * (-Math.cos(turn) + Math.sin(turn)), 110 + 21 * (-Math.sin(turn) - Math.cos(turn))];
    expect(Math.hypot(x - upperLeft[0]!, y - upperLeft[1]!)).toBeLessThan(4);
  }
});

test('several are found at once, small ones too, and one that lies there twice is the larger', () => {
  const [first, second] = [CODES[0]!, CODES[5]!];
  const found = findMarkers(
    painted([
      { code: second, x: 60, y: 60, side: 20, turn: 0.1 },
      { code: first, x: 160, y: 120, side: 30, turn: 1 },
      { code: second, x: 260, y: 160, side: 36, turn: 2 },
    ]),
  );
  expect(found.map(({ number }) => number)).toEqual([1, 6]);
  expect(Math.round(middleOf(found[1]!)[0])).toBeGreaterThan(250);
});

test('a cell that is smudged is forgiven; other codes, squares and grain are no board marker', () => {
  const code = CODES[2]!;
  const one = (each: number) => findMarkers(painted([{ code: each, x: 160, y: 110, side: 40, turn: 0.3 }]));
  expect(one(code ^ 0x0100).map(({ number }) => number)).toEqual([3]);
  expect(one(code ^ 0x0ff0)).toEqual([]);
  expect(one(0)).toEqual([]);
  expect(one(0xffff)).toEqual([]);
  const grain = painted([], (x, y) => 60 + ((x * 7919 + y * 104729) % 97));
  expect(findMarkers(grain)).toEqual([]);
});
