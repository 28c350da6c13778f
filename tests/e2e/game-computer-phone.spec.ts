import { expect as within, test } from '@playwright/test';
import { Skirmish } from './skirmish';
import { expectAccessible } from './support';

test.describe.configure({ timeout: 120_000 });
test.use({ actionTimeout: 30_000 });

/** Two browsers at once are slow on a busy machine. */
const expect = within.configure({ timeout: 30_000 });

test('the computer plays its turn on a phone, and is stopped by a thumb', async ({ page }) => {
  const battle = await Skirmish.begin(page, ['ai', 'ai']);
  await battle.playOn((state) => state.game_model.phase === 'movement' && state.game_model.phase_time === 'middle');
  await battle.open();
  const play = page.getByRole('button', { name: 'AI Plays Its Whole Turn' });
  await expect(play).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await play.tap();
  await page.getByRole('button', { name: 'Pause' }).tap();
  await expect(page.getByText('AI paused')).toBeVisible();
  expect((await page.getByRole('button', { name: 'Go on' }).boundingBox())!.height).toBeGreaterThanOrEqual(44);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Cancel' }).tap();
  await expect(play).toBeVisible();
});
