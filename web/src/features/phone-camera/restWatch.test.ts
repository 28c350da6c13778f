import { expect, test } from 'vitest';
import { RestWatch, STAYS_MS, STILL_MS, type Waiting } from './restWatch';
import type { Grey } from './trayLook';

const WIDE = 40;
const LOOK_MS = 200;
type Scene = { dice?: readonly number[]; arm?: number | undefined; light?: (x: number, y: number) => number };

/** A dark tray with light dice of four by four pixels at these columns, and an arm that reaches in from below as far as a row. */
const seen = ({ dice = [], arm = WIDE, light = () => 1 }: Scene): Grey =>
  Uint8Array.from({ length: WIDE * WIDE }, (_, index) => {
    const [x, y] = [index % WIDE, Math.floor(index / WIDE)];
    const die = dice.some((at) => x >= at && x < at + 4 && y >= 10 && y < 14);
    const value = y >= arm && x >= 14 && x < 24 ? 150 : die ? 220 : 60;
    return Math.min(255, value * light(x, y));
  });
const tray = (...dice: number[]): Grey => seen({ dice });

/** What the watch said, each once in a row, looking a fifth of a second apart. */
function said(pictures: readonly Grey[], watch = new RestWatch()): Waiting[] {
  const all = pictures.map((picture, look) => watch.see(picture, look * LOOK_MS));
  return all.filter((waiting, look) => waiting !== all[look - 1]);
}

const times = (count: number, picture: Grey): Grey[] => Array.from({ length: count }, () => picture);
const LOOKS = Math.ceil(STILL_MS / LOOK_MS);
const still = (picture: Grey): Grey[] => times(LOOKS + 3, picture);
const BEGUN: Waiting[] = ['starting', 'roll'];

test('a roll is reported once, when its dice have lain still for a while', () => {
  const watch = new RestWatch();
  const film = [...still(tray()), tray(2), tray(8, 20), tray(14, 25), ...times(12, tray(16, 26))];
  const all = film.map((picture, look) => watch.see(picture, look * LOOK_MS));
  expect(all.indexOf('rolled')).toBe(LOOKS + 3 + 3 + LOOKS);
  expect(all.filter((each) => each === 'rolled')).toHaveLength(1);
  expect(all.at(-1)).toBe('roll');
});

test('what lies there at first is no roll', () => {
  expect(said(times(20, tray(4, 12)))).toEqual(BEGUN);
});

test('a camera that still finds its light and sharpness has not begun', () => {
  const blurred = Uint8Array.from(tray(4, 12), (value, index) => (index % 3 ? value : 120));
  expect(said([blurred, tray(20), blurred, ...still(tray(4, 12))])).toEqual(BEGUN);
});

test('dice that roll on and on are waited for, and the next roll is reported too', () => {
  const rolling = Array.from({ length: 20 }, (_, step) => tray((step * 5) % 30));
  const film = [...still(tray()), ...rolling, ...still(tray(9)), tray(20), ...still(tray(24))];
  expect(said(film)).toEqual([...BEGUN, 'moving', 'rolled', 'roll', 'moving', 'rolled', 'roll']);
});

test('dice that are picked up are no roll, one by one or all, and the same dice rolled again are', () => {
  const once = [tray(2), tray(8), ...still(tray(16, 30))];
  const away = [tray(16, 34), ...still(tray(16)), tray(18), ...still(tray())];
  expect(said([...still(tray()), ...once, ...away, ...once])).toEqual([
    ...[...BEGUN, 'moving', 'rolled', 'roll'],
    ...['moving', 'fewer', 'moving', 'same'],
    ...['moving', 'same'],
  ]);
  const other = [tray(2), tray(8), ...still(tray(12, 26))];
  expect(said([...still(tray()), ...once, ...away, ...other]).at(-2)).toBe('rolled');
});

test('dice that lay there when it was switched on are no roll when they are taken away', () => {
  expect(said([...still(tray(4, 16)), tray(8), ...still(tray())])).toEqual([...BEGUN, 'moving', 'fewer']);
});

test('a hand that rests in the picture is waited for, and leaves no roll behind', () => {
  const reaching = [
    seen({ dice: [4], arm: 30 }),
    ...times(9, seen({ dice: [4], arm: 20 })),
    seen({ dice: [4], arm: 32 }),
  ];
  expect(said([...still(tray(4)), ...reaching, ...still(tray(4))])).toEqual([
    ...BEGUN,
    'moving',
    'reaching',
    'moving',
    'same',
  ]);
  const rolling = [...reaching, tray(4, 20), ...still(tray(12, 28))];
  expect(said([...still(tray(4)), ...rolling])).toEqual([...BEGUN, 'moving', 'reaching', 'moving', 'rolled', 'roll']);
});

test('what reaches into the picture for long is a tray that was moved: watched from then on', () => {
  const moved = (dice: number[]) => seen({ dice, arm: 25 });
  const stays = times(Math.ceil(STAYS_MS / LOOK_MS) + 2, moved([]));
  expect(said([...still(tray()), ...stays, moved([3]), ...still(moved([8]))])).toEqual([
    ...[...BEGUN, 'moving', 'reaching', 'roll'],
    ...['moving', 'rolled', 'roll'],
  ]);
});

test('another light is neither motion nor a roll, be it a lamp, dusk or the camera itself', () => {
  const scene = (light: (x: number, y: number) => number) => seen({ dice: [4, 16, 30], light });
  const lamp = (x: number, y: number) => 1.3 - 0.4 * (x / WIDE) - 0.3 * (y / WIDE);
  const film = [scene(() => 1), scene(() => 0.6), scene(lamp), scene(() => 1.15)];
  expect(said(film.flatMap((picture) => still(picture)))).toEqual(BEGUN);
});

test('in another light a roll is still one', () => {
  const light = () => 0.65;
  const film = [...still(tray(4)), ...still(seen({ dice: [4], light })), seen({ dice: [9], light })];
  expect(said([...film, ...still(seen({ dice: [20], light }))])).toEqual([...BEGUN, 'moving', 'rolled', 'roll']);
});

test('a tray that was photographed by hand is read', () => {
  const watch = new RestWatch();
  said([...still(tray()), tray(4), tray(8)], watch);
  watch.taken();
  expect(said(still(tray(8)), watch)).toEqual(['roll']);
});

test("a camera's grain is no motion", () => {
  const grain = (picture: Grey, by: number) => picture.map((value, index) => value + ((index * 7 + by) % 9) - 4);
  expect(said(Array.from({ length: 20 }, (_, look) => grain(tray(5), look)))).toEqual(BEGUN);
});
