import { expect, test } from '@playwright/test';
import { againstComputer, firstUnits, pressMain, uncovered } from './deploying';
import { expectAccessible } from './support';

test('on a phone the units to deploy come first, the hint leaves the map free, and nothing moves under the thumb', async ({
  page,
}) => {
  await againstComputer(page);
  await pressMain(page, 'Roll the dice');
  const board = (await page.getByTestId('board').boundingBox())!;
  await page.touchscreen.tap(board.x + 12, board.y + board.height - 12);
  await expect(page.getByRole('complementary', { name: 'Hint' })).toBeVisible({ timeout: 60_000 });
  expect(await uncovered(page)).toBe(true);
  const card = firstUnits(page).getByRole('button').first();
  await expect(card).toBeEnabled({ timeout: 60_000 });
  const panel = (await page.locator('.game-panel').boundingBox())!;
  const seen = (await card.boundingBox())!;
  expect(await page.locator('.game-panel').evaluate((each) => each.scrollTop)).toBe(0);
  expect(seen.y + seen.height).toBeLessThanOrEqual(panel.y + panel.height);
  await expectAccessible(page);

  await pressMain(page, 'Next unit');
  await page.touchscreen.tap(board.x + 60, board.y + board.height - 60);
  await pressMain(page, 'Put it down');
  await expect(page.getByRole('region', { name: 'What the computer did' })).toBeAttached({ timeout: 60_000 });
  expect((await firstUnits(page).boundingBox())!.y).toBe(seen.y);
});
