import { describe, expect, test } from 'vitest';
import { inches, type Point } from '@/shared/geometry';
import {
  covers,
  extentOf,
  facingOf,
  frontOf,
  gapOf,
  isLong,
  nearestOf,
  reachOf,
  roundsOf,
  shortestTurn,
  touching,
  wholly,
  type Standing,
} from './shape';

const at = (x: number, y: number): Point => ({ x: inches(x), y: inches(y) });
const tank = (facing: number, place = at(20, 20)): Standing => ({
  at: place,
  radius: 1.575,
  length: 4.528,
  rectangular: true,
  facing,
});
const rider = (facing: number, place = at(20, 20)): Standing => ({
  at: place,
  radius: 0.827,
  length: 2.953,
  rectangular: false,
  facing,
});
const round = (place: Point): Standing => ({ at: place, radius: 0.63 });

describe('a base', () => {
  test('is long where it has a length', () => {
    expect([tank(0), rider(0), round(at(0, 0))].map(isLong)).toEqual([true, true, false]);
  });

  test('that is round is itself, and nothing else is made of it', () => {
    const one = round(at(3, 4));
    expect(roundsOf(one)[0]).toBe(one);
    expect(wholly(one, (each) => each === one)).toBe(true);
    expect(extentOf(one)).toEqual({ x: 0.63, y: 0.63 });
    expect(reachOf(one)).toBe(0.63);
  });

  // The figures are those of the rules engine.
  test.each([
    [tank(0), round(at(26, 24)), 3.886],
    [tank(30), round(at(24, 25)), 3.177],
    [rider(0), tank(60, at(26, 24)), 3.328],
    [rider(45), rider(120, at(24, 20)), 1.789],
    [tank(45), rider(0, at(25, 25)), 3.622],
  ])('is as far from another as the rules measure', (one, other, gap) => {
    expect(gapOf(one, other)).toBeCloseTo(gap, 2);
    expect(gapOf(other, one)).toBeCloseTo(gap, 2);
    expect(touching(one, other, gap + 0.01)).toBe(true);
    expect(touching(one, other, gap - 0.01)).toBe(false);
  });

  test('is nearest to another at its end', () => {
    const found = nearestOf(tank(0), round(at(30, 20)));
    expect(found.a.at.x + found.a.radius).toBeCloseTo(20 + 4.528 / 2, 2);
  });

  test('takes up the room that its facing needs', () => {
    expect(extentOf(tank(0)).x).toBeCloseTo(2.264, 3);
    expect(extentOf(tank(90)).x).toBeCloseTo(1.575, 3);
    expect(extentOf(tank(90)).y).toBeCloseTo(2.264, 3);
    expect(extentOf(rider(180)).x).toBeCloseTo(1.4765, 3);
    const slanted = extentOf(rider(45));
    expect(slanted.x).toBeCloseTo(slanted.y, 6);
    expect(slanted.x).toBeCloseTo(Math.hypot(1.4765, 0.827) / Math.SQRT2, 3);
  });

  test('covers what lies under its own shape', () => {
    expect(covers(tank(0), at(22.2, 20))).toBe(true);
    expect(covers(tank(90), at(22.2, 20))).toBe(false);
    expect(covers(tank(0), at(22.1, 21.4))).toBe(true);
    // The very corner is rounded off.
    expect(covers(tank(0), at(22.255, 21.565))).toBe(false);
    expect(covers(rider(0), at(21.2, 20.6))).toBe(false);
    expect(covers(rider(0), at(21.4, 20))).toBe(true);
    expect(covers(rider(0), at(20, 20.8))).toBe(true);
    expect(covers(round(at(1, 1)), at(1.6, 1))).toBe(true);
  });

  test('may be a rectangle that is wider than it is long', () => {
    const cart = (facing: number): Standing => ({ ...tank(facing), radius: 2.264, length: 3.15 });
    expect(extentOf(cart(0)).x).toBeCloseTo(extentOf(tank(90)).x, 6);
    expect(extentOf(cart(0)).y).toBeCloseTo(extentOf(tank(90)).y, 6);
    expect(covers(cart(0), at(20, 22.2))).toBe(true);
    expect(covers(cart(0), at(22.2, 20))).toBe(false);
    expect(frontOf(cart(0)).x).toBeCloseTo(21.575, 3);
    expect(gapOf(cart(90), round(at(26, 24)))).toBeCloseTo(gapOf(tank(0), round(at(26, 24))), 3);
  });

  test('has its front where it faces', () => {
    const [east, south] = [frontOf(tank(0)), frontOf(tank(90), 1)];
    expect([east.x, east.y]).toEqual([22.264, 20]);
    expect(south.x).toBeCloseTo(20, 6);
    expect(south.y).toBeCloseTo(23.264, 6);
  });
});

test('facings go round, and a turn takes the shorter way', () => {
  expect([-15, 359.6, 720, 374].map(facingOf)).toEqual([345, 0, 0, 14]);
  expect(shortestTurn(350, 10)).toBe(20);
  expect(shortestTurn(10, 350)).toBe(-20);
  expect(shortestTurn(90, 90)).toBe(0);
  expect(Math.abs(shortestTurn(0, 180))).toBe(180);
});
