import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe';
import { signedIn } from './support';

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

test('against the computer a head start is chosen by thumb, kept, and stands at the table', async ({ page }) => {
  await signedIn(page);
  await page.goto('/games?new=1');
  await page.getByLabel('Game Name').fill('A fair chance');
  await page.getByRole('button', { name: 'Create Game' }).tap();
  await page.getByRole('button', { name: 'Take sample armies' }).tap();
  const start = page.getByRole('group', { name: 'Head start' });
  await start.getByText('Blue army').tap();
  await page.getByRole('group', { name: 'Victory points ahead' }).getByText('+15').tap();
  await expect(page.getByText('Your choices are saved.')).toBeVisible();
  await page.reload();
  await expect(page.getByText(/ begins 15 victory points ahead\. They count in the score/)).toBeVisible();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start Game' }).tap();
  await expect(page.getByRole('group', { name: 'Player 1' })).toContainText('+15');
  await expect(page.getByRole('group', { name: 'Player 2' })).not.toContainText('+');
});
