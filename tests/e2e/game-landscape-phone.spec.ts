import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { newBattle, toMovement } from './game-table';
import { freeUnit, openDemo } from './support';

/** How much of a part of the table is in sight. */
const inSight = (page: Page, part: string) =>
  page.locator(part).evaluate((each) => {
    const { left, right, top, bottom } = each.getBoundingClientRect();
    return [Math.min(right, innerWidth) - Math.max(left, 0), Math.min(bottom, innerHeight) - Math.max(top, 0)] as const;
  });

async function atMovement(page: Page): Promise<void> {
  const battle = await newBattle(page);
  await toMovement(battle);
  await page.goto(`/game/${battle.id}/view`);
  await expect(page.getByRole('heading', { name: 'Movement Phase' }).first()).toBeVisible();
}

const first = (page: Page) => page.locator('[data-unit-card]').first();

test.describe('on a phone on its side', () => {
  test.use({ viewport: { width: 844, height: 390 } });

  test('the map stands beside the panel, and a unit is moved by thumb', async ({ page }) => {
    await atMovement(page);
    const [mapWidth, mapHeight] = await inSight(page, '.game-map-table');
    expect(mapWidth).toBeGreaterThan(400);
    expect(mapHeight).toBeGreaterThan(180);
    const [panelWidth, panelHeight] = await inSight(page, '.game-panel');
    expect(panelWidth).toBeGreaterThan(320);
    expect(panelHeight).toBeGreaterThan(180);
    expect(
      await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.scrollHeight]),
    ).toEqual([844, 390]);
    const head = page.locator('.game-main').locator('h2', { hasText: 'Movement Phase' });
    await expect(head).toBeInViewport({ ratio: 1 });

    await first(page).getByRole('button', { name: 'Move', exact: true }).tap();
    const board = (await page.locator('.game-map-table').boundingBox())!;
    await page.touchscreen.tap(board.x + board.width / 2, board.y + board.height / 2);
    await expect(page.getByTestId('ghost-figure')).toBeVisible();
    const main = page.locator('.prompt-main');
    await expect(main).toHaveText('Put it down');
    await expect(main).toBeInViewport({ ratio: 1 });
    await expectAccessible(page);
  });

  test('a unit that is chosen shows its card over the panel, and the map stays free', async ({ page }) => {
    await atMovement(page);
    await page.getByRole('button', { name: 'Fit the map' }).tap();
    await (await freeUnit(page)).locator('.unit-marker').tap({ force: true });
    const card = page.locator('.map-card');
    await expect(card).toBeVisible();
    const [over, map] = [(await card.boundingBox())!, (await page.locator('.game-map').boundingBox())!];
    expect(over.x).toBeGreaterThanOrEqual(map.x + map.width - 1);
  });
});

test.describe('a report on a phone on its side', () => {
  test.use({ viewport: { width: 844, height: 390 } });

  test('has a map to look at, and is scrolled', async ({ page }) => {
    await openDemo(page);
    const map = page.locator('.map-svg').first();
    await map.scrollIntoViewIfNeeded();
    expect((await map.boundingBox())!.height).toBeGreaterThan(200);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(844);
  });
});

// A page of 1280 by 1024 at four times its size has as much room.
test.describe('in a window of 320 by 256', () => {
  test.use({ viewport: { width: 320, height: 256 } });

  test('the battle is scrolled, and what is asked stays in sight', async ({ page }) => {
    await atMovement(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320);
    const move = first(page).getByRole('button', { name: 'Move', exact: true });
    await move.scrollIntoViewIfNeeded();
    await expect(move).toBeInViewport({ ratio: 1 });
    await expect(page.locator('.prompt-main')).toBeInViewport({ ratio: 1 });
    await move.tap();
    await expect(page.locator('.ghost')).toBeAttached();
  });
});
