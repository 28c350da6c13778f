import { describe, expect, test } from 'vitest';
import { makeBattle } from '@/test/fixtures/battle';
import {
  flattened,
  mergeBattleLogs,
  NoLogs,
  phaseName,
  readBattleLog,
  recentEntries,
  recentMessages,
  simplePhaseName,
  statsOf,
} from '.';

const entry = (id: number, message = `entry ${id}`, more = {}) => ({
  id,
  timestamp: `2026-01-01T00:00:${String(id).padStart(2, '0')}Z`,
  log_type: 'movement',
  phase: 'movement',
  round: 1,
  turn: 1,
  message,
  ...more,
});
const ids = (log: ReturnType<typeof readBattleLog>) =>
  log.frames.flatMap((frame) => frame.actions.map((each) => each.id));

describe('reading', () => {
  test('LOGV-106 a flat array is wrapped into round 1, turn 1, a movement phase', () => {
    const log = readBattleLog([entry(1, 'a', { round: 4 }), entry(2)]);
    expect(log.frames).toHaveLength(1);
    expect(log.frames[0]).toMatchObject({ round: 1, turn: 1, phase: 'movement' });
    expect(log.total).toBe(2);
  });

  test('a flat array under logs is wrapped too', () => {
    expect(readBattleLog({ logs: [entry(1)], game_id: 'g' }).frames[0]?.key).toBe('1/1/movement');
  });

  test('a timeline keeps rounds, turns and phases', () => {
    const log = readBattleLog(makeBattle({ rounds: 2 }));
    expect(log.frames[0]).toMatchObject({ round: 1, turn: 1, phase: 'deployment' });
    expect(log.frames.at(-1)).toMatchObject({ round: 2, turn: 2, phase: 'game_end' });
    expect(log.total).toBe(log.frames.reduce((sum, each) => sum + each.actions.length, 0));
    expect(log.armies.map((each) => each.colorIndex)).toEqual([0, 1]);
  });

  test('CONST-43 LOGV-105 entries are sorted by timestamp, then id', () => {
    const early = { ...entry(9), timestamp: '2026-01-01T00:00:00Z' };
    const twin = { ...entry(3), timestamp: '2026-01-01T00:00:05Z' };
    const later = { ...entry(2), timestamp: '2026-01-01T00:00:05Z' };
    expect(ids(readBattleLog([twin, later, early]))).toEqual([9, 2, 3]);
  });

  test('what a phase leaves out is taken from the phase before: terrain, zones and sheets', () => {
    const unit = { uuid: 'u', army_uuid: 'a', name: 'Reed', location: [1, 2] };
    const log = readBattleLog({
      rounds: [
        {
          round_number: 1,
          turns: [
            {
              turn_number: 1,
              phases: [
                {
                  phase: 'command',
                  board_state: {
                    units: [{ ...unit, unit_stats: { alive_count: 5 } }],
                    terrain: [
                      {
                        name: 'Hut',
                        coordinates: [
                          [0, 0],
                          [1, 0],
                          [1, 1],
                        ],
                      },
                    ],
                    deployment_zones: [
                      {
                        name: 'Z',
                        shape: [
                          [0, 0],
                          [2, 0],
                          [2, 2],
                        ],
                      },
                    ],
                  },
                },
                { phase: 'movement', board_state: { units: [{ ...unit, location: [3, 2] }] } },
              ],
            },
          ],
        },
      ],
    });
    const board = log.frames[1]!.board;
    expect(board.units[0]).toMatchObject({ location: { x: 3, y: 2 } });
    expect(statsOf(board.units[0]!)).toMatchObject({ aliveCount: 5 });
    expect(board.terrain).toHaveLength(1);
    expect(board.zones).toHaveLength(1);
  });

  test('LOGV-109 a transponder key of another casing is read', () => {
    const log = readBattleLog({
      rounds: [
        {
          turns: [
            {
              phases: [
                { phase: 'command', board_state: { units: [{ uuid: 'u', Transponder: 'transponders/u.svg' }] } },
              ],
            },
          ],
        },
      ],
    });
    expect(log.frames[0]!.board.units[0]!.transponder).toBe('transponders/u.svg');
  });

  test('LOGV-110 a name with "building" in it counts as a building', () => {
    const terrain = ['Mill Building', 'old building 2', 'Wood'].map((name) => ({
      name,
      coordinates: [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
    }));
    const log = readBattleLog({ rounds: [{ turns: [{ phases: [{ phase: 'command', board_state: { terrain } }] }] }] });
    expect(log.frames[0]!.board.terrain.map((each) => each.building)).toEqual([true, true, false]);
  });

  test('LOGV-107 LOGV-108 details nested once or twice read as if they were not', () => {
    const flat = { unit_name: 'Reed', roll: 7 };
    expect(flattened({ id: 1, ...flat })).toMatchObject(flat);
    expect(flattened({ id: 1, details: flat })).toMatchObject(flat);
    expect(flattened({ id: 1, details: { details: flat } })).toMatchObject(flat);
    expect(flattened({ id: 1, roll: 5, details: { roll: 6, details: { roll: 7 } } }).roll).toBe(5);
  });

  test.each([[{}], [{ logs: 5 }], ['text'], [null]])('%j has no logs', (value) => {
    expect(() => readBattleLog(value)).toThrow(NoLogs);
  });

  test('wrong shapes inside are left out, and raise no error', () => {
    const log = readBattleLog({
      rounds: [
        {
          turns: [
            {
              phases: [
                {
                  phase: 5,
                  actions: ['x', null, { id: 'seven' }],
                  board_state: { units: [null, 3], objectives: [{ location: ['a', 1] }], terrain: 'none' },
                },
              ],
            },
          ],
        },
      ],
    });
    expect(log.frames[0]!.actions).toHaveLength(3);
    expect(log.frames[0]!.board.objectives).toEqual([]);
  });
});

describe('phases', () => {
  const phases = [
    'deployment',
    'command',
    'movement',
    'shooting',
    'charge',
    'combat',
    'cleanup',
    'game_end',
    'morale',
    'setup',
    'Setup',
    '',
  ];

  test('OPEN-87 every phase has a name in the full viewer, an unknown one is Unknown', () => {
    expect(phases.map(phaseName)).toEqual([
      'Deployment',
      'Command',
      'Movement',
      'Shooting',
      'Charge',
      'Combat',
      'Cleanup',
      'Game end',
      'Unknown',
      'Unknown',
      'Unknown',
      'Unknown',
    ]);
  });

  test('OPEN-87 the simple one knows the six of the log, any other is Unknown', () => {
    expect(phases.map(simplePhaseName)).toEqual([
      'Unknown',
      'Command',
      'Movement',
      'Shooting',
      'Charge',
      'Combat',
      'Cleanup',
      'Unknown',
      'Unknown',
      'Unknown',
      'Unknown',
      'Unknown',
    ]);
  });
});

describe('merging', () => {
  const known = readBattleLog([entry(1), entry(2)]);

  test('LOGV-103 a known id is skipped', () => {
    expect(mergeBattleLogs(known, readBattleLog([entry(2, 'other words'), entry(3)])).total).toBe(3);
  });

  test('LOGV-104 the timestamp and message of a known entry are skipped', () => {
    const copy = { ...entry(2), id: 77 };
    expect(mergeBattleLogs(known, readBattleLog([copy])).total).toBe(2);
    expect(mergeBattleLogs(known, readBattleLog([{ ...copy, message: 'new words' }])).total).toBe(3);
  });

  test('an entry whose choice was taken back since is marked and stays', () => {
    const merged = mergeBattleLogs(known, readBattleLog({ incremental: true, logs: [entry(3)], undone: [2] }));
    expect(merged.frames.flatMap((each) => each.actions).map(({ id, undone }) => [id, undone])).toEqual([
      [1, false],
      [2, true],
      [3, false],
    ]);
  });

  test('new entries bring the boards of their phases; without them the log says that it lacks some', () => {
    const known = readBattleLog({ logs: { rounds: [] } });
    const news = { incremental: true, logs: [entry(3)] };
    const units = [{ uuid: 'u1', name: 'Torch Runners' }];
    const board = { round: 1, turn: 1, phase: 'movement', board_state: { units } };
    const whole = mergeBattleLogs(known, readBattleLog({ ...news, boards: [board] }));
    expect(whole.frames.map(({ patch, actions }) => [patch.units?.length, actions.length])).toEqual([[1, 1]]);
    expect([known.boardless, whole.boardless]).toEqual([false, false]);
    expect(mergeBattleLogs(whole, readBattleLog({ ...news, logs: [] })).boardless).toBe(false);
    expect(mergeBattleLogs(whole, readBattleLog({ ...news, logs: [entry(4)] })).boardless).toBe(true);
  });

  test('merged entries stand in order, and the last id goes on', () => {
    const merged = mergeBattleLogs(readBattleLog([entry(1), entry(5)]), readBattleLog([entry(3), entry(9)]));
    expect(ids(merged)).toEqual([1, 3, 5, 9]);
    expect(merged.lastId).toBe(9);
  });

  test('an incremental answer is placed by the round, turn and phase of each entry', () => {
    const battle = readBattleLog(makeBattle({ rounds: 1 }));
    const added = readBattleLog({
      incremental: true,
      logs: [entry(9001, 'late', { phase: 'shooting' }), entry(9002, 'next', { round: 2, phase: 'command' })],
    });
    const merged = mergeBattleLogs(battle, added);
    expect(merged.total).toBe(battle.total + 2);
    expect(merged.frames.find((each) => each.key === '1/1/shooting')!.actions.map((each) => each.id)).toContain(9001);
    expect(merged.frames.at(-1)).toMatchObject({ round: 2, turn: 1, phase: 'command' });
    expect(merged.frames.at(-1)!.board.units).toEqual(battle.frames.at(-1)!.board.units);
    expect(merged.armies).toEqual(battle.armies);
  });
});

describe('recent entries', () => {
  const log = readBattleLog(Array.from({ length: 80 }, (_, index) => ({ ...entry(index + 1), timestamp: '' })));

  test('CONST-12 the store gives the 50 newest by default, newest first', () => {
    expect(recentEntries(log)).toHaveLength(50);
    expect(recentEntries(log)[0]!.id).toBe(80);
    expect(recentEntries(log, 3).map((each) => each.id)).toEqual([80, 79, 78]);
  });

  test('CONST-13 the helper gives the messages of 10', () => {
    expect(recentMessages(log)).toHaveLength(10);
    expect(recentMessages(log)[0]).toBe('entry 80');
  });
});
