import { expect, test } from 'vitest';
import { summed, YOURS, type Sentence } from './summed';

const moved = (text: string): Sentence => ({ text, did: 'moved' });
const lost = (unit: string, what: string): Sentence => ({ text: `${unit}: ${what}.`, lossOf: unit });

test('what many units did alike is counted, and the last word on a loss is enough', () => {
  const moves = ['Runners: moved 3.0″.', 'Watch: moved 5.5″.', 'Guard: moved 6.0″.'].map(moved);
  expect(summed(moves)).toBe('Runners: moved 3.0″. Watch: moved 5.5″. Guard: moved 6.0″.');
  const phase = { text: 'Tide: Movement phase.' };
  expect(
    summed([phase, ...moves, lost('Reeds', '4 of 5 left'), moved('Mill: moved 1.0″.'), lost('Reeds', '2 of 5 left')]),
  ).toBe('Tide: Movement phase. 4 units moved. Reeds: 2 of 5 left.');
  expect(summed([lost('Reeds', '4 of 5 left'), lost('Reeds', 'destroyed'), lost('Mill', '4 of 5 left')])).toBe(
    'Reeds: destroyed. Mill: 4 of 5 left.',
  );
});

test('that the choice is the player’s is said once, at the end, and not where it is no longer', () => {
  const table = (name: string): Sentence => ({ text: `${name}: now on the table.`, did: 'arrived' });
  const both = `${table('Reeds').text} ${table('Mill').text}`;
  expect(summed([table('Reeds'), YOURS, table('Mill'), YOURS])).toBe(`${both} ${YOURS.text}`);
  expect(summed([table('Reeds'), YOURS, table('Mill')])).toBe(both);
});
