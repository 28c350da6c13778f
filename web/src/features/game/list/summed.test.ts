import { expect, test } from 'vitest';
import { summed, YOURS } from './summed';

test('what many units did alike is counted, and the last word on a loss is enough', () => {
  const moves = ['Runners: moved 3.0″.', 'Watch: moved 5.5″.', 'Guard: moved 6.0″.'];
  expect(summed(moves)).toBe(moves.join(' '));
  expect(
    summed(['Tide: Movement phase.', ...moves, 'Reeds: 4 of 5 left.', 'Mill: moved 1.0″.', 'Reeds: 2 of 5 left.']),
  ).toBe('Tide: Movement phase. 4 units moved. Reeds: 2 of 5 left.');
  expect(summed(['Reeds: 4 of 5 left.', 'Reeds: destroyed.', 'Mill: 4 of 5 left.'])).toBe(
    'Reeds: destroyed. Mill: 4 of 5 left.',
  );
});

test('that the choice is the player’s is said once, at the end, and not where it is no longer', () => {
  const table = (name: string) => `${name}: now on the table.`;
  expect(summed([table('Reeds'), YOURS, table('Mill'), YOURS])).toBe(`${table('Reeds')} ${table('Mill')} ${YOURS}`);
  expect(summed([table('Reeds'), YOURS, table('Mill')])).toBe(`${table('Reeds')} ${table('Mill')}`);
});
