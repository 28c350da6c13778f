import { describe, expect, test } from 'vitest';
import { able, gameState, request } from '../staged.test-kit';
import { BRIDGE, RUNNERS, tableState } from '../table.test-kit';
import type { AbleUnit, UnitState } from '@/shared/api';
import { isEmpty, promptOf } from './prompt';

const SHOTS = able('runners', 'Torch Runners', 'shooting');
const CHARGE = able('runners', 'Torch Runners', 'charge');
const FIGHT = able('reeds', 'Reed Stalkers', 'combat');
const shooting = (more = [SHOTS]) => gameState({ phase: 'shooting', asked: request(['shoot', 'end'], { able: more }) });
const at = (time: string) => tableState({ asked: request(['advance']), model: { phase_time: time } });
const charging = (more = [CHARGE]) => gameState({ phase: 'charge', asked: request(['charge', 'end'], { able: more }) });

describe('the prompt', () => {
  test('says what is asked, and what the button leads to', () => {
    expect(promptOf(tableState())).toEqual({
      asked: 'Move your units: 2 to move.',
      label: 'On to shooting',
      step: { kind: 'advance', ends: false },
    });
    expect(promptOf(tableState({ acting: [] })).asked).toBe('All units have moved.');
    expect(promptOf(shooting())).toMatchObject({ asked: 'Who shoots? 1 unit can.' });
    expect(promptOf(at('beginning')).label).toBe('Begin: movement');
  });

  test('says whether nobody could act, or all have', () => {
    const asked = (phase: 'shooting' | 'charge', did: Partial<UnitState>) => {
      const state = gameState({ phase, asked: request([phase === 'shooting' ? 'shoot' : 'charge', 'end']) });
      Object.assign(state.game_model.armies[0].units[0] ?? {}, did);
      return promptOf(state).asked;
    };
    expect(asked('shooting', {})).toBe('Nobody has anyone to shoot at.');
    expect(asked('shooting', { shot: true })).toBe('Every unit that could shoot has.');
    expect(asked('charge', {})).toBe('Nobody can charge.');
    expect(asked('charge', { charged: true })).toBe('Every unit that could charge has tried.');
  });

  test('says before a battle-shock test what it takes and what failing it means', () => {
    const due = request(['roll'], { unit_uuid: 'runners', stage: 'battle-shock', needed: 7 });
    expect(promptOf(tableState({ asked: due, model: { phase: 'command' } })).asked).toBe(
      'Torch Runners, battle-shock: 7 or more on two dice. ' +
        'Failed, it holds no objectives and takes no stratagems until your next command phase.',
    );
  });

  test('names units that may come out of reserves, and offers them once the others have moved', () => {
    const reserve = { ...BRIDGE, in_reserves: true, location: null };
    expect(promptOf(tableState({ acting: [RUNNERS, reserve] }))).toMatchObject({
      asked: 'Move your units: 1 to move, 1 unit may arrive from reserves.',
    });
    expect(promptOf(tableState({ acting: [reserve] }))).toMatchObject({
      asked: 'All units have moved; 1 unit may arrive from reserves.',
      other: { label: 'Arrive', step: { kind: 'take' } },
    });
  });

  test('calls the button by what it leads to where phases are passed over', () => {
    const button = (phase: string, more: AbleUnit[], everyStep = false, recorded_charges = {}) => {
      const asked = request([phase === 'shooting' ? 'shoot' : 'charge', 'end'], { able: more });
      const now = tableState({ asked, acting: [], model: { phase }, more: { recorded_charges } });
      const { label, step } = promptOf(now, everyStep);
      return [label, step?.kind === 'advance' && step.ends];
    };
    expect(button('shooting', [CHARGE])).toEqual(['On to charges', false]);
    expect(button('shooting', [SHOTS])).toEqual(['End turn', true]);
    expect(button('shooting', [])).toEqual(['End turn', true]);
    expect(button('shooting', [FIGHT])).toEqual(['On to the fight', false]);
    expect(button('charge', [FIGHT])).toEqual(['On to the fight', false]);
    expect(button('charge', [CHARGE])).toEqual(['End turn', true]);
    expect(button('charge', [CHARGE], false, { runners: ['reeds'] })).toEqual(['On to the fight', false]);
    expect(button('shooting', [], true)).toEqual(['On to charges', false]);
    expect(button('combat', [], true)).toEqual(['End turn', true]);
  });

  test('says at the end who won, to who played, and leads to the report', () => {
    const over = (sides: number[], winner: string | null) => {
      const state = tableState({ model: { winner_army_uuid: winner }, more: { sides, request: null } });
      const [own, theirs] = state.game_model.armies;
      const armies: typeof state.game_model.armies = [
        { ...own, vp: winner === 'army-0' ? 9 : 4 },
        { ...theirs, vp: winner === 'army-1' ? 9 : 4 },
      ];
      return promptOf({ ...state, game_model: { ...state.game_model, armies } });
    };
    expect(over([0], 'army-0')).toMatchObject({ label: 'See the whole battle', step: { kind: 'report' } });
    const said = [over([0], 'army-0'), over([1], 'army-0'), over([0, 1], 'army-1'), over([0], null)];
    expect(said.map(({ asked }) => asked)).toEqual([
      'The battle is over. You win, 9 to 4.',
      'The battle is over. You lose, 9 to 4.',
      'The battle is over. Saltmarsh Host wins, 9 to 4.',
      'The battle is over. A draw, 4 to 4.',
    ]);
  });

  test.each([5, 10])('says no points at the end where the loser is not behind: %s to 10', (winners) => {
    const state = tableState({ model: { winner_army_uuid: 'army-1' }, more: { sides: [0], request: null } });
    const [own, theirs] = state.game_model.armies;
    const armies: typeof state.game_model.armies = [
      { ...own, vp: 10 },
      { ...theirs, vp: winners },
    ];
    const resigned = { ...state, game_model: { ...state.game_model, armies } };
    expect(promptOf(resigned).asked).toBe('The battle is over. You lose.');
  });

  test('another player has no step here, and a question is let be by the one button', () => {
    const waits = tableState({ asked: request(['move'], { mine: false, army_name: 'Saltmarsh Host' }) });
    expect(promptOf(waits)).toEqual({ asked: 'Saltmarsh Host is thinking.', label: '', step: null });
    const computer = tableState({ asked: request(['move'], { controller: 'ai' }) });
    expect(promptOf(computer).step).toEqual({ kind: 'computer' });
    expect(promptOf(tableState({ asked: request(['pass', 'use'], { why: 'enemy moved' }) }))).toEqual({
      asked: 'An enemy unit has moved. You may answer, or let it be.',
      label: 'Let it be',
      step: { kind: 'pass' },
    });
    expect(promptOf(tableState({ asked: request(['place'], { unit_uuid: 'runners', why: 'charge' }) }))).toMatchObject({
      asked: 'Charge: choose a place for Torch Runners. Drag it within 1″ of its target, or take the shortest way.',
      label: 'Shortest way',
      step: { kind: 'place' },
    });
    const piles = tableState({ asked: request(['place'], { unit_uuid: 'runners', why: 'pile_in', limit: 3 }) });
    const stands = { label: 'It stays', step: { kind: 'stand', unitId: 'runners' } };
    expect(promptOf(piles)).toMatchObject({
      asked: 'Pile in: choose a place for Torch Runners, up to 3.0″ away.',
      label: 'Shortest way',
      other: stands,
    });
    const real = { ...piles, game_model: { ...piles.game_model, digital: false } };
    expect(promptOf(real).asked).toBe(
      'Pile in: choose a place for Torch Runners, up to 3.0″ away. Move it on the table and take a photo, drag it on the map, or take the shortest way.',
    );
    const advance = request(['place'], { unit_uuid: 'runners', why: 'advance', limit: 9 });
    expect(promptOf(tableState({ asked: advance }))).toMatchObject({
      asked: 'Advance: choose a place for Torch Runners, up to 9.0″ away.',
      label: 'It stays',
      step: { kind: 'stay' },
    });
  });
});

describe('empty steps', () => {
  test('are beginnings and ends, and middles in which nobody can act', () => {
    expect(isEmpty(at('beginning'))).toBe(true);
    expect(isEmpty(at('end'))).toBe(true);
    expect(isEmpty(shooting([CHARGE]))).toBe(true);
    expect(isEmpty(charging([]))).toBe(true);
    const fought = (kinds: string[]) => isEmpty(gameState({ phase: 'combat', asked: request(kinds) }));
    expect(fought(['end'])).toBe(true);
    expect(fought(['end', 'by_hand'])).toBe(true);
    expect(fought(['end', 'use', 'by_hand'])).toBe(false);
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
