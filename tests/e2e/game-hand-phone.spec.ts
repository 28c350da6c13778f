import { expect, test } from '@playwright/test';
import { newBattle, toMovement } from './game-table';
import { expectAccessible } from './support';

type Spot = [number, number];
interface Unit {
  uuid: string;
  location: Spot | null;
  marches?: unknown[];
}

test('the board fills the width and zooms to the unit in hand, and back to the whole board by one tap', async ({
  page,
}) => {
  test.setTimeout(150_000);
  const battle = await newBattle(page);
  await toMovement(battle);
  await page.goto(`/game/${battle.id}/view`);
  await expect(page.getByRole('heading', { name: 'Movement Phase', exact: true })).toBeVisible();
  const able = async () =>
    ((await battle.state()) as unknown as { units: Unit[] }).units.filter(
      (unit) => unit.marches?.length && unit.location,
    );
  const [first] = await able();
  await expect.poll(async () => (await page.getByTestId('board').boundingBox())!.width).toBeGreaterThan(600);
  await expect(page.locator(`[data-unit="${first!.uuid}"] .unit-marker`)).toBeInViewport();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Fit the map' }).tap();
  const width = async () => (await page.getByTestId('board').boundingBox())!.width;
  await expect.poll(width).toBeLessThanOrEqual(390);
  expect(await width()).toBeGreaterThan(360);
  await page.locator(`[data-unit="${first!.uuid}"]`).press('Enter');
  await expect.poll(width).toBeGreaterThan(600);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
