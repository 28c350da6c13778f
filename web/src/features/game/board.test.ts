import { expect, test } from 'vitest';
import type { GameState } from '@/shared/api';
import { statsOf } from '@/shared/battle-log';
import fixture from '@/test/fixtures/game-panels.json';
import { boardOf } from './board';

const state = fixture.state as unknown as GameState;
const board = boardOf(state);

test('a unit of the table is read as one of a log is: where it is, its miniatures, its sheet', () => {
  const units = state.game_model.armies.flatMap((army) => army.units);
  expect(board.units.map(({ id }) => id)).toEqual(units.map(({ uuid }) => uuid));
  units.forEach((unit, index) => {
    const read = board.units[index]!;
    expect([read.name, read.armyId, read.transponder]).toEqual([unit.name, unit.army_uuid, unit.transponder]);
    expect(read.location).toEqual(unit.location && { x: unit.location[0], y: unit.location[1] });
    const placed = unit.miniatures.filter(({ location }) => location !== null);
    expect(placed.length).toBeGreaterThan(0);
    expect(read.miniatures).toEqual(
      placed.map(({ location, radius, wounds, alive, elevation = 0 }) => ({
        x: location?.[0],
        y: location?.[1],
        radius,
        wounds,
        alive,
        elevation,
      })),
    );
    const stats = statsOf(read)!;
    expect(stats.aliveCount).toBe(unit.alive_count);
    expect(stats.profiles.map(({ name, count }) => [name, count])).toEqual(
      unit.unit_stats.miniatures.map(({ name, count }) => [name, count]),
    );
  });
});

test('what has not changed is the very same object on the next board', () => {
  const next = boardOf({ ...state, number: state.number + 1 });
  expect(next.units.every((unit, index) => unit === board.units[index])).toBe(true);
  expect([next.objectives, next.zones]).toEqual([board.objectives, board.zones]);
  expect(next.objectives).toBe(board.objectives);
});
