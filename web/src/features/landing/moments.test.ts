import { expect, test } from 'vitest';
import { readBattleLog } from '@/shared/battle-log';
import { makeBattle } from '@/test/fixtures/battle';
import { momentsOf, stillOf } from './moments';

const log = readBattleLog(makeBattle(), 'g');

test('only phases with something to draw are pictures, besides the deployment and the end', () => {
  const moments = momentsOf(log);
  expect(moments.length).toBeGreaterThan(1);
  expect(moments.length).toBeLessThanOrEqual(log.frames.length);
  for (const { frame, graphics } of moments)
    expect(graphics.length > 0 || ['deployment', 'game_end'].includes(frame.phase)).toBe(true);
});

test('the pictures keep the order of the battle and draw arrows and crosses only', () => {
  const moments = momentsOf(log);
  const places = moments.map((each) => log.frames.indexOf(each.frame));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  for (const { graphics } of moments)
    expect(graphics.every((each) => each.shape === 'arrow' || each.shape === 'cross')).toBe(true);
});

test('the still picture is the busiest one of the second round, or the first where there is none', () => {
  const moments = momentsOf(log);
  const second = moments.filter((each) => each.frame.round === 2);
  const still = moments[stillOf(moments)]!;
  if (second.length) expect(still.graphics.length).toBe(Math.max(...second.map((each) => each.graphics.length)));
  expect(stillOf([])).toBe(0);
});
