import { describe, expect, it } from 'vitest';
import { inches } from '@/shared/geometry';
import { flightOf, flown, hasFront, withinTurn } from './flight';

const at = (x: number, y: number) => ({ x: inches(x), y: inches(y) });
const FLIGHT = { least: 20, limit: 40 };

describe('a flight', () => {
  it('is found among the moves by its least inches', () => {
    expect(flightOf([{ how: 'move', limit: 40, sure: 40, least: 20 }])).toEqual(FLIGHT);
    expect(flightOf([{ how: 'move', limit: 6, sure: 6 }])).toBeUndefined();
    expect(flightOf(undefined)).toBeUndefined();
  });

  it.each([
    ['as far ahead as the pointer is, whatever is beside', at(25, 9), 35],
    ['no shorter than it must', at(3, 0), 30.002],
    ['no farther than the table goes', at(90, 0), 49.998],
    ['ahead even where the pointer is behind', at(-15, 0), 30.002],
  ])('goes %s', (_how, shift, x) => {
    const [there] = flown([at(10, 22)], [at(10, 22)], shift, [0], FLIGHT);
    expect(there?.x).toBeCloseTo(x, 6);
    expect(there?.y).toBeCloseTo(22, 6);
  });

  it('goes the way that each miniature faces', () => {
    const [first, second] = flown([at(10, 10), at(14, 10)], [at(10, 10), at(14, 10)], at(0, 22), [90, 90], FLIGHT);
    expect(first?.y).toBeCloseTo(32, 6);
    expect(second?.x).toBeCloseTo(14, 6);
  });

  it.each([
    [0, 90, 90],
    [0, 135, 90],
    [10, 260, 280],
    [350, 40, 40],
  ])('from %i degrees to %i ends at %i', (from, to, found) => {
    expect(withinTurn(from, to)).toBe(found);
  });

  it('has a front on a round base too', () => {
    const base = { radius: inches(1) };
    expect(hasFront({ keywords: ['Vehicle', 'Aircraft'] }, base)).toBe(true);
    expect(hasFront({ keywords: ['Vehicle'] }, base)).toBe(false);
  });
});
