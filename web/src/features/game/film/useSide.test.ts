import { expect, test } from 'vitest';
import { sideFor } from './useSide';

const box = (top: number, bottom: number, left = 100, right = 500) => ({ left, right, top, bottom });
const FRAME = box(0, 600, 0, 600);
const LOW = box(500, 550);
const HIGH = box(10, 60);
const spot = (y: number, x = 300) => box(y - 10, y + 10, x - 10, x + 10);

test('a card lies where it covers none of the units, and where it usually lies if both sides do as well', () => {
  expect(sideFor(LOW, FRAME, [], 'bottom')).toBe('bottom');
  expect(sideFor(LOW, FRAME, [spot(300)], 'bottom')).toBe('bottom');
  expect(sideFor(LOW, FRAME, [spot(520)], 'bottom')).toBe('top');
  expect(sideFor(LOW, FRAME, [spot(520), spot(40)], 'bottom')).toBe('bottom');
  expect(sideFor(LOW, FRAME, [spot(520), spot(530), spot(40)], 'bottom')).toBe('top');
  expect(sideFor(LOW, FRAME, [spot(520, 50)], 'bottom')).toBe('bottom');
  expect(sideFor(HIGH, FRAME, [spot(40)], 'top')).toBe('bottom');
  expect(sideFor(HIGH, FRAME, [spot(570)], 'top')).toBe('top');
});
