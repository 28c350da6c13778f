import { describe, expect, test } from 'vitest';
import { readBattleLog } from '@/shared/battle-log';
import { makeBattle } from '@/test/fixtures/battle';
import {
  findAction,
  firstPlace,
  frameIndex,
  movePhase,
  moveRound,
  moveTurn,
  sliders,
  stepAction,
  stepPhase,
} from './position';

const log = readBattleLog(makeBattle({ rounds: 3 }));

const timeline = (turns: { round: number; turn: number; phases: string[] }[]) =>
  readBattleLog({
    rounds: turns.map(({ round, turn, phases }) => ({
      round_number: round,
      turns: [
        {
          turn_number: turn,
          phases: phases.map((phase) => ({ phase, actions: [{ id: round * 100 + turn, message: phase }] })),
        },
      ],
    })),
  });

describe('sliders', () => {
  test('LOGV-45 CONST-46 all three start at 1', () => {
    for (const variant of ['full', 'simple'] as const) {
      const state = sliders(log, firstPlace(log.frames, variant), variant);
      expect([state.round.value, state.turn.value, state.phase.value]).toEqual([1, 1, 1]);
    }
  });

  test('LOGV-51 the simple variant has exactly six phases', () => {
    const state = sliders(log, firstPlace(log.frames, 'simple'), 'simple');
    expect(state.phase.count).toBe(6);
    const names = [1, 2, 3, 4, 5, 6].map(
      (position) =>
        sliders(log, movePhase(log.frames, firstPlace(log.frames, 'simple'), position, 'simple'), 'simple').phase.text,
    );
    expect(names).toEqual(['Command', 'Movement', 'Shooting', 'Charge', 'Combat', 'Cleanup']);
  });

  test('LOGV-52 any other phase is Unknown in the simple variant, and can be reached', () => {
    const state = sliders(log, { round: 1, turn: 1, phase: 'deployment' }, 'simple');
    expect(state.phase.text).toBe('Unknown');
    expect(state.others).toEqual(['deployment']);
  });

  test('the full variant has the phases of the turn', () => {
    expect(sliders(log, { round: 1, turn: 1, phase: 'deployment' }, 'full').phase).toMatchObject({
      value: 1,
      count: 7,
      text: 'Deployment',
    });
    expect(sliders(log, { round: 3, turn: 2, phase: 'game_end' }, 'full').phase).toMatchObject({
      value: 7,
      count: 7,
      text: 'Game end',
    });
    expect(sliders(log, { round: 2, turn: 1, phase: 'charge' }, 'full').phase).toMatchObject({ value: 4, count: 6 });
  });

  // OPEN-89
  test('a turn 0 is shown and does not break a slider', () => {
    const zero = timeline([
      { round: 0, turn: 0, phases: ['deployment'] },
      { round: 1, turn: 1, phases: ['command'] },
    ]);
    const place = firstPlace(zero.frames, 'full');
    const state = sliders(zero, place, 'full');
    expect(state.turn).toMatchObject({ value: 1, count: 1, text: 'Turn 0' });
    expect(state.round).toMatchObject({ value: 1, count: 2, text: 'Round 0' });
    expect(moveRound(zero.frames, place, 2, 'full')).toEqual({ round: 1, turn: 1, phase: 'command' });
  });
});

describe('moving', () => {
  test('another round keeps turn and phase', () => {
    expect(moveRound(log.frames, { round: 1, turn: 2, phase: 'shooting' }, 3, 'full')).toEqual({
      round: 3,
      turn: 2,
      phase: 'shooting',
    });
  });

  test('a phase that the other turn lacks falls back to its first', () => {
    expect(moveTurn(log.frames, { round: 1, turn: 1, phase: 'deployment' }, 2, 'full')).toEqual({
      round: 1,
      turn: 2,
      phase: 'command',
    });
  });

  test('a place without a frame shows the last one before it', () => {
    const short = timeline([{ round: 1, turn: 1, phases: ['command', 'shooting'] }]);
    expect(frameIndex(short.frames, { round: 1, turn: 1, phase: 'movement' })).toBe(0);
    expect(frameIndex(short.frames, { round: 1, turn: 1, phase: 'cleanup' })).toBe(1);
  });

  test('steps go through every action once, there and back', () => {
    const seen: number[] = [];
    let place = firstPlace(log.frames, 'full');
    let open: number | null = null;
    for (let step = stepAction(log.frames, place, open, 1); step; step = stepAction(log.frames, place, open, 1)) {
      ({ place, actionId: open } = step);
      seen.push(open!);
    }
    expect(seen).toEqual(log.frames.flatMap((each) => each.actions.map((action) => action.id)));
    expect(stepAction(log.frames, place, open, -1)!.actionId).toBe(seen.at(-2));
  });

  test('phases step to either end and stop there', () => {
    expect(stepPhase(log.frames, { round: 1, turn: 1, phase: 'deployment' }, -1)).toBeNull();
    expect(stepPhase(log.frames, { round: 1, turn: 1, phase: 'cleanup' }, 1)).toEqual({
      round: 1,
      turn: 2,
      phase: 'command',
    });
    expect(stepPhase(log.frames, { round: 3, turn: 2, phase: 'game_end' }, 1)).toBeNull();
  });

  test('an action is found by its id', () => {
    const wanted = log.frames[9]!.actions[0]!;
    expect(findAction(log.frames, wanted.id)!.place).toEqual({
      round: log.frames[9]!.round,
      turn: log.frames[9]!.turn,
      phase: log.frames[9]!.phase,
    });
    expect(findAction(log.frames, -5)).toBeNull();
  });
});
