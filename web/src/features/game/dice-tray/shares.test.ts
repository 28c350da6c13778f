import { expect, test } from 'vitest';
import { areShared, byColour, guessed, inTurn, NO_SHARES, sharesOf, type Colour } from './shares';

const share = (weapon_name: string, dice: number, target_unit_name = 'Raiders') => ({
  weapon_name,
  target_unit_name,
  dice,
});
const RED: Colour = [190, 30, 40];
const BLUE: Colour = [40, 60, 180];
const shaded = ([red, green, blue]: Colour, by: number): Colour => [red + by, green + by, blue + by];
const HOOKS_FIRST = sharesOf([share('Boat hook', 2), share('Blade', 3)]);

test('dice of one weapon are not shared, those of several or at several targets are', () => {
  expect(sharesOf([share('Blade', 2), share('Blade', 3)])).toBe(NO_SHARES);
  expect(HOOKS_FIRST).toMatchObject({ names: ['Boat hook', 'Blade'], needs: [2, 3] });
  expect(sharesOf([share('Blade', 2), share('Blade', 1, 'Mill Guard')]).names).toEqual([
    'Blade at Raiders',
    'Blade at Mill Guard',
  ]);
});

test('each weapon has the colour of which as many dice lie there, else the dice in their order', () => {
  const mixed = [RED, shaded(BLUE, 12), shaded(RED, -10), shaded(RED, 15), BLUE];
  expect(guessed(5, HOOKS_FIRST, mixed)).toEqual([1, 0, 1, 1, 0]);
  expect(guessed(5, HOOKS_FIRST, [RED, BLUE, RED, RED, RED])).toEqual([0, 0, 1, 1, 1]);
  expect(guessed(5, HOOKS_FIRST, [RED, RED, shaded(RED, 20), RED, shaded(RED, -20)])).toEqual([0, 0, 1, 1, 1]);
  expect(guessed(6, HOOKS_FIRST, [...mixed, RED])).toEqual([0, 0, 1, 1, 1, null]);
  expect(guessed(5, HOOKS_FIRST, null)).toEqual([0, 0, 1, 1, 1]);
  const alike = [0, 15, 30, 45, 60].map((by) => shaded(RED, by));
  expect(byColour(alike, 2), 'of one colour, from shadow to light').toBeNull();
});

test('the faces go weapon by weapon, as the roll takes them, and rerolled ones last', () => {
  const twice = sharesOf([share('Blade', 2), share('Boat hook', 1), share('Blade', 1)]);
  expect(inTurn([1, 2, 3, 4, 5], [1, 0, 0, null, 0], twice)).toEqual([2, 3, 1, 5, 4]);
  expect(inTurn([4, 2], [0, 0], NO_SHARES)).toEqual([4, 2]);
  expect(areShared([1, 0, 0, null, 0], twice)).toBe(true);
  expect(areShared([1, 1, 0, 0], twice)).toBe(false);
});
