import { render } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { readUnit } from '@/shared/battle-log';
import { inches } from '@/shared/geometry';
import { marksOf, markWords, STATE_MARKS } from './marks';
import { materialOf, shadowOf } from './material';
import { kindOf, SILHOUETTES, sizeOf } from './silhouettes';
import { unitMarks } from './style';
import { UnitToken } from './UnitsLayer';

const miniature = (x: number, alive = true, radius = 0.63) => ({
  location: [x, 10],
  radius,
  wounds: alive ? 2 : 0,
  alive,
});
const unit = (more: object = {}) =>
  readUnit({
    uuid: 'u1',
    name: 'Reed Archers',
    army_uuid: 'a1',
    location: [10, 10],
    deployed: true,
    keywords: ['Infantry'],
    miniatures: [miniature(10), miniature(12), miniature(14, false)],
    ...more,
  });

const drawn = (more: object, color: 0 | 1 = 0) => render(token(more, color)).container;

function token(more: object, color: 0 | 1 = 0) {
  const shown = unit(more);
  return (
    <svg>
      <UnitToken
        unit={{ ...shown, location: shown.location! }}
        mark={{ shape: 'circle', letter: 'B', color }}
        army="Fen Host"
        label={{ x: 100, y: 90, full: true }}
        selected={false}
        involved={false}
        acted={false}
        faint={false}
        grab={false}
        onSelect={() => undefined}
        onHover={() => undefined}
        onMeasureFrom={() => undefined}
        onGrab={() => undefined}
      />
    </svg>
  );
}

describe('marks of what a unit has done', () => {
  test('each has a mark of its own and a word', () => {
    const everything = unit({
      movement_action_type: 'Advance',
      shot: true,
      charged: true,
      fought: true,
      in_cover: true,
      leaders: [{ uuid: 'l', name: 'Matron' }],
      passengers: 2,
    });
    const marks = marksOf(everything);
    expect(marks).toEqual(['advanced', 'shot', 'charged', 'fought', 'inCover', 'led', 'passengers']);
    expect(markWords(marks)).toBe(', advanced, shot, charged, fought, in cover, with a leader, with passengers');
    expect(new Set(Object.values(STATE_MARKS).map(({ path }) => path)).size).toBe(Object.keys(STATE_MARKS).length);
    expect(marksOf(unit({ movement_action_type: 'Fall Back' }))).toEqual(['fellBack']);
    expect(marksOf(unit({ movement_action_type: 'Stationary' }))).toEqual([]);
  });

  test('are drawn at the badge and spoken in its name', () => {
    const there = drawn({ movement_action_type: 'Move', shot: true, battle_shocked: true, passengers: 3 });
    expect(there.querySelector('.unit-marks')).toHaveAttribute('data-marks', 'moved shot passengers');
    expect(there.querySelector('.unit-marks text')).toHaveTextContent('3');
    expect(there.querySelector('.unit-shock')).toHaveTextContent('!');
    expect(there.querySelector('[role="button"]')).toHaveAccessibleName(
      'Reed Archers, Fen Host, 2 of 3 models left, battle-shocked, moved, shot, with passengers',
    );
    expect(drawn({}).querySelector('.unit-marks')).toBeNull();
  });
});

describe('silhouettes', () => {
  test.each([
    [['Vehicle'], 1, 'tank'],
    [['Vehicle', 'Walker'], 1, 'walker'],
    [['Vehicle', 'Fly'], 1, 'flyer'],
    [['Monster'], 1, 'beast'],
    [['Mounted'], 3, 'beast'],
    [['Swarm'], 3, 'swarm'],
    [['Infantry', 'Character'], 1, 'hero'],
    [['Infantry', 'Character'], 6, 'squad'],
    [['Infantry'], 10, 'squad'],
  ])('%j of %i is a %s', (keywords, count, kind) => {
    expect(kindOf(unit({ keywords, miniatures: Array.from({ length: count }, (_, at) => miniature(at)) }))).toBe(kind);
  });

  test('a unit without keywords, as in a log, has none; a large base has a larger one', () => {
    expect(kindOf(unit({ keywords: [] }))).toBeNull();
    expect(drawn({ keywords: [] }).querySelector('.unit-silhouette')).toBeNull();
    const large = unit({ miniatures: [miniature(1, true, 2)] });
    expect(sizeOf(large)).toBeGreaterThan(sizeOf(unit()));
    expect(drawn({ keywords: ['Monster'] }).querySelector('.unit-silhouette')).toHaveAttribute('d', SILHOUETTES.beast);
    expect(new Set(Object.values(SILHOUETTES)).size).toBe(7);
  });
});

test('the armies differ in more than their colour', () => {
  const [first, second] = [drawn({}, 0), drawn({}, 1)];
  expect(first.querySelector('.base-cut')).toBeNull();
  expect(second.querySelector('.base-cut')!.getAttribute('d')!.match(/z/g)).toHaveLength(2);
  expect(first.querySelector('.unit-inner')).toBeNull();
  expect(second.querySelector('.unit-inner')).not.toBeNull();
});

test('a unit keeps its letter and shape all battle, even as units fall or join others', () => {
  const units = ['a', 'b', 'c', 'd'].map((uuid) => unit({ uuid, name: uuid }));
  const army = { id: 'a1', name: 'Fen Host', faction: '', detachment: '', points: 0, colorIndex: 0 as const };
  const before = unitMarks(units, [army]);
  const later = units.map((each, index) =>
    index === 1 ? { ...each, deployed: false, location: null, miniatures: [] } : { ...each, name: `${each.name} + b` },
  );
  expect([...unitMarks(later, [army])]).toEqual([...before]);
  expect([...before.values()].map(({ letter, shape }) => `${letter} ${shape}`)).toEqual([
    'A circle',
    'B square',
    'C triangle',
    'D circle',
  ]);
});

test("a leader that stands alone again changes nobody else's letter and shape", () => {
  const [guard, leader, archers] = ['Fen Guard', 'Marsh Captain', 'Reed Archers'].map((name, order) =>
    unit({ uuid: name, name, order }),
  );
  const army = { id: 'a1', name: 'Fen Host', faction: '', detachment: '', points: 0, colorIndex: 0 as const };
  const joined = unitMarks([guard!, archers!], [army]);
  const alone = unitMarks([guard!, leader!, archers!], [army]);
  expect(joined.get('Reed Archers')).toEqual({ letter: 'C', shape: 'triangle', color: 0 });
  expect(alone.get('Reed Archers')).toEqual(joined.get('Reed Archers'));
  expect(alone.get('Fen Guard')).toEqual(joined.get('Fen Guard'));
});

test('terrain is drawn by what it is made of, and casts a longer shadow where it is higher', () => {
  const names = ['Willow Wood', 'Watch Building', 'West Reeds', 'West Ford', 'Salt Crates', 'North Pit'];
  expect(names.map((name) => materialOf({ name }))).toEqual(['woods', 'stone', 'reeds', 'water', 'crates', 'earth']);
  const piece = (height: number | null) => ({
    height: height === null ? null : inches(height),
    building: false,
    obscuring: false,
  });
  expect(shadowOf(piece(5))).toBeGreaterThan(shadowOf(piece(2)));
  expect(shadowOf({ ...piece(null), building: true })).toBeGreaterThan(shadowOf(piece(null)));
});

describe('a unit that has moved', () => {
  test('glides to its new place as a whole, and one that stands where it stood does not', async () => {
    const cancel = vi.fn();
    const animate = vi.fn(() => ({ cancel }));
    Object.assign(SVGElement.prototype, { animate });
    try {
      const { rerender } = render(token({}));
      rerender(token({ shot: true }));
      expect(animate).not.toHaveBeenCalled();
      rerender(token({ location: [13, 6], miniatures: [miniature(13)] }));
      expect(animate.mock.instances[0]).toHaveAttribute('data-unit', 'u1');
      expect(animate.mock.calls).toEqual([
        [
          [
            { transform: 'translate(-30px, 40px)', easing: 'ease-out' },
            { transform: 'none', offset: 0.003 },
            { transform: 'none' },
          ],
          { duration: 60_000 },
        ],
      ]);
      await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce());
    } finally {
      Reflect.deleteProperty(SVGElement.prototype, 'animate');
    }
  });
});
