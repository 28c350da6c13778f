import { expect, test } from 'vitest';
import { aimOf } from './aim';
import { painted, type Painted } from './aiming.test-kit';
import { CODES, type GreyPicture } from './markers';

const SIZE = { width: 480, height: 360 };
const PLACES = [
  [0, 0],
  [1, 0],
  [2, 0],
  [2, 1],
  [2, 2],
  [1, 2],
  [0, 2],
  [0, 1],
] as const;

/** A board of so many pixels between two markers, but for these; its upper left one lies here. */
function board({ without = [] as number[], step = 150, left = 60, top = 60, side = 30 } = {}): Painted[] {
  return PLACES.flatMap(([column, row], index) =>
    without.includes(index + 1)
      ? []
      : [{ code: CODES[index]!, x: left + column * step, y: top + row * step * 0.8, side, turn: 0.05 * index }],
  );
}

const seen = (markers: Painted[], mat?: (x: number, y: number) => number): GreyPicture => painted(markers, mat, SIZE);
const hint = (picture: GreyPicture, scale = 2): string => aimOf(picture, scale).hint;

test('a board that is wholly seen is ready for a photo; its markers are given as parts of the picture', () => {
  const aim = aimOf(seen(board()), 2);
  expect(aim).toMatchObject({ good: true, hint: 'All eight markers of the board are seen. Ready for a photo.' });
  expect(aim.markers.map(({ number }) => number)).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
  const [[x, y]] = aim.markers[4]!.corners;
  expect([x, y].every((part) => part > 0.6 && part < 0.9)).toBe(true);
});

test('hidden markers are distinguished from those outside of the picture', () => {
  expect(hint(seen(board({ without: [2] })))).toBe('B2 is hidden: uncover it.');
  expect(hint(seen(board({ without: [2, 5, 7] })))).toBe('B2, B5 and B7 are hidden: uncover them.');
  expect(hint(seen(board({ left: 200 })))).toBe(
    'B3, B4 and B5 are outside of the picture, or cut off by its edge: lift the camera, or move it.',
  );
  expect(hint(seen(board({ top: 14 })))).toBe(
    'B1, B2 and B3 are outside of the picture, or cut off by its edge: lift the camera, or move it.',
  );
  expect(hint(seen(board({ without: [1, 2, 3, 4, 5, 8] })))).toBe(
    'B1, B2, B3, B4, B5 and B8 are not seen: lift the camera, or uncover them.',
  );
  expect(hint(seen([]))).toMatch(/^No marker of the board is seen\./);
});

test('less light, less glare', () => {
  expect(hint(dimmed(seen(board()), 0.15))).toMatch(/^Too dark/);
  expect(hint(seen(board({ without: [3] }), (x, y) => (Math.hypot(x - 360, y - 60) < 28 ? 252 : 90)))).toBe(
    'Less glare: B3 is lost in it. Turn the lamp away, or tilt the phone.',
  );
  expect(hint(seen(board(), (x, y) => (Math.hypot(x - 240, y - 180) < 70 ? 255 : 90)))).toMatch(
    /^Less glare: turn the lamp/,
  );
});

test('closer, where the cards of units would be too small to read', () => {
  expect(hint(seen(board({ side: 18 })), 1)).toMatch(/^Closer: /);
  expect(aimOf(seen(board({ side: 18 })), 2).good).toBe(true);
});

const dimmed = (picture: GreyPicture, by: number): GreyPicture => ({
  ...picture,
  values: picture.values.map((value) => value * by),
});
