import { expect, test, type Page } from '@playwright/test';
import { askTheCoach, chooseLevel, explainsItself, isStopped, isWarned, runsOutOfTime } from './counsel';

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });

const fits = async (page: Page): Promise<void> =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);

test('on a phone a level and its time are chosen at set-up, kept, and said at the table', async ({ page }) => {
  await chooseLevel(page);
  await fits(page);
});
test('on a phone the coach says what it would do and draws it; nothing is done', async ({ page }) => {
  await askTheCoach(page);
  await fits(page);
});
test('on a phone a choice that loses is asked about first, and made anyway if that is wanted', async ({ page }) => {
  await isWarned(page);
  await fits(page);
});
test('on a phone the computer explains a move by its plans and draws it', async ({ page }) => {
  await explainsItself(page);
  await fits(page);
});
test('on a phone the computer that thinks is paused, goes on, and is cancelled', async ({ page }) => {
  await isStopped(page);
  await fits(page);
});
test('on a phone a time that runs out ends in a move and says how little was compared', async ({ page }) => {
  await runsOutOfTime(page);
  await fits(page);
});
