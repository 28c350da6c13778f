import { expect, test } from 'vitest';
import { traySelection } from './tray';

test("CAM-31 CAM-32 CONST-15 ENT-34 pixels are divided by the photo's size, 1920 by 1080 where it does not say, and cut to 0 and 1", () => {
  expect(traySelection({ xmin: 192, ymin: 108, xmax: 960, ymax: 540 })).toEqual({
    startX: 0.1,
    startY: 0.1,
    endX: 0.5,
    endY: 0.5,
  });
  expect(traySelection({ startX: 480, startY: 270, endX: 4000, endY: 1080 })).toEqual({
    startX: 0.25,
    startY: 0.25,
    endX: 1,
    endY: 1,
  });
  expect(traySelection({ xmin: -40, ymin: 0, xmax: 1000, ymax: 3000, image_width: 4000, image_height: 3000 })).toEqual({
    startX: 0,
    startY: 0,
    endX: 0.25,
    endY: 1,
  });
});

test('ENT-34 a rectangle is given by fractions, by least and most, or by points', () => {
  const tray = { startX: 0.2, startY: 0.4, endX: 0.6, endY: 0.8 };
  expect(traySelection(tray)).toEqual(tray);
  expect(
    traySelection([
      [0.6, 0.4],
      [0.2, 0.8],
    ]),
  ).toEqual(tray);
  expect(
    traySelection({
      points: [
        { x: 0.2, y: 0.8 },
        { x: 0.6, y: 0.4 },
        { x: 0.3, y: 0.5 },
      ],
    }),
  ).toEqual(tray);
});

test.each([[null], [{}], [[]], [[[1, 2]]], [{ startX: 0.1, startY: 'left', endX: 0.4, endY: 0.5 }]])(
  '%j is no rectangle',
  (raw) => {
    expect(traySelection(raw)).toBeNull();
  },
);
