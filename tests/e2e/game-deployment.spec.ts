import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { againstComputer, firstUnits, pressMain, uncovered } from './deploying';

/** The rolls and choices before the first unit stands: by the main button, by G, on the map. */

/** Presses of Tab from the page's top to the main button. */
async function tabsToMain(page: Page): Promise<number> {
  await page.reload();
  await expect(page.locator('.prompt-main')).toBeVisible();
  for (let tabs = 1; tabs < 10; tabs += 1) {
    await page.keyboard.press('Tab');
    if (await page.evaluate(() => document.activeElement?.matches('.prompt-main'))) return tabs;
  }
  return Infinity;
}

test('the roll, the zone and the first unit by keys: Tab and G come to the main button, Enter on the map chooses a zone', async ({
  page,
}) => {
  const battle = await againstComputer(page);
  await expect(page.getByRole('button', { name: 'Roll the dice' })).toBeVisible();
  expect(await tabsToMain(page)).toBeLessThanOrEqual(2);
  await page.keyboard.press('Enter');
  const zone = page.getByRole('button', { name: 'Choose ' });
  await expect(zone).toHaveCount(2);
  await expectAccessible(page);
  expect(await tabsToMain(page)).toBeLessThanOrEqual(2);
  await zone.first().focus();
  await page.keyboard.press('Enter');
  const roll = page.getByRole('group', { name: 'The roll for the zones' });
  await expect(roll).toContainText(/won the roll, \d to \d, and took /);
  await expect(roll.getByRole('img')).toHaveCount(2);
  expect((await battle.state()).game_model.armies.map((army) => army.deployment_zone)).toEqual([0, 1]);
  await expect(page.getByRole('button', { name: 'Next unit' })).toBeEnabled({ timeout: 60_000 });
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
  await page.keyboard.press('g');
  await page.keyboard.press('Enter');
  await expect(page.locator('.ghost-block')).toBeFocused();
  // The first takes its place, the second puts it down there.
  await page.keyboard.press('Enter');
  await page.keyboard.press('Enter');
  await expect(page.locator('[data-unit]').first()).toBeVisible();
});

test('a click on the map chooses the zone that is clicked', async ({ page }) => {
  const battle = await againstComputer(page);
  await pressMain(page, 'Roll the dice');
  const zones = page.locator('[data-layer="zones-to-choose"] [data-zone]');
  await expect(zones).toHaveCount(2);
  const box = (await page.getByTestId('board').boundingBox())!;
  await page.mouse.click(box.x + box.width - 12, box.y + 12);
  await expect(page.getByRole('group', { name: 'The roll for the zones' })).toBeVisible();
  expect((await battle.state()).game_model.armies[0]!.deployment_zone).toBe(1);
});

test('the first hint covers nothing of the map, and the units keep their place while the computer sets up', async ({
  page,
}) => {
  await againstComputer(page);
  await pressMain(page, 'Roll the dice');
  await page.getByRole('button', { name: 'Blue Zone' }).click();
  await expect(page.getByRole('complementary', { name: 'Hint' })).toBeVisible({ timeout: 60_000 });
  expect(await uncovered(page)).toBe(true);
  const units = firstUnits(page);
  const top = (await units.boundingBox())!.y;
  // What a message says beside the question makes the line no higher.
  await expect(page.locator('.prompt-message li')).toBeVisible();
  expect((await units.boundingBox())!.y).toBe(top);
  for (const main of ['Next unit', 'Put it down']) {
    await pressMain(page, main);
    if (main === 'Next unit') await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('region', { name: 'What the computer did' })).toBeVisible({ timeout: 60_000 });
  expect((await units.boundingBox())!.y).toBe(top);
});
