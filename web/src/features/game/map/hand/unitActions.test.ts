import { describe, expect, test } from 'vitest';
import { chargeable, request, weapon } from '../../staged.test-kit';
import { BRIDGE, REEDS, RUNNERS, tableState } from '../../table.test-kit';
import { actionsOf } from './unitActions';

const MARCHES = [
  { how: 'move', limit: 6, sure: 6 },
  { how: 'advance', limit: 12, sure: 7 },
] as const;
const READY = { ...RUNNERS, marches: [...MARCHES] };
const labels = (state: Parameters<typeof actionsOf>[0], uuid = 'runners') =>
  actionsOf(state, uuid).map((each) => each.label);
const ALWAYS = ['What can be done now?', 'Show its card'];

describe("a unit's menu", () => {
  test('offers the moves that it has left', () => {
    const rolled = ['Move', 'Advance: roll the die', 'Hold position', ...ALWAYS];
    const state = tableState({ acting: [READY] });
    expect(labels({ ...state, dice: { ...state.dice, own_dice: false } })).toEqual(rolled);
    expect(labels(state)).toEqual(rolled.toSpliced(2, 0, 'Advance: own die'));
    const fixed = { ...RUNNERS, marches: [{ how: 'advance', limit: 12, sure: 12 } as const] };
    expect(labels(tableState({ acting: [fixed] }))).not.toContain('Advance: own die');
    const engaged = { ...RUNNERS, marches: [{ how: 'fall_back', limit: 6, sure: 6 } as const] };
    expect(labels(tableState({ acting: [engaged] }))).toEqual(['Fall back', 'Hold position', ...ALWAYS]);
    const beside = { ...RUNNERS, marches: [], rides: [{ uuid: 'wagon', name: 'Ox Wagon' }] };
    expect(labels(tableState({ acting: [beside] }))).toEqual(['Get into Ox Wagon', ...ALWAYS]);
  });

  test('offers a place to the unit whose advance is rolled', () => {
    const asked = request(['place'], { unit_uuid: 'runners', units: ['runners'], limit: 10 });
    const state = tableState({ asked, acting: [READY, BRIDGE] });
    expect(labels(state)).toEqual(['Choose its place', ...ALWAYS]);
    expect(labels(state, 'bridge')).toEqual(ALWAYS);
  });

  test('offers who rides in it to get out', () => {
    const rider = { ...BRIDGE, inside: { uuid: 'runners', name: 'Torch Runners' } };
    const state = tableState({ asked: request(['move', 'disembark']), acting: [rider] });
    expect(labels(state)).toEqual(['Bridge Watch gets out', ...ALWAYS]);
  });

  test('offers shooting, fighting and charging to those who may', () => {
    const armed = { ...RUNNERS, weapons: [weapon('Thorn rifle')] };
    expect(labels(tableState({ phase: 'shooting', asked: request(['shoot', 'end']), acting: [armed] }))).toEqual([
      'Shoot',
      ...ALWAYS,
    ]);
    const charging = tableState({
      phase: 'charge',
      asked: request(['charge', 'end']),
      more: { chargeable_units: [chargeable('runners', 'Torch Runners')] },
    });
    expect(labels(charging)).toEqual(['Charge', ...ALWAYS]);
  });

  test('of an enemy, or while another is asked, only shows', () => {
    expect(labels(tableState({ acting: [READY], units: [READY, REEDS] }), 'reeds')).toEqual(ALWAYS);
    expect(labels(tableState({ acting: [READY], asked: request(['move'], { mine: false }) }))).toEqual(ALWAYS);
  });
});
