import { expect, test } from '@playwright/test';
import { makeBattle } from '../../web/src/test/fixtures/battle';
import { slider } from './support';

const long = makeBattle({ actionsPerPhase: 200, gameId: 'long' });

test.beforeEach(async ({ page }) => {
  await page.route('**/api/game/shared/long/json', (route) => route.fulfill({ contentType: 'application/json', body: JSON.stringify(long) }));
  await page.goto('/shared/long/logs');
  await expect(page.getByText(`${String(long.total)} logs loaded for game long`)).toBeVisible();
});

test('5,000 entries: only rows in sight are drawn, and every step answers at once', async ({ page }) => {
  expect(long.total as number).toBeGreaterThan(4000);
  await slider(page, 'Phase').fill('2');
  await expect(page.getByText('200 in Movement')).toBeVisible();
  expect(await page.locator('[data-action]').count()).toBeLessThan(60);
  // From a key to the painted board, in the page itself.
  const times = await page.evaluate(async () => {
    const took: number[] = [];
    for (let step = 0; step < 12; step += 1) {
      const began = performance.now();
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
      await new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve, 0)); });
      took.push(performance.now() - began);
    }
    return took.sort((a, b) => a - b);
  });
  expect(times[6]!, `steps took ${times.map(Math.round).join(', ')} ms`).toBeLessThan(200);
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

test('nothing moves by itself where reduced motion is wished', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const seconds = await page.locator('.base').first().evaluate((each) => Math.max(...getComputedStyle(each).transitionDuration.split(',').map(Number.parseFloat)));
  expect(seconds).toBeLessThan(0.001);
});
