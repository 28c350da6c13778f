import { expect, test } from 'vitest';
import { inches, type Point } from '@/shared/geometry';
import { heightAt, mostFloors, overEdge, wayOf, type Storeys } from './floors';
import { coherent, gapBetween, type Disc } from './ghost';
import { OPEN, trouble } from './ground';

const at = (x: number, y: number): Point => ({ x: inches(x), y: inches(y) });
const square = (left: number, wide: number): Point[] => [
  at(left, 10),
  at(left + wide, 10),
  at(left + wide, 10 + wide),
  at(left, 10 + wide),
];
const MILL: Storeys = { name: 'Old Mill', outline: square(20, 8), floors: [3, 6] };
const BARN: Storeys = { name: 'Barn', outline: square(30, 6), floors: [4] };
const BOTH = [MILL, BARN];
const disc = (x: number, y: number, height = 0): Disc => ({ at: at(x, y), radius: 0.63, height });
const foot = { keywords: ['Infantry'] } as never;

test('a floor is as high as the piece has it, the highest where there are fewer, the ground outside', () => {
  expect([0, 1, 2, 3].map((floor) => heightAt(BOTH, at(24, 14), floor))).toEqual([0, 3, 6, 6]);
  expect([1, 2].map((floor) => heightAt(BOTH, at(33, 12), floor))).toEqual([4, 4]);
  expect(heightAt(BOTH, at(29, 14), 1)).toBe(0);
  expect(mostFloors(BOTH)).toBe(2);
});

test('a climb counts with the way, over the ground from piece to piece, and through the air for what flies', () => {
  expect(wayOf(BOTH, foot, disc(18, 14), disc(22, 14, 3))).toBeCloseTo(7);
  expect(wayOf(BOTH, foot, disc(22, 14, 3), disc(24, 14, 6))).toBeCloseTo(5);
  expect(wayOf(BOTH, foot, disc(27, 14, 3), disc(31, 14, 4))).toBeCloseTo(11);
  expect(wayOf(BOTH, { keywords: ['Fly'] } as never, disc(18, 14), disc(22, 14, 3))).toBeCloseTo(5);
});

test('a base hangs over no edge, and is in the way on its own floor alone', () => {
  expect(overEdge(BOTH, disc(20.3, 14, 3))).toBe('Old Mill');
  expect(overEdge(BOTH, disc(20.3, 14))).toBeNull();
  const above = { ...OPEN, friends: [disc(24, 14, 3)], storeys: BOTH };
  expect(trouble([disc(24, 14)], above)).toBe('');
  expect(trouble([disc(24, 14, 3)], above)).toBe('On another base');
  expect(trouble([disc(20.3, 14, 3)], { ...above, friends: [] })).toBe('Over the edge of the floor: Old Mill');
});

test('enemies are kept from five inches up and down, and no farther', () => {
  expect(trouble([disc(24, 14)], { ...OPEN, enemies: [disc(24, 14, 3)] })).toBe('Within 1″ of an enemy');
  expect(trouble([disc(24, 14)], { ...OPEN, enemies: [disc(24, 14, 6)] })).toBe('');
});

test('distances and coherency count height', () => {
  expect(gapBetween([disc(24, 14)], [disc(24, 14, 6)])?.gap).toBeCloseTo(6);
  expect(coherent([disc(24, 14), disc(24, 15.5, 3)])).toBe(true);
  expect(coherent([disc(24, 14), disc(24, 15.5, 6)])).toBe(false);
});
