import { expect, test } from 'vitest';
import type { AbleUnit, UnitState } from '@/shared/api';
import { able, gameState, request } from '../staged.test-kit';
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

test('shots and charges that are left are named, each in its phase', () => {
  const shots = able('runners', 'Torch Runners', 'shooting', 'shoot Reed Stalkers');
  const charge = able('runners', 'Torch Runners', 'charge', 'charge Reed Stalkers');
  const at = (phase: 'shooting' | 'charge', more: AbleUnit[]) =>
    gameState({ phase, asked: request([phase === 'shooting' ? 'shoot' : 'charge', 'end'], { able: more }) });
  expect(leftOver(at('shooting', [shots, charge]))).toEqual({
    what: 'shoot',
    said: ['Torch Runners could shoot Reed Stalkers'],
  });
  expect(leftOver(at('shooting', [charge]))).toBeNull();
  expect(leftOver(at('charge', [charge]))).toEqual({
    what: 'charge',
    said: ['Torch Runners could charge Reed Stalkers'],
  });
  expect(leftOver(at('charge', []))).toBeNull();
});
