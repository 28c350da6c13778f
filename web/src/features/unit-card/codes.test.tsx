import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { Profile, Weapon } from '@/shared/battle-log';
import { CODES } from './codes';
import { UnitSheet } from './UnitSheet';

const gun: Weapon = {
  name: 'Thorn rifle',
  count: 1,
  range: '24',
  attacks: '2',
  skill: '3+',
  strength: '4',
  ap: '-1',
  damage: '1',
  keywords: [],
} as unknown as Weapon;
const runner: Profile = {
  name: 'Runner',
  count: 5,
  alive: 5,
  attributes: { movement: '6', toughness: '4', save: '3+' },
  ranged: [gun],
  melee: [gun],
} as unknown as Profile;

test('every short name of a table says what it means, on it and in a legend', () => {
  render(<UnitSheet profiles={[runner]} level={4} />);
  const heads = screen.getAllByRole('columnheader').filter(({ textContent }) => !/[a-z]{4}/.test(textContent));
  expect(heads.length).toBeGreaterThan(12);
  for (const head of heads) expect(head).toHaveAccessibleDescription(CODES[head.textContent]);
  const legend = screen.getByText('What the letters mean').closest('details')!;
  expect(within(legend).getByText('OC').nextElementSibling).toHaveTextContent('Objective control');
});
