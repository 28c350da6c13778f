import { expect, test } from 'vitest';
import { oddsLine } from './useOdds';

const chances = { mean: 0.6, chances: [0.4, 0.6] };

test.each([
  [1, 'Reed Archers: 0.6 of 1 wound, destroyed 58%'],
  [4, 'Reed Archers: 0.6 of 4 wounds, destroyed 58%'],
])('what attacks at one miniature with %i wounds left are expected to do', (wounds, words) => {
  const target = { target_unit_uuid: 'archers', target_unit_name: 'Reed Archers', models: 1, wounds, destroyed: 0.58 };
  expect(oddsLine({ ...target, damage: chances, slain: chances })).toBe(words);
});
