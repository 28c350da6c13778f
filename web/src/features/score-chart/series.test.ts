import { expect, test } from 'vitest';
import type { Army, Frame } from '@/shared/battle-log';
import { roundScores } from './series';

const ARMY = { id: 'a' } as Army;
const frame = (round: number, vp: number, headStart = 0) =>
  ({ round, board: { scores: [{ armyId: 'a', vp, cp: 0, headStart }] } }) as unknown as Frame;

test('a head start is gained in no round', () => {
  const frames = [frame(1, 0), frame(1, 10, 10), frame(2, 15, 10), frame(3, 30, 10)];
  expect(roundScores(frames, [ARMY]).map((each) => each.gained)).toEqual([[0], [5], [15]]);
});
