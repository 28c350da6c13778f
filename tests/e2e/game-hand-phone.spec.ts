import { expect, test, type Page } from '@playwright/test';
import { inchOf, newBattle, toMovement } from './game-table';
import { expectAccessible } from './support';

type Spot = [number, number];
interface Unit {
  uuid: string;
  movement: number;
  location: Spot | null;
  marches?: unknown[];
}

/** Where a finger finds the unit. */
const middleOf = async (page: Page, uuid: string): Promise<Spot> => {
  const box = (await page.locator(`[data-unit="${uuid}"] .unit-marker`).boundingBox())!;
  return [box.x + box.width / 2, box.y + box.height / 2];
};

/** Drags a unit by one finger to the first place near it where it may stand. */
async function dragged(page: Page, uuid: string): Promise<void> {
  const touch = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: Spot[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });
  const { inch } = await inchOf(page);
  const [x, y] = await middleOf(page, uuid);
  await send('touchStart', [[x, y]]);
  await send('touchMove', [[x + 9, y]]);
  const ghost = page.locator('.ghost');
  await expect(ghost).toBeVisible();
  for (let way = 0; way < 16; way += 1) {
    const angle = (way * Math.PI) / 8;
    const figure = page.getByTestId('ghost-figure');
    await send('touchMove', [[x + Math.cos(angle) * 2 * inch, y + Math.sin(angle) * 2 * inch]]);
    await expect(figure).toHaveText(/^[12]\.\d of /);
    if ((await ghost.getAttribute('data-state')) !== 'bad') break;
  }
  await send('touchEnd', []);
}

test('the board fills the width and zooms to the unit in hand, which one drag moves; then to the next', async ({
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
  const [first, second] = await able();
  await expect.poll(async () => (await page.getByTestId('board').boundingBox())!.width).toBeGreaterThan(600);
  await expect(page.locator(`[data-unit="${first!.uuid}"] .unit-marker`)).toBeInViewport();
  await expectAccessible(page);

  await page.getByRole('button', { name: 'Fit the map' }).tap();
  const whole = (await page.getByTestId('board').boundingBox())!.width;
  expect(whole).toBeGreaterThan(360);
  expect(whole).toBeLessThanOrEqual(390);
  await page.locator(`[data-unit="${first!.uuid}"]`).press('Enter');
  await expect.poll(async () => (await page.getByTestId('board').boundingBox())!.width).toBeGreaterThan(600);
  await page.keyboard.press('Escape');

  await dragged(page, first!.uuid);
  await expect.poll(async () => (await able())[0]!.uuid).toBe(second!.uuid);
  await expect(page.locator(`[data-unit="${second!.uuid}"] .unit-marker`)).toBeInViewport();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
});
