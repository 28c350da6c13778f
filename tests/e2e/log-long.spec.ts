import { expect, test } from '@playwright/test';
import { makeBattle } from '../../web/src/test/fixtures/battle';
import { slider } from './support';

const long = makeBattle({ actionsPerPhase: 200, gameId: 'long' });

test.beforeEach(async ({ page }) => {
  await page.route('**/api/game/shared/long/json', (route) =>
    route.fulfill({ contentType: 'application/json', body: JSON.stringify(long) }),
  );
  await page.goto('/shared/long/logs');
  await expect(page.getByText(`${String(long.total)} logs loaded for game long`)).toBeVisible();
});

test('5,000 entries: only rows in sight are drawn, before and after steps through them', async ({ page }) => {
  expect(long.total as number).toBeGreaterThan(4000);
  await slider(page, 'Phase').fill('2');
  await expect(page.getByText('200 in Movement')).toBeVisible();
  expect(await page.locator('[data-action]').count()).toBeLessThan(60);
  await slider(page, 'Phase').blur();
  const at = () => Number(new URL(page.url()).searchParams.get('action'));
  await page.keyboard.press('ArrowRight');
  await expect.poll(at).toBeGreaterThan(0);
  const first = at();
  for (let step = 0; step < 11; step += 1) await page.keyboard.press('ArrowRight');
  await expect.poll(at).toBe(first + 11);
  expect(await page.locator('[data-action]').count()).toBeLessThan(60);
});

test('the list is scrolled to its end, and its last entry opens', async ({ page }) => {
  await slider(page, 'Phase').fill('2');
  const list = page.getByRole('region', { name: 'Actions of this phase' });
  await expect(async () => {
    await list.evaluate((each) => each.scrollTo(0, each.scrollHeight));
    await expect(page.locator('li[aria-posinset="200"]')).toBeVisible({ timeout: 500 });
  }).toPass();
  await page.locator('li[aria-posinset="200"] button').first().click();
  await expect(page.locator('li[aria-posinset="200"]').getByText('Rationale')).toBeVisible();
  await expect(page.locator('.action-arrow, .action-ring').first()).toBeAttached();
});

test('nothing moves by itself where reduced motion is preferred', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const seconds = await page
    .locator('.base')
    .first()
    .evaluate((each) => Math.max(...getComputedStyle(each).transitionDuration.split(',').map(Number.parseFloat)));
  expect(seconds).toBeLessThan(0.001);
});
