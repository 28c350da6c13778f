import { expect, test } from 'vitest';
import { cornerFor } from './corner';

const MAP = { left: 0, right: 800, top: 0, bottom: 600 };
const LOW = { left: 6, right: 400, top: 500, bottom: 560 };

test('the card stays where it is as long as what is held is not near it', () => {
  expect(cornerFor({ x: 600, y: 540 }, LOW, MAP, 'bottom left')).toBe('bottom left');
  expect(cornerFor({ x: 100, y: 300 }, LOW, MAP, 'bottom left')).toBe('bottom left');
});

test('it leaves for the corner farthest from what comes near', () => {
  expect(cornerFor({ x: 100, y: 540 }, LOW, MAP, 'bottom left')).toBe('top right');
  expect(cornerFor({ x: 100, y: 440 }, LOW, MAP, 'bottom left')).toBe('top right');
  const high = { left: 394, right: 794, top: 6, bottom: 60 };
  expect(cornerFor({ x: 700, y: 100 }, high, MAP, 'top right')).toBe('bottom left');
});
