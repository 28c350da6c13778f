import { expect, test } from '@playwright/test';
import { expectAccessible, signedIn } from './support';

test('OPEN-2 a game is set up by one hand on a phone', async ({ page }) => {
  await signedIn(page);
  await page.goto('/games?new=1');
  await page.getByLabel('Game Name').fill('On the way home');
  await page.getByRole('button', { name: 'Create Game' }).tap();
  await page.getByRole('button', { name: 'Take sample armies' }).tap();
  await expect(page.getByRole('button', { name: 'Start Game' })).toBeEnabled();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  const low = await page
    .locator('main label.pick, main a, main button')
    .evaluateAll(
      (all) =>
        all.map((each) => each.getBoundingClientRect()).filter(({ width, height }) => width > 1 && height < 44).length,
    );
  expect(low).toBe(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start Game' }).tap();
  await expect(page.getByRole('button', { name: 'Roll for Deployment' })).toBeVisible();
});
