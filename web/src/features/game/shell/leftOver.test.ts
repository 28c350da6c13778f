import { expect, test } from 'vitest';
import type { UnitState } from '@/shared/api';
import { chargeable, gameState, request, unit, weapon } from '../staged.test-kit';
import { REEDS, RUNNERS, tableState } from '../table.test-kit';
import { leftOver } from './leftOver';

test('a unit that would miss something is named with it, until it has moved', () => {
  const mover: UnitState = { ...RUNNERS, missed: 'could reach objective 2' };
  const moving = (acting: UnitState[]) => leftOver(tableState({ units: [...acting, REEDS], acting }));
  expect(moving([mover])).toEqual({ what: 'move', said: ['Torch Runners could reach objective 2'] });
  expect(moving([{ ...mover, missed: '' }])).toBeNull();
  expect(moving([{ ...mover, movement_action_type: 'Move' }])).toBeNull();
  expect(moving([{ ...mover, in_reserves: true }])).toBeNull();
});

test('shots that are left are named, and charges are not asked for', () => {
  const shooter = unit('runners', 'Torch Runners', { weapons: [weapon('Thorn rifle')] });
  const idle = unit('bridge', 'Bridge Watch', { weapons: [weapon('Spear', { targets: [] })] });
  const shooting = (units: UnitState[]) => gameState({ phase: 'shooting', asked: request(['shoot', 'end']), units });
  expect(leftOver(shooting([shooter, idle]))).toEqual({ what: 'shoot', said: ['Torch Runners'] });
  expect(leftOver(shooting([idle]))).toBeNull();
  const units = [chargeable('runners', 'Torch Runners')];
  expect(
    leftOver(gameState({ phase: 'charge', asked: request(['charge', 'end']), more: { chargeable_units: units } })),
  ).toBeNull();
});
