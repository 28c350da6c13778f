import { describe, expect, test } from 'vitest';
import { chargeable, gameState, request, unit, weapon } from '../staged.test-kit';
import { tableState } from '../table.test-kit';
import { isEmpty, promptOf } from './prompt';

const SHOOTER = unit('runners', 'Torch Runners', { weapons: [weapon('Thorn rifle')] });
const IDLE = unit('bridge', 'Bridge Watch', { weapons: [weapon('Spear', { targets: [] })] });
const shooting = (units = [SHOOTER, IDLE]) => gameState({ phase: 'shooting', asked: request(['shoot', 'end']), units });
const at = (time: string) => tableState({ asked: request(['advance']), model: { phase_time: time } });
const charging = (units = [chargeable('runners', 'Torch Runners')]) =>
  gameState({ phase: 'charge', asked: request(['charge', 'end']), more: { chargeable_units: units } });

describe('the prompt', () => {
  test('says what is asked, and what the button leads to', () => {
    expect(promptOf(tableState())).toEqual({
      asked: 'Drag your units: 2 units to move.',
      label: 'On to shooting',
      step: { kind: 'advance' },
    });
    expect(promptOf(tableState({ acting: [] })).asked).toBe('All units have moved.');
    expect(promptOf(shooting())).toMatchObject({ asked: 'Click who shoots: 1 unit can.', label: 'On to charges' });
    expect(promptOf(charging()).label).toBe('On to the fight');
    expect(promptOf(at('beginning')).label).toBe('Begin: movement');
  });

  test('says at the end who won, to who played, and leads to the report', () => {
    const over = (sides: number[], winner: string | null) =>
      promptOf(tableState({ model: { winner_army_uuid: winner }, more: { sides, request: null } }));
    expect(over([0], 'army-0')).toMatchObject({ label: 'See the whole battle', step: { kind: 'report' } });
    const said = [over([0], 'army-0'), over([1], 'army-0'), over([0, 1], 'army-1'), over([0], null)];
    expect(said.map(({ asked }) => asked.replace(/\d+ to \d+/, 'so'))).toEqual([
      'The battle is over. You win, so.',
      'The battle is over. You lose, so.',
      'The battle is over. Saltmarsh Host wins, so.',
      'The battle is over. A draw, so.',
    ]);
  });

  test('another player has no step here, and a question is let be by the one button', () => {
    const waits = tableState({ asked: request(['move'], { mine: false, army_name: 'Saltmarsh Host' }) });
    expect(promptOf(waits)).toEqual({ asked: 'Saltmarsh Host is thinking.', label: '', step: null });
    const computer = tableState({ asked: request(['move'], { controller: 'ai' }) });
    expect(promptOf(computer).step).toEqual({ kind: 'computer' });
    expect(promptOf(tableState({ asked: request(['pass', 'use'], { why: 'enemy moved' }) }))).toEqual({
      asked: 'You may answer what happened, or let it be.',
      label: 'Let it be',
      step: { kind: 'pass' },
    });
    expect(promptOf(tableState({ asked: request(['place'], { unit_uuid: 'runners', why: 'charge' }) }))).toMatchObject({
      asked: 'Charge: drag Torch Runners, or click the place.',
      label: 'Shortest way',
      step: { kind: 'place' },
    });
    const advance = request(['place'], { unit_uuid: 'runners', why: 'advance', limit: 9 });
    expect(promptOf(tableState({ asked: advance }))).toMatchObject({
      asked: 'Advance: drag Torch Runners up to 9.0″, or click the place.',
      label: 'It stays',
      step: { kind: 'stay' },
    });
  });
});

describe('empty steps', () => {
  test('are beginnings and ends, and middles in which nobody can act', () => {
    expect(isEmpty(at('beginning'))).toBe(true);
    expect(isEmpty(at('end'))).toBe(true);
    expect(isEmpty(shooting([IDLE]))).toBe(true);
    expect(isEmpty(charging([]))).toBe(true);
  });

  test('are none in which something can be done, or another is asked', () => {
    expect(isEmpty(tableState())).toBe(false);
    expect(isEmpty(shooting())).toBe(false);
    expect(isEmpty(charging())).toBe(false);
    expect(isEmpty(tableState({ asked: request(['advance'], { mine: false }), model: { phase_time: 'end' } }))).toBe(
      false,
    );
    expect(isEmpty(tableState({ asked: request(['pass']), model: { phase_time: 'end' } }))).toBe(false);
    expect(isEmpty(tableState({ asked: request(['roll']), model: { phase_time: 'middle' } }))).toBe(false);
  });
});
