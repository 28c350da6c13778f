import { describe, expect, test } from 'vitest';
import type { Preview, Threat } from '@/shared/api';
import { numbersOf, squaresOf } from './heat';
import { enemyWords, goalWords, summary } from './words';

const target = (more: Partial<Preview['targets'][number]> = {}): Preview['targets'][number] => ({
  unit_uuid: 'e1',
  unit_name: 'Reed Stalkers',
  distance: 11.2,
  sees: true,
  in_range: true,
  cover: false,
  range: 24,
  models: 5,
  damage: 2.34,
  slain: 1.1,
  weapons: [],
  why: '',
  ...more,
});
const danger = (more: Partial<Preview['dangers'][number]> = {}): Preview['dangers'][number] => ({
  unit_uuid: 'e1',
  unit_name: 'Reed Stalkers',
  distance: 11.2,
  sees: true,
  in_range: true,
  cover: false,
  damage: 1.52,
  slain: 0.7,
  blows: 0,
  ...more,
});
const charge = (more: Partial<Preview['charges'][number]> = {}): Preview['charges'][number] => ({
  unit_uuid: 'e1',
  unit_name: 'Reed Stalkers',
  distance: 7.4,
  engaged: false,
  needed: 7,
  chance: 0.583,
  blows: 2,
  why: '',
  theirs_needed: 7,
  theirs: 0.583,
  theirs_after_move: 1,
  ...more,
});
const preview = (more: Partial<Preview> = {}): Preview => ({
  unit_uuid: 'u1',
  number: 4,
  how: 'move',
  escape: null,
  refused: null,
  holds_fire: '',
  models: 5,
  wounds: 10,
  targets: [target()],
  dangers: [danger()],
  damage: 1.52,
  slain: 0.7,
  charges: [],
  objectives: [],
  auras: [],
  received: [],
  ...more,
});

describe('at an enemy', () => {
  test('stands what the unit would do to it, and it to the unit', () => {
    expect(enemyWords(preview({ charges: [charge()] }))).toEqual([
      {
        unitId: 'e1',
        line: 'aimed',
        deals: 'Deals 2.3, 1.1 slain',
        takes: 'Takes 1.5',
        charge: 'Charge 7+ 58%',
      },
    ]);
  });

  test.each([
    [{ cover: true }, 'aimed', 'Deals 2.3, 1.1 slain, in cover'],
    [{ damage: 0.02, slain: 0 }, 'aimed', 'Deals <0.1, 0.0 slain'],
    [{ in_range: false }, 'far', '11.2″ of 24″'],
    [{ in_range: false, why: 'It is engaged.' }, 'none', ''],
    [{ sees: false }, 'aimed', 'Deals 2.3, 1.1 slain'],
  ])('%j is a line %s with the words %s', (more, line, deals) => {
    expect(enemyWords(preview({ targets: [target(more)] }))[0]).toMatchObject({ line, deals });
  });

  test('nothing is said where neither could do anything', () => {
    const quiet = { targets: [target({ sees: false, in_range: false })], dangers: [danger({ damage: 0 })] };
    expect(enemyWords(preview(quiet))).toEqual([]);
    expect(enemyWords(preview({ ...quiet, charges: [charge({ engaged: true })] }))[0]!.charge).toBe('Engaged');
    expect(enemyWords(preview({ ...quiet, charges: [charge({ chance: 0 })] }))).toEqual([]);
  });
});

test('a unit that may not shoot at all is said to be kept from it, not to be too far away', () => {
  const held = { holds_fire: 'it advances, and has no assault weapon', targets: [target({ in_range: false })] };
  expect(enemyWords(preview(held))[0]).toMatchObject({ line: 'none', deals: '' });
  expect(summary(preview(held))[0]).toBe('Sees 1 of 1 enemies, may not shoot: it advances, and has no assault weapon');
});

test('the summary names what is seen, who would hurt it, who may charge and whose auras it is in', () => {
  const dangers = ['A', 'B', 'C', 'D'].map((unit_name, index) => danger({ unit_name, damage: 4 - index }));
  const received = [{ name: 'Steady', source: { uuid: 'f', name: 'Matron' } }];
  expect(summary(preview({ dangers, damage: 10, charges: [charge()], received }))).toEqual([
    'Sees 1 of 1 enemies, 1 in range',
    'Danger 10.0 of 10 wounds: A 4.0, B 3.0, C 2.0 and 1 more',
    'May be charged: Reed Stalkers 100%',
    'In auras: Steady',
  ]);
  const refused = { detail: 'A wall is in the way.', code: 'through-wall', measure: '6.4 of 6 inches', remedy: '' };
  expect(summary(preview({ refused }))[0]).toBe('A wall is in the way.');
  expect(summary(preview({ dangers: [] }))[1]).toBe('Danger: no enemy can shoot it from where it stands now');
  expect(summary(preview({ targets: [], dangers: [], charges: [] }))).toEqual(['No enemy is on the table']);
});

test.each([
  [{ after: 'own', own_level: 4, enemy_level: 0 }, 'held'],
  [{ after: 'own', own_level: 4, enemy_level: 2, contested: true }, 'held 4 to 2'],
  [{ after: 'nobody', own_level: 2, enemy_level: 2, contested: true }, 'contested 2 to 2'],
  [{ after: 'enemy', own_level: 1, enemy_level: 3, contested: true }, 'enemy’s 1 to 3'],
  [{ after: 'nobody', at: false }, 'given up'],
] as const)('an objective with %j is %s', (more, words) => {
  const goal = {
    objective_uuid: 'o',
    name: '1',
    at: true,
    before: 'own',
    contested: false,
    own_level: 0,
    enemy_level: 0,
  };
  expect(goalWords({ ...goal, ...more } as Preview['objectives'][number])).toBe(words);
});

describe('the heat of the threat', () => {
  const row = (value: number) => Array.from({ length: 30 }, () => value);
  const threat: Threat = {
    army_uuid: 'a',
    number: 4,
    against: 'Bridge Watch',
    wounds: 10,
    cell: 2,
    columns: 30,
    rows: 22,
    highest: 9,
    values: Array.from({ length: 22 }, (_, y) => row(y < 4 ? 0.1 : y < 10 ? 2 : y < 16 ? 5 : 12.4)),
  };

  test('squares are in the level of the share that the unit stands to lose', () => {
    const counts = squaresOf(threat).map(({ name, path }) => [name, path.split('z').length - 1]);
    expect(counts).toEqual([
      ['low', 180],
      ['middle', 180],
      ['high', 180],
    ]);
  });

  test('numbers stand on every third square', () => {
    const numbers = numbersOf(threat);
    expect(numbers).toHaveLength(70);
    expect([...new Set(numbers.map(({ text }) => text))]).toEqual(['0.1', '2.0', '5.0', '12']);
    expect(numbers[0]).toMatchObject({ x: 30, y: 30 });
  });
});
