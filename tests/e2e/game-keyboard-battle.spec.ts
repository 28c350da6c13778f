import { test } from '@playwright/test';
import { ByList, expect } from './by-list';
import { Keys } from './keys';
import { signedIn } from './support';

/** Rounds that are played: one here, a whole battle by `make faults FAULTS=keyboard`. */
const ROUNDS = Number(process.env.HIGHGROUND_KEYBOARD_ROUNDS ?? 1);

test.describe.configure({ timeout: 120_000 + ROUNDS * 240_000 });

test('a battle against the computer is set up and played by keys alone', { tag: '@slow' }, async ({ page }) => {
  await signedIn(page);
  const keys = new Keys(page);
  await page.goto('/games');
  await keys.push(page.getByRole('button', { name: 'Create New Game' }).first());
  await keys.fill(page.getByLabel('Game Name'), 'By keys alone');
  await keys.push(page.getByRole('button', { name: 'Create Game' }));
  await keys.push(page.getByRole('button', { name: 'Take sample armies' }));
  await keys.push(page.getByRole('button', { name: 'Start Game' }));
  const battle = new ByList(page, keys, ROUNDS);
  await battle.begin();
  await battle.play();
  expect(battle.done.moves).toBeGreaterThan(0);
  expect(battle.done.aims).toBe(1);
  if (ROUNDS > 1) console.log(JSON.stringify({ presses: keys.presses, tabs: keys.tabs, ...battle.done }));
});
