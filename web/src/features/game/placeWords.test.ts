import { expect, test } from 'vitest';
import { placeWords } from './placeWords';
import { objectiveAt } from './table.test-kit';

test('a place is said by the objective that is near, else by the nearer edges', () => {
  const objectives = [objectiveAt('Objective 1', [30, 22]), objectiveAt('The Mill', [10, 10])];
  expect(placeWords(objectives, [10, 12.3])).toBe('2.3″ from objective 2, The Mill');
  expect(placeWords(objectives, [30.5, 22])).toBe('on objective 1');
  expect(placeWords(objectives, [50, 40])).toBe('10.0″ from the right edge, 4.0″ from the bottom');
  expect(placeWords([], [11.5, 8])).toBe('11.5″ from the left edge, 8.0″ from the top');
});
