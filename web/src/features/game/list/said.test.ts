import { expect, test } from 'vitest';
import type { GameState, UnitState } from '@/shared/api';
import { latest, request } from '../staged.test-kit';
import { BRIDGE, RUNNERS, tableState } from '../table.test-kit';
import { nearestEnemies, unitLine } from './listWords';
import { saidBetween } from './said';

const saidIn = (before: GameState, after: GameState): string[] => saidBetween(before, after).map(({ text }) => text);

const enemyTurn = (more: Partial<GameState> = {}): GameState => ({
  ...tableState({ asked: request(['move'], { mine: false, controller: 'ai' }) }),
  ...more,
});
const changed = (state: GameState, uuid: string, change: (unit: UnitState) => Partial<UnitState>): GameState => {
  const [first, second] = state.game_model.armies;
  const army = (each: typeof first) => ({
    ...each,
    units: each.units.map((unit) => (unit.uuid === uuid ? { ...unit, ...change(unit) } : unit)),
  });
  return {
    ...state,
    number: state.number + 1,
    game_model: { ...state.game_model, armies: [army(first), army(second)] },
  };
};

test('what somebody else did is said: moves, losses, the end of a unit', () => {
  const before = enemyTurn();
  const moved = changed(before, RUNNERS.uuid, ({ location }) => ({
    location: [(location?.[0] ?? 0) + 3, location?.[1] ?? 0],
  }));
  expect(saidIn(before, moved)).toEqual([
    expect.stringMatching(`^${RUNNERS.name}: moved 3\\.0″ to the east, now .+\\.$`),
  ]);
  const lost = changed(before, BRIDGE.uuid, ({ alive_count: count }) => ({ alive_count: count - 1 }));
  expect(saidIn(before, lost)).toEqual([
    `${BRIDGE.name}: ${BRIDGE.alive_count - 1} of ${BRIDGE.starting_strength} left.`,
  ]);
  expect(
    saidIn(
      before,
      changed(before, BRIDGE.uuid, () => ({ alive: false, alive_count: 0 })),
    ),
  ).toEqual([`${BRIDGE.name}: destroyed.`]);
});

test('who moved is said with where it stands now: how far from an objective near it, else from the edges', () => {
  const at = (location: [number, number] | null) => () => ({ location });
  const before = changed(enemyTurn(), RUNNERS.uuid, at([20, 30]));
  const plain = { ...before, game_model: { ...before.game_model, objectives: [] } };
  expect(saidIn(plain, changed(plain, RUNNERS.uuid, at([17, 27])))).toEqual([
    `${RUNNERS.name}: moved 4.2″ to the north-west, now 17.0″ from the left edge, 17.0″ from the bottom.`,
  ]);
  const mill = { name: 'The Mill', location: [21, 33] } as GameState['game_model']['objectives'][number];
  const marked = { ...before, game_model: { ...before.game_model, objectives: [mill] } };
  expect(saidIn(marked, changed(marked, RUNNERS.uuid, at([20, 33])))).toEqual([
    `${RUNNERS.name}: moved 3.0″ to the south, now on objective 1, The Mill.`,
  ]);
  const away = changed(plain, RUNNERS.uuid, at(null));
  expect(saidIn(away, changed(away, RUNNERS.uuid, at([3, 2])))).toEqual([
    `${RUNNERS.name}: now on the table, 3.0″ from the left edge, 2.0″ from the top.`,
  ]);
});

test('shooting is said with its targets, and a unit that did not shoot holds its fire', () => {
  const roll = latest('complete');
  const stage = (latest_roll: GameState['game_model']['latest_roll'], state = enemyTurn()): GameState => ({
    ...state,
    game_model: { ...state.game_model, latest_roll },
  });
  const shoots = (before: GameState, rolled: GameState['game_model']['latest_roll']) =>
    saidIn(
      before,
      stage(
        rolled,
        changed(before, RUNNERS.uuid, () => ({ shot: true })),
      ),
    );
  expect(shoots(stage(null), roll)).toEqual(['Torch Runners shot at Reed Stalkers: 1 slain.']);
  // Of its last turn's attacks nothing has come now.
  expect(shoots(stage(roll), { ...roll })).toEqual(['Torch Runners holds its fire.']);
  expect(shoots(stage(null), null)).toEqual(['Torch Runners holds its fire.']);
  const later = changed(stage(null), RUNNERS.uuid, () => ({ shot: true }));
  expect(saidIn(stage(null), { ...later, number: later.number + 2 })).toEqual(['Torch Runners: done with shooting.']);
});

test('what was done is said before what came of it, in whichever order the units are listed', () => {
  const before = enemyTurn();
  const hurt = changed(before, RUNNERS.uuid, ({ alive_count: count }) => ({ alive_count: count - 1 }));
  expect(
    saidIn(
      before,
      changed(hurt, BRIDGE.uuid, () => ({ fought: true })),
    ),
  ).toEqual([
    `${BRIDGE.name}: fought.`,
    `${RUNNERS.name}: ${RUNNERS.alive_count - 1} of ${RUNNERS.starting_strength} left.`,
  ]);
});

test('a head start is said as the battle begins, and not as points scored', () => {
  const state = enemyTurn();
  const [first, second] = state.game_model.armies;
  const before = { ...state, game_model: { ...state.game_model, phase: 'deployment' as const } };
  const ahead = { ...second, head_start: 10, vp: second.vp + 10 };
  const after = {
    ...state,
    number: state.number + 1,
    game_model: { ...state.game_model, armies: [first, ahead] as [typeof first, typeof second] },
  };
  expect(saidIn(before, after)).toContain(`${second.name} begins 10 points ahead.`);
  expect(saidIn(before, after).join(' ')).not.toMatch(/points scored/);
});

test('nothing is said of what the player did', () => {
  const before = tableState();
  expect(
    saidIn(
      before,
      changed(before, RUNNERS.uuid, () => ({ alive: false })),
    ),
  ).toEqual([]);
});

test('a unit in words: where it stands, what is left, what it has done, who is near', () => {
  const unit = { ...RUNNERS, movement_action_type: 'Advance' as const, shot: true };
  expect(unitLine(unit)).toMatch(/″ from the left, .*″ from the top, .* left, advanced, shot/);
  expect(nearestEnemies(tableState(), RUNNERS)).toMatch(/^(Nearest enemies: .+ \d+\.\d″.*\.)?$/);
});
