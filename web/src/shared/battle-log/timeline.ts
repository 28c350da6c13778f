import { boardPatch, EMPTY_BOARD, resolveBoard } from './board';
import { fields, isFields, list, number, text } from './read';
import type { Action, Afterwards, Army, BattleLog, DiceMark, Fields, Frame } from './types';

/** Order of phases inside a turn, for frames that arrive late. */
const PHASE_ORDER = [
  'deployment',
  'command',
  'movement',
  'reinforcements',
  'shooting',
  'charge',
  'combat',
  'cleanup',
  'game_end',
];

export const phaseRank = (phase: string): number => {
  const rank = PHASE_ORDER.indexOf(phase);
  return rank < 0 ? PHASE_ORDER.length : rank;
};

const MARKS: readonly unknown[] = ['typed', 'camera', 'unwitnessed'] satisfies DiceMark[];
const isMark = (value: unknown): value is DiceMark => MARKS.includes(value);

interface Place {
  round: number;
  turn: number;
  phase: string;
}

function action(value: unknown, place: Place, index: number): Action {
  const raw = fields(value);
  return {
    id: number(raw.id) ?? index,
    timestamp: text(raw.timestamp),
    round: number(raw.round) ?? place.round,
    turn: number(raw.turn) ?? place.turn,
    phase: text(raw.phase) || place.phase,
    phaseTime: text(raw.phase_time),
    type: text(raw.log_type) || 'unknown',
    label: text(raw.action_label) || text(raw.action),
    message: text(raw.message) || text(raw.description),
    undone: raw.undone === true,
    dice: list(raw.dice_marks).filter(isMark),
    raw,
  };
}

/** Entries are ordered by timestamp, then id. */
const inOrder = (a: Action, b: Action): number =>
  a.timestamp < b.timestamp ? -1 : a.timestamp > b.timestamp ? 1 : a.id - b.id;

const frameKey = (place: Place): string => `${place.round}/${place.turn}/${place.phase}`;

function frame(place: Place, armyId: string | null, actions: unknown, board: unknown): Frame {
  return {
    key: frameKey(place),
    ...place,
    armyId,
    patch: boardPatch(board),
    board: EMPTY_BOARD,
    actions: list(actions)
      .map((each, index) => action(each, place, index))
      .sort(inOrder),
  };
}

function framesOfRounds(rounds: readonly unknown[]): Frame[] {
  return rounds.flatMap((round, roundIndex) =>
    list(fields(round).turns).flatMap((turn, turnIndex) =>
      list(fields(turn).phases).map((value) => {
        const phase = fields(value);
        const place = {
          round: number(fields(round).round_number) ?? roundIndex + 1,
          turn: number(fields(turn).turn_number) ?? turnIndex + 1,
          phase: (text(phase.phase) || text(phase.name) || 'unknown').toLowerCase(),
        };
        return frame(place, text(fields(turn).army_uuid) || null, phase.actions, phase.board_state);
      }),
    ),
  );
}

/** Entries of an incremental answer, by the round, turn and phase that each of them states. */
function framesOfEntries(entries: readonly unknown[]): Frame[] {
  const groups = new Map<string, { place: Place; entries: unknown[] }>();
  for (const each of entries) {
    const raw = fields(each);
    const place = { round: number(raw.round) ?? 1, turn: number(raw.turn) ?? 1, phase: text(raw.phase) || 'movement' };
    const group = groups.get(frameKey(place)) ?? { place, entries: [] };
    group.entries.push(each);
    groups.set(frameKey(place), group);
  }
  return [...groups.values()].map((group) => frame(group.place, null, group.entries, undefined));
}

/** The boards of an incremental answer, as phases without entries; null where it has none. */
function framesOfBoards(boards: unknown): Frame[] | null {
  if (!Array.isArray(boards)) return null;
  return boards.map(fields).map((each) => {
    const place = { round: number(each.round) ?? 1, turn: number(each.turn) ?? 1, phase: text(each.phase) };
    return frame(place, null, [], each.board_state);
  });
}

const NONE: ReadonlySet<number> = new Set();

/** Resolves the boards from first to last and counts. */
function finished(
  gameId: string | null,
  armies: Army[],
  frames: Frame[],
  afterwards: Afterwards,
  undone: ReadonlySet<number> = NONE,
): BattleLog {
  let board = EMPTY_BOARD;
  let total = 0;
  let lastId: number | null = null;
  const resolved = frames.map((each) => {
    board = resolveBoard(board, each.patch);
    total += each.actions.length;
    for (const { id } of each.actions) lastId = Math.max(lastId ?? id, id);
    return { ...each, board };
  });
  return { gameId, armies, frames: resolved, total, lastId, undone, afterwards, boardless: false };
}

function army(value: unknown, index: number): Army {
  const raw = fields(value);
  const color = number(raw.color_index) ?? index;
  return {
    id: text(raw.uuid),
    name: text(raw.name) || `Army ${index + 1}`,
    faction: text(raw.faction),
    detachment: text(raw.detachment),
    points: number(raw.points),
    colorIndex: color % 2 === 0 ? 0 : 1,
  };
}

function afterwards(raw: Fields): Afterwards {
  const { statistics } = raw;
  return {
    statistics: isFields(statistics) ? statistics : null,
    awards: list(raw.awards),
  };
}

export class NoLogs extends Error {}

/**
 * Reads the server's answer, an exported timeline or a flat array of entries.
 * A flat array is wrapped into round 1, turn 1, a movement phase. Throws NoLogs when there are no logs in it.
 */
export function readBattleLog(value: unknown, gameId: string | null = null): BattleLog {
  const raw = Array.isArray(value) ? { logs: value } : fields(value);
  const logs = raw.logs ?? (Array.isArray(raw.rounds) ? raw : undefined);
  const armies = list(raw.army_list ?? fields(logs).army_list).map(army);
  const id = text(raw.game_id) || gameId;
  const after = afterwards(raw);
  if (Array.isArray(logs) && raw.incremental === true) {
    const undone = new Set(list(raw.undone).filter((each) => typeof each === 'number'));
    const boards = framesOfBoards(raw.boards);
    const log = finished(id, armies, [...framesOfEntries(logs), ...(boards ?? [])], after, undone);
    return { ...log, boardless: boards === null };
  }
  if (Array.isArray(logs))
    return finished(id, armies, [frame({ round: 1, turn: 1, phase: 'movement' }, null, logs, undefined)], after);
  if (isFields(logs) && Array.isArray(logs.rounds)) return finished(id, armies, framesOfRounds(logs.rounds), after);
  throw new NoLogs('the file has no logs');
}

const twin = (each: Action): string => `${each.timestamp}\n${each.message}`;

/**
 * Adds newly loaded entries to a log. Entries with a known id, or with timestamp and message of a known entry, are
 * skipped; a phase that comes again brings its newer board.
 */
export function mergeBattleLogs(known: BattleLog, loaded: BattleLog): BattleLog {
  const ids = new Set<number>();
  const twins = new Set<string>();
  const fresh = (each: Action): boolean => {
    if (ids.has(each.id) || twins.has(twin(each))) return false;
    ids.add(each.id);
    twins.add(twin(each));
    return true;
  };
  known.frames.forEach((each) => each.actions.forEach(fresh));
  const frames = new Map(marked(known.frames, loaded.undone).map((each) => [each.key, each]));
  for (const each of loaded.frames) {
    const before = frames.get(each.key);
    const added = each.actions.filter(fresh);
    if (!before) frames.set(each.key, { ...each, actions: added });
    else
      frames.set(each.key, {
        ...before,
        actions: [...before.actions, ...added].sort(inOrder),
        patch: overlaid(before.patch, each.patch),
      });
  }
  const ordered = [...frames.values()].sort(
    (a, b) => a.round - b.round || a.turn - b.turn || phaseRank(a.phase) - phaseRank(b.phase),
  );
  const merged = finished(
    known.gameId ?? loaded.gameId,
    loaded.armies.length ? loaded.armies : known.armies,
    ordered,
    loaded.afterwards.statistics ? loaded.afterwards : known.afterwards,
  );
  return { ...merged, boardless: known.boardless || (loaded.boardless && loaded.total > 0) };
}

/** The frames with entries marked whose choices were taken back since they were loaded. */
function marked(frames: readonly Frame[], undone: ReadonlySet<number>): readonly Frame[] {
  const stale = (each: Action) => !each.undone && undone.has(each.id);
  return frames.map((frame) =>
    frame.actions.some(stale)
      ? { ...frame, actions: frame.actions.map((each) => (stale(each) ? { ...each, undone: true } : each)) }
      : frame,
  );
}

function overlaid(before: Frame['patch'], after: Frame['patch']): Frame['patch'] {
  return {
    units: after.units ?? before.units,
    terrain: after.terrain ?? before.terrain,
    objectives: after.objectives ?? before.objectives,
    zones: after.zones ?? before.zones,
    scores: after.scores ?? before.scores,
  };
}

/** The newest entries of the battle, newest first; 50 by default. */
export function recentEntries(log: BattleLog, count = 50): Action[] {
  const newest: Action[] = [];
  for (const each of [...log.frames].reverse()) {
    newest.push(...[...each.actions].reverse());
    if (newest.length >= count) break;
  }
  return newest.slice(0, count);
}

/** The latest messages, in a sentence each; 10 by default. */
export const recentMessages = (log: BattleLog, count = 10): string[] =>
  recentEntries(log, count).map((each) => each.message);
