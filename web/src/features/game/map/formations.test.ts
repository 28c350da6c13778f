import { describe, expect, test } from 'vitest';
import { distance, inches, type Point } from '@/shared/geometry';
import { after, SHAPES, shortestWays, slots } from './formations';
import { coherent, farthest, middleOf } from './ghost';
import { OPEN, trouble } from './ground';

const at = (x: number, y: number): Point => ({ x: inches(x), y: inches(y) });
const centred = (places: readonly Point[], radii: readonly number[]) =>
  places.map(({ x, y }, index) => ({ at: at(x + 30, y + 22), radius: radii[index] ?? 0 }));

describe('formations', () => {
  // Bases from 25 mm to 60 mm, units of two to twenty.
  test.each(SHAPES)('a %s stands apart, in coherency and about its middle', (shape) => {
    for (const radius of [0.49, 0.63, 0.79, 0.98, 1.18])
      for (let count = 2; count <= 20; count += 1) {
        const radii = Array<number>(count).fill(radius);
        for (const turn of [0, 45]) {
          const places = slots(shape, radii, turn);
          const discs = centred(places, radii);
          expect(coherent(discs), `${count} bases of ${radius}`).toBe(true);
          if (shape !== 'chain' && shape !== 'line') expect(trouble(discs, OPEN)).toBe('');
          const middle = middleOf(places);
          expect(Math.hypot(middle.x, middle.y)).toBeLessThan(1e-6);
          for (const [index, a] of discs.entries())
            for (const b of discs.slice(index + 1)) expect(distance(a.at, b.at)).toBeGreaterThan(2 * radius);
        }
      }
  });

  test('bases of two sizes hang together too', () => {
    const radii = [0.49, 0.49, 0.63, 0.49, 0.49];
    for (const shape of SHAPES) expect(coherent(centred(slots(shape, radii), radii)), shape).toBe(true);
  });

  test('a chain is the longest, a block the closest', () => {
    const radii = Array<number>(5).fill(0.63);
    const length = (shape: (typeof SHAPES)[number]) =>
      Math.max(...slots(shape, radii).flatMap((a) => slots(shape, radii).map((b) => distance(a, b))));
    expect(length('chain')).toBeGreaterThan(length('line'));
    expect(length('line')).toBeGreaterThan(length('block'));
    expect(length('spread')).toBeGreaterThan(length('block'));
  });

  test('each takes the place that keeps the longest way short', () => {
    const starts = [at(0, 0), at(2, 0), at(4, 0)];
    const places = [at(4, 1), at(0, 1), at(2, 1)];
    const found = shortestWays(starts, places);
    expect(found).toEqual([at(0, 1), at(2, 1), at(4, 1)]);
    expect(farthest(starts, found)).toBe(1);
  });

  test('keys go round the formations and turn them', () => {
    let now = after(null);
    const met = SHAPES.map(() => {
      const { shape } = now;
      now = after(now);
      return shape;
    });
    expect(met).toEqual(SHAPES);
    expect(now.shape).toBe('block');
    expect(after(now, -15)).toEqual({ shape: 'block', turn: 345 });
    expect(after({ shape: 'line', turn: 345 }, 15)).toEqual({ shape: 'line', turn: 0 });
  });
});
