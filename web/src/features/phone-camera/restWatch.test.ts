import { expect, test } from 'vitest';
import { RestWatch, STILL_MS, type Grey } from './restWatch';

const WIDE = 40;
/** A dark tray with light dice of four by four pixels at these columns. */
const tray = (...dice: number[]): Grey =>
  Uint8Array.from({ length: WIDE * WIDE }, (_, index) => {
    const [x, y] = [index % WIDE, Math.floor(index / WIDE)];
    return dice.some((at) => x >= at && x < at + 4 && y >= 10 && y < 14) ? 220 : 40;
  });

/** The looks, a fifth of a second apart, at which a throw was seen to have come to rest. */
function rests(pictures: readonly Grey[]): number[] {
  const watch = new RestWatch();
  return pictures.flatMap((picture, look) => (watch.see(picture, look * 200) ? [look] : []));
}

const times = (count: number, picture: Grey): Grey[] => Array.from({ length: count }, () => picture);
const LOOKS = Math.ceil(STILL_MS / 200);

test('a throw is reported once, when its dice have lain still for a while', () => {
  const film = [...times(5, tray()), tray(2), tray(8, 20), tray(14, 25), ...times(12, tray(16, 26))];
  expect(rests(film)).toEqual([8 + LOOKS]);
});

test('what lies there at first is no throw, nor is a hand that leaves all as it was', () => {
  expect(rests(times(20, tray(4, 12)))).toEqual([]);
  expect(rests([...times(5, tray(4)), tray(4, 30), tray(4, 34), ...times(10, tray(4))])).toEqual([]);
});

test('dice that roll on and on are waited for, and the next throw is reported too', () => {
  const rolling = Array.from({ length: 20 }, (_, step) => tray((step * 5) % 30));
  const film = [...times(3, tray()), ...rolling, ...times(8, tray(9)), tray(20), ...times(8, tray(24))];
  expect(rests(film)).toHaveLength(2);
});

test('dice that are picked up again are no throw, and the same dice rolled again are', () => {
  const once = [tray(2), tray(8), ...times(8, tray(16))];
  const away = [tray(16, 30), tray(30), ...times(8, tray())];
  expect(rests([...times(4, tray()), ...once, ...away])).toHaveLength(1);
  expect(rests([...times(4, tray()), ...once, ...away, ...once])).toHaveLength(2);
});

test("a camera's grain is no motion", () => {
  const grain = (picture: Grey, by: number) => picture.map((value, index) => value + ((index * 7 + by) % 9) - 4);
  const watch = new RestWatch();
  for (let look = 0; look < 20; look += 1) expect(watch.see(grain(tray(5), look), look * 200)).toBe(false);
  expect(watch.moving).toBe(false);
});
