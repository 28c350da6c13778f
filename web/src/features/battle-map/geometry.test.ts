import { describe, expect, test } from 'vitest';
import type { BoardUnit } from '@/shared/battle-log';
import type { Point } from '@/shared/geometry';
import { convexHull } from './hull';
import { placeLabels, wordsWithin } from './labels';
import { readSight, wordPlace } from './sight';
import { pips, shortName } from './style';
import { broughtIn, isInSight, mapToScreen, screenToBoard, tokenScale, zoomTo } from './view';

const at = (x: number, y: number): Point => ({ x, y }) as Point;
const unit = (id: string, x: number, y: number): BoardUnit & { location: Point } => ({
  id,
  armyId: 'a',
  order: null,
  name: 'Reed Archers',
  location: at(x, y),
  transponder: null,
  deployed: true,
  inReserves: false,
  battleShocked: false,
  keywords: [],
  status: {
    movement: '',
    shot: false,
    charged: false,
    fought: false,
    inCover: false,
    led: false,
    passengers: 0,
    raised: 0,
  },
  miniatures: [],
  sheet: null,
});

describe('screen and board', () => {
  const box = { left: 50, top: 20, width: 1256, height: 936 };

  test('a place goes to the screen and back at any zoom', () => {
    for (const zoom of [
      { k: 1, x: 0, y: 0 },
      { k: 3, x: -400, y: -250 },
    ]) {
      const screen = mapToScreen(box, zoom, { x: 245, y: 101 } as never);
      const back = screenToBoard(box, zoom, { clientX: screen.x + box.left, clientY: screen.y + box.top });
      expect(back.x).toBeCloseTo(24.5, 6);
      expect(back.y).toBeCloseTo(10.1, 6);
    }
  });

  test('badges are larger against the board on a phone than on a desk', () => {
    expect(tokenScale({ width: 390, height: 300 }, 1)).toBeGreaterThan(tokenScale({ width: 1200, height: 900 }, 1));
  });
});

describe('what is in sight', () => {
  const part = (x: number, y: number, width = 40, height = 40) => ({ x, y, width, height });
  const zoom = zoomTo(part(0, 0, 200, 150), 8);

  test('the map moves no more than it takes, and keeps its zoom', () => {
    expect(isInSight(part(180, 100), zoom)).toBe(true);
    expect(broughtIn(part(100, 50), zoom)).toEqual(zoom);
    expect(isInSight(part(400, 50), zoom)).toBe(false);
    const there = broughtIn(part(400, 50), zoom);
    expect(there).toMatchObject({ k: zoom.k, y: zoom.y });
    expect(isInSight(part(400, 50), there)).toBe(true);
    expect(isInSight(part(441, 50), there)).toBe(false);
    expect(broughtIn(part(0, 50), there).x).toBeCloseTo(-14, 6);
  });

  test('what is too large to be seen so near is seen whole from farther away', () => {
    const wide = part(50, 50, 500, 100);
    const there = broughtIn(wide, zoom);
    expect(there.k).toBeLessThan(zoom.k);
    expect(isInSight(part(50, 50, 1, 1), there) && isInSight(part(549, 149, 1, 1), there)).toBe(true);
  });
});

describe('hull', () => {
  test('inner points are left out', () => {
    expect(convexHull([at(0, 0), at(4, 0), at(4, 4), at(0, 4), at(2, 2)])).toHaveLength(4);
  });
  test('points in a line and doubles do not break it', () => {
    expect(convexHull([at(0, 0), at(1, 1), at(2, 2), at(2, 2)]).length).toBeGreaterThanOrEqual(2);
  });
});

describe('names', () => {
  test('a long name is shortened to initials, then to its last word', () => {
    expect(shortName('Reed Archers')).toBe('Reed Archers');
    expect(shortName('Ashen Marsh Rangers')).toBe('A. M. Rangers');
    expect(shortName('Incomprehensible Thunderstorm')).toBe('Thunderstorm');
    expect(shortName('Reed Archers + Tide Caller')).toBe('Reed Archers +');
  });

  test('names of close units do not cover each other', () => {
    const places = placeLabels([unit('a', 10, 10), unit('b', 10.5, 11), unit('c', 40, 10)], 1);
    const [a, b] = [places.get('a')!, places.get('b')!];
    expect(Math.abs(a.y - b.y) > 12 || Math.abs(a.x - b.x) > 40 || !b.full).toBe(true);
    expect(places.get('c')!.full).toBe(true);
  });

  test('words stand whole on the board, and where they are wanted if there is room', () => {
    expect(wordsWithin(300, 'Reed Archers', 10)).toBe(300);
    expect(wordsWithin(3, 'Reed Archers', 10)).toBe(42);
    expect(wordsWithin(597, 'Reed Archers', 10)).toBe(558);
    expect(wordsWithin(3, 'x'.repeat(500), 10)).toBe(300);
  });
});

describe('pips', () => {
  test('a pip a miniature, and a pip a wound of a single one', () => {
    const mini = (wounds: number, alive = true) => ({ ...at(0, 0), radius: 1 as never, wounds, alive, elevation: 0 });
    expect(pips({ ...unit('a', 0, 0), miniatures: [mini(2), mini(0, false), mini(1)] })).toEqual({
      left: 2,
      most: 3,
      of: 'models',
    });
    const sheet = { alive_count: 1, miniatures: [{ attributes: { wounds: 12 } }] };
    expect(pips({ ...unit('b', 0, 0), miniatures: [mini(7)], sheet })).toEqual({ left: 7, most: 12, of: 'wounds' });
  });
});

describe('sight', () => {
  test('rays are held between 0 and the range, missing ones are clear', () => {
    const sight = readSight({ rays: [-1, 99, 'x'] }, at(5, 5), 24 as never);
    expect(sight.rays.slice(0, 4)).toEqual([0, 24, 24, 24]);
    expect(sight.rays).toHaveLength(144);
  });

  test('the word stands on the board', () => {
    const sight = readSight({ rays: [] }, at(1, 1), 24 as never);
    const place = wordPlace(
      sight,
      (clear) => clear > 3,
      (clear) => clear * 0.6,
    )!;
    expect(place.x).toBeGreaterThan(0);
    expect(place.y).toBeGreaterThan(0);
  });
});
