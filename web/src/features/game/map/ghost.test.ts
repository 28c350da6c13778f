import { describe, expect, test } from 'vitest';
import { distance, inches, type Point } from '@/shared/geometry';
import {
  coherent,
  formation,
  gapBetween,
  middleOf,
  NOWHERE,
  plus,
  whollyWithin,
  withinLimit,
  withinZone,
  type Disc,
} from './ghost';
import { nearestFree, OPEN, trouble } from './ground';

const at = (x: number, y: number): Point => ({ x: inches(x), y: inches(y) });
const disc = (x: number, y: number, radius = 0.5): Disc => ({ at: at(x, y), radius });
const ZONE = [at(0, 0), at(12, 0), at(12, 44), at(0, 44)];
const SLOPE = [at(0, 9), at(35, 44), at(0, 44)];

describe('a ghost', () => {
  test('a formation stands about its place, apart and in coherency', () => {
    const places = formation(
      Array.from({ length: 10 }, () => ({ radius: 0.63 })),
      at(20, 20),
    );
    const middle = middleOf(places);
    expect([middle.x, middle.y].map((each) => Number(each.toFixed(6)))).toEqual([20, 20]);
    const discs = places.map((each) => ({ at: each, radius: 0.63 }));
    expect(coherent(discs)).toBe(true);
    expect(trouble(discs, OPEN)).toBe('');
    for (const [index, a] of discs.entries())
      for (const b of discs.slice(index + 1)) expect(distance(a.at, b.at)).toBeGreaterThan(1.26);
  });

  test('within the limit it goes where it is dragged', () => {
    const starts = [at(10, 10), at(12, 10)];
    expect(withinLimit(starts, starts, at(3, 4), 6)).toEqual(at(3, 4));
  });

  test("past the limit it snaps to the limit, in the pointer's direction, and slides along it", () => {
    const starts = [at(10, 10), at(12, 10)];
    const shift = withinLimit(starts, starts, at(30, 40), 6);
    expect(Math.hypot(shift.x, shift.y)).toBeCloseTo(6, 2);
    expect(Math.hypot(shift.x, shift.y)).toBeLessThan(6);
    expect(shift.y / shift.x).toBeCloseTo(4 / 3, 5);
    const there = starts.map((each) => plus(each, shift));
    const on = withinLimit(starts, there, at(50, -40), 6);
    expect(Math.hypot(shift.x + on.x, shift.y + on.y)).toBeCloseTo(6, 2);
  });

  test('bases that went different ways stop where the first of them has gone its limit', () => {
    const starts = [at(10, 10), at(12, 10)];
    const shift = withinLimit(starts, [at(10, 10), at(15, 10)], at(5, 0), 6);
    expect(shift.x).toBeCloseTo(3, 2);
    expect(shift.y).toBe(0);
  });

  test("it stays wholly within its zone, and slides along the zone's edge", () => {
    expect(withinZone([disc(6, 10)], at(20, 5), ZONE).x).toBeCloseTo(5.5, 2);
    expect(withinZone([disc(6, 10)], at(20, 5), ZONE).y).toBe(5);
    const moved = plus(at(5, 40), withinZone([disc(5, 40)], at(10, -20), SLOPE));
    expect(whollyWithin(SLOPE, { at: moved, radius: 0.5 })).toBe(true);
    expect(withinZone([disc(58, 20)], at(10, 0), null).x).toBeCloseTo(1.5, 2);
  });

  test.each([
    [11.5, true],
    [11.51, false],
    [20, false],
  ])('a base of half an inch at %d is wholly within a zone that ends at 12: %s', (x, within) => {
    expect(whollyWithin(ZONE, disc(x, 20))).toBe(within);
  });

  test.each([
    [[disc(0.4, 20)], 'Off the board'],
    [[disc(14, 20)], 'Outside the zone'],
    [[disc(5, 20)], 'On another base'],
    [[disc(2, 8), disc(7, 8)], 'Out of coherency'],
    [[disc(2, 8), disc(4, 8)], ''],
  ])('what is wrong with %j is shown as %s', (discs, words) => {
    expect(trouble(discs, { ...OPEN, friends: [disc(5.5, 20)], zone: ZONE })).toBe(words);
  });

  const WALL = [at(30, 10), at(30, 14), 'Old Mill'] as const;
  test.each([
    ['Across a wall: Old Mill', disc(30.3, 12), { walls: [WALL] }],
    ['', disc(30.5, 12), { walls: [WALL] }],
    ['Within 1″ of an enemy', disc(20, 20), { enemies: [disc(22, 20)] }],
    ['', disc(20, 20), { enemies: [disc(22.01, 20)] }],
    ['Within 9″ of an enemy', disc(20, 20), { enemies: [disc(30, 20)], clear: 9 }],
    ['Within 9″ of the enemy’s zone', disc(21, 20), { foreign: ZONE }],
    ['', disc(21.5, 20), { foreign: ZONE }],
    ['Not within 6″ of an edge', disc(6, 20), { edge: 6 }],
    ['', disc(5.5, 20), { edge: 6 }],
    ['Not within 3″ of its transport', disc(24, 20), { transport: [disc(20, 20)] }],
    ['', disc(23, 20), { transport: [disc(20, 20)] }],
  ])('the rules of a place say "%s" of %j with %j', (words, one, rules) => {
    expect(trouble([one], { ...OPEN, ...rules })).toBe(words);
  });

  test('what has not moved is at fault for nothing but coherency', () => {
    const one = disc(30, 12);
    expect(trouble([one], { ...OPEN, walls: [WALL] }, new Set([one]))).toBe('');
  });

  test('it settles on the free ground that is nearest, within its zone and its limit', () => {
    const ground = { ...OPEN, zone: ZONE, walls: [[at(10, 0), at(10, 44), 'Old Mill'] as const] };
    const shift = nearestFree([disc(6, 20)], at(4, 0), ground);
    expect(trouble([{ at: plus(at(6, 20), shift), radius: 0.5 }], ground)).toBe('');
    expect(Math.hypot(shift.x - 4, shift.y)).toBeLessThan(1);
    const nowhere = nearestFree([disc(6, 20)], at(4, 0), ground, () => false);
    expect(nowhere).toEqual(at(4, 0));
  });

  test('seven need two neighbours each, two groups are not one unit', () => {
    const line = Array.from({ length: 7 }, (_, index) => disc(2 + index * 2.5, 10));
    expect(coherent(line)).toBe(false);
    expect(coherent(line.slice(0, 6))).toBe(true);
    expect(coherent([disc(2, 10), disc(4, 10), disc(20, 10), disc(22, 10)])).toBe(false);
  });

  test('gaps are measured from base edge to base edge', () => {
    const gap = gapBetween([disc(10, 10, 1)], [disc(20, 10, 2), disc(30, 10)]);
    expect(gap?.gap).toBeCloseTo(7, 6);
    expect(gap?.from.x).toBeCloseTo(11, 6);
    expect(gap?.to.x).toBeCloseTo(18, 6);
    expect(gapBetween([], [disc(1, 1)])).toBeNull();
    expect(NOWHERE).toEqual(at(0, 0));
  });
});
