import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { inchOf } from './game-table';
import { Skirmish } from './skirmish';

type Spot = [number, number];

const line = (page: Page, kind: 'aimed' | 'far') =>
  page.locator(`[data-layer="ahead"] .ahead-line[data-ahead="${kind}"]`);
const card = (page: Page) => page.getByTestId('ahead-card');

interface Unit {
  uuid: string;
  name: string;
  location: Spot | null;
}

/** A battle at its first movement, shown: a unit that may move, and the enemies. */
async function moving(page: Page) {
  const battle = await Skirmish.begin(page);
  await battle.deploy();
  await battle.until('movement');
  await page.goto(`/game/${battle.gameId}/view`);
  await expect(page.getByRole('heading', { name: 'Movement Phase', exact: true })).toBeVisible();
  const units = (mine: boolean): (Unit & { location: Spot })[] =>
    battle.state.game_model.armies
      .filter((army: { uuid: string }) => (army.uuid === battle.state.request.army_uuid) === mine)
      .flatMap((army: { units: Unit[] }) => army.units)
      .filter((unit: Unit) => unit.location);
  return { battle, own: units(true)[0]!, enemies: units(false) };
}

/** Draws the unit that is held to a place so many inches short of another. */
async function drawTo(page: Page, from: Spot, to: Spot, short: number): Promise<void> {
  const { left, top, inch } = await inchOf(page);
  const far = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
  const [x, y] = [0, 1].map((axis) => to[axis as 0 | 1] + ((from[axis as 0 | 1] - to[axis as 0 | 1]) * short) / far);
  await page.mouse.move(left + x! * inch, top + y! * inch, { steps: 4 });
}

/** The card leaves where the unit is dragged to, and there is nothing under it that is aimed at. */
async function keepsAway(page: Page): Promise<void> {
  const before = (await card(page).boundingBox())!;
  const [x, y] = [before.x + before.width / 2, before.y + before.height / 2];
  await page.mouse.move(x, y, { steps: 4 });
  await expect(async () => {
    const now = (await card(page).boundingBox())!;
    expect(x < now.x || x > now.x + now.width || y < now.y || y > now.y + now.height).toBe(true);
  }).toPass();
}

test.describe.configure({ timeout: 150_000 });

test('a dragged unit shows which enemies it would see and hurt, and which would hurt it, and changes nothing', async ({
  page,
}) => {
  const { battle, own, enemies } = await moving(page);
  const before = battle.state.number;
  const asked: { unit_uuid: string; places: Spot[] }[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/preview')) asked.push(request.postDataJSON());
  });
  await drawTo(page, own.location, own.location, 0);
  await page.mouse.down();
  // Terrain may stand between it and one of them.
  let tries = 0;
  await expect(async () => {
    await drawTo(page, own.location, enemies[tries++ % enemies.length]!.location, 6);
    await expect(card(page)).toContainText(/[12] in range/, { timeout: 1500 });
  }).toPass();
  await keepsAway(page);
  await drawTo(page, own.location, enemies[(tries - 1) % enemies.length]!.location, 6);
  await expect(card(page)).toContainText(/[12] in range/);
  await expect(line(page, 'aimed')).not.toHaveCount(0);
  const tags = page.getByTestId('ahead-tag').filter({ hasText: /Deals \d+\.\d, \d+\.\d slain/ });
  await expect(tags).not.toHaveCount(0);
  await expect(tags.filter({ hasText: /Takes \d+\.\d/ })).not.toHaveCount(0);
  await expect(card(page)).toContainText(/Sees [12] of 2 enemies, [12] in range/);
  await expect(card(page)).toContainText(/Danger \d+\.\d of 10 wounds: /);
  expect(asked.at(-1)!.unit_uuid).toBe(own.uuid);
  expect(asked.at(-1)!.places).toHaveLength(5);
  await expectAccessible(page);

  await page.keyboard.press('Escape');
  await page.mouse.up();
  await expect(card(page)).toHaveCount(0);
  await expect(page.locator('[data-layer="ahead"]')).toHaveCount(0);
  expect((await battle.now()).number).toBe(before);
});

test('arrow keys look ahead too, and the setting switches it off', async ({ page }) => {
  const { own } = await moving(page);
  await page.locator(`[data-unit-card="${own.uuid}"]`).getByRole('button', { name: 'Move', exact: true }).click();
  await expect(card(page)).toContainText(/Sees \d of 2/);
  // At the map's top too, it leaves the formations free, which are pressed.
  const bar = (await page.locator('.formation-bar').boundingBox())!;
  await page
    .getByTestId('ahead-card')
    .locator('..')
    .evaluate((place) => (place.dataset.corner = 'top right'));
  expect((await card(page).boundingBox())!.y).toBeGreaterThanOrEqual(bar.y + bar.height);
  const asked = page.waitForRequest('**/preview');
  await page.keyboard.press('ArrowRight');
  expect((await asked).postDataJSON().unit_uuid).toBe(own.uuid);
  await page.keyboard.press('Escape');

  await page.evaluate(() => localStorage.setItem('look-ahead', 'off'));
  await page.reload();
  await page.locator(`[data-unit-card="${own.uuid}"]`).getByRole('button', { name: 'Move', exact: true }).click();
  await expect(page.locator('.ghost')).toBeVisible();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByTestId('ghost-figure')).toHaveText(/^0\.5 of /);
  await expect(card(page)).toHaveCount(0);
});

test('one key lays the enemy’s threat over the table, with numbers, and takes it off', async ({ page }) => {
  await moving(page);
  await page.keyboard.press('t');
  await expect(page.getByTestId('heat-key')).toContainText(
    'Enemy’s next turn, at most: wounds expected by ten miniatures',
  );
  await expect(page.getByTestId('heat-number')).toHaveCount(70);
  const numbers = (await page.getByTestId('heat-number').allTextContents()).map(Number);
  expect(Math.max(...numbers)).toBeGreaterThan(0);
  await expect(page.locator('[data-heat]')).toHaveCount(3);
  await page.keyboard.press('t');
  await expect(page.locator('[data-layer="heat"]')).toHaveCount(0);

  await page.getByRole('button', { name: /^(Overlays|Layers)$/ }).click();
  await page.getByRole('checkbox', { name: 'Enemy threat (T)' }).click();
  await expect(page.locator('[data-layer="heat"]')).toBeAttached();
  await page.getByRole('button', { name: 'Keys (?)' }).click();
  await expect(page.getByRole('dialog')).toContainText('The enemy’s threat');
});
