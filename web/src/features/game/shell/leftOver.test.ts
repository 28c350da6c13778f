import { expect, test } from 'vitest';
import type { ObjectiveState, UnitState } from '@/shared/api';
import { chargeable, gameState, request, unit, weapon } from '../staged.test-kit';
import { objectiveAt, REEDS, RUNNERS, tableState, unitAt } from '../table.test-kit';
import { leftOver } from './leftOver';

const MARCH = { how: 'move' as const, limit: 6, sure: 6 };
const MOVER: UnitState = { ...RUNNERS, marches: [MARCH] };
/** A table on which the first army is to move. */
const moving = (acting: UnitState[], objectives: ObjectiveState[], foe = REEDS) =>
  tableState({ units: [...acting, foe], acting, objectives });
const far = unitAt('reeds', 'Reed Stalkers', 1, [50, 20]);

test('a unit that could walk to an objective that nobody of its army is at is named with it', () => {
  const ford = objectiveAt('Ford', [20, 20], { held_by: 'army-1' });
  expect(leftOver(moving([MOVER], [objectiveAt('Mill', [50, 40]), ford], far))).toEqual({
    what: 'move',
    said: ['Torch Runners could reach objective 2'],
  });
});

test('nothing is asked where an objective is too far, one’s own, held by another unit, or where one stands on one', () => {
  const said = (objectives: ObjectiveState[], acting = [MOVER]) => leftOver(moving(acting, objectives, far));
  expect(said([objectiveAt('Ford', [23, 20])])).toBeNull();
  expect(said([objectiveAt('Ford', [20, 20], { held_by: 'army-0' })])).toBeNull();
  expect(said([objectiveAt('Ford', [20, 20]), objectiveAt('Mill', [11, 21])])).toBeNull();
  const other = unitAt('bridge', 'Bridge Watch', 0, [20, 22], { movement_action_type: 'Move' });
  expect(said([objectiveAt('Ford', [20, 20])], [MOVER, other])).toBeNull();
  expect(said([objectiveAt('Ford', [20, 20])], [{ ...MOVER, marches: [] }])).toBeNull();
  expect(said([objectiveAt('Ford', [20, 20])], [{ ...MOVER, movement_action_type: 'Move' }])).toBeNull();
});

test('a unit that shoots nobody from where it stands is named with whom a move brings into range', () => {
  const at = (x: number) => leftOver(moving([MOVER], [], unitAt('reeds', 'Reed Stalkers', 1, [x, 20])));
  expect(at(40)).toEqual({ what: 'move', said: ['Torch Runners could come within range of Reed Stalkers'] });
  expect(at(30)).toBeNull();
  expect(at(50)).toBeNull();
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
