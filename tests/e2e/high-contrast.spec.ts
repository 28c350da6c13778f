import { expect, test, type Locator } from '@playwright/test';
import { newBattle, toMovement } from './game-table';
import { freeUnit, signedIn } from './support';

test.beforeEach(({ page }) => page.emulateMedia({ forcedColors: 'active', colorScheme: 'light' }));

type Looked = 'backgroundColor' | 'borderTopWidth' | 'borderTopColor' | 'borderLeftColor' | 'borderRightColor';
const look = (what: Locator, of: Looked): Promise<string> =>
  what.evaluate((each, property) => getComputedStyle(each)[property], of);
const ground = (what: Locator) => look(what, 'backgroundColor');
const border = (what: Locator) => look(what, 'borderTopWidth');

test("in the device's own colours the main button is filled, and what is chosen can be seen", async ({ page }) => {
  await signedIn(page);
  await page.goto('/games/new_sim');
  const start = page.getByRole('button', { name: 'Fight the battles' });
  await expect(start).toBeVisible();
  expect(await ground(start)).not.toBe(await ground(page.locator('html')));

  const boards = page.getByRole('group', { name: 'Board' }).locator('.pick');
  const chosen = boards.filter({ has: page.locator(':checked') });
  await expect(chosen).toHaveCount(1);
  const thick = await border(chosen);
  expect(thick).not.toBe(await border(boards.last()));
  await boards.last().click();
  await expect.poll(() => border(boards.last())).toBe(thick);
});

test("in the device's own colours the timeline keeps the armies' marks, and the statistics their bars", async ({
  page,
}) => {
  await page.goto('/shared/demo/logs');
  const marks = page.locator('.controls-layers .rounded-full');
  await expect(marks).toHaveCount(2);
  const paper = await ground(page.locator('html'));
  const [blue, red] = [await ground(marks.first()), await ground(marks.last())];
  expect(new Set([paper, blue, red]).size).toBe(3);

  await page.getByRole('link', { name: 'Statistics' }).click();
  const bar = (side: 0 | 1) => page.locator(`.comparison [data-color="${side}"] .track i`).first();
  await expect(bar(0)).toBeVisible();
  expect([await ground(bar(0)), await ground(bar(1))]).toEqual([blue, red]);
});

test("in the device's own colours a simulation's band and its two shares can be told from their ground", async ({
  page,
}) => {
  await signedIn(page);
  await page.goto('/games/new_sim');
  await page.getByText('20', { exact: true }).click();
  await page.getByRole('button', { name: 'Fight the battles' }).click();
  const shares = page.locator('.wins > span');
  await expect(shares.first()).toBeVisible({ timeout: 60_000 });
  const paper = await ground(page.locator('html'));
  expect(await ground(shares.first())).not.toBe(paper);
  expect(await ground(page.locator('.rate-band').first())).not.toBe(paper);
});

test("in the device's own colours a score says whose units are which, and the key to the sight has the map's lines", async ({
  page,
}) => {
  const battle = await newBattle(page);
  await toMovement(battle);
  await page.goto(`/game/${battle.id}/view`);
  const score = (side: string) => page.locator(`.game-score[data-side="${side}"]`);
  await expect(score('red')).toBeVisible();
  const [blue, red] = [await look(score('blue'), 'borderLeftColor'), await look(score('red'), 'borderRightColor')];
  expect(blue).not.toBe(red);

  await (await freeUnit(page)).locator('.unit-marker').click({ force: true });
  const seen = page.locator('.key-outline');
  await expect(seen).toBeVisible();
  const drawn = await page
    .locator('.sight-outline')
    .first()
    .evaluate((each) => getComputedStyle(each).stroke);
  expect(await look(seen, 'borderTopColor')).toBe(drawn);
  expect(await look(page.locator('.key-ends'), 'borderTopColor')).not.toBe(drawn);
});
