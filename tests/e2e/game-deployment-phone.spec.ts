import { expect, test, type Locator } from '@playwright/test';
import { expectAccessible } from './axe';
import { againstComputer, firstUnits, pressMain, uncovered } from './deploying';
import { newBattle } from './game-table';
import { message } from './support';

test('on a phone the units to deploy come first, the hint leaves the map free, and nothing moves under the thumb', async ({
  page,
}) => {
  await againstComputer(page);
  await pressMain(page, 'Roll the dice');
  await expect(page.getByRole('button', { name: 'Choose Lower Terrace' })).toBeVisible();
  const board = (await page.getByTestId('board').boundingBox())!;
  await page.touchscreen.tap(board.x + 12, board.y + board.height - 12);
  await expect(page.getByRole('complementary', { name: 'Hint' })).toBeVisible({ timeout: 60_000 });
  expect(await uncovered(page)).toBe(true);
  const card = firstUnits(page).getByRole('button').first();
  await expect(card).toBeEnabled({ timeout: 60_000 });
  // Who won the roll is said in a row of its own for some seconds, by which the panel is shorter.
  const hidden = async () => (await bottom(card)) - (await bottom(page.locator('.game-panel')));
  await expect.poll(hidden).toBeLessThanOrEqual(0);
  const seen = (await card.boundingBox())!;
  expect(await page.locator('.game-panel').evaluate((each) => each.scrollTop)).toBe(0);
  await expectAccessible(page);

  await pressMain(page, 'Next unit');
  await page.touchscreen.tap(board.x + 60, board.y + board.height - 60);
  await pressMain(page, 'Put it down');
  await expect(page.getByRole('region', { name: 'What the computer did' })).toBeAttached({ timeout: 60_000 });
  expect((await firstUnits(page).boundingBox())!.y).toBe(seen.y);
});

async function bottom(one: Locator): Promise<number> {
  const box = (await one.boundingBox())!;
  return box.y + box.height;
}

/** Whether nothing of the one lies over the other. */
async function apart(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [(await one.boundingBox())!, (await other.boundingBox())!];
  return a.y >= b.y + b.height || a.y + a.height <= b.y || a.x >= b.x + b.width || a.x + a.width <= b.x;
}

test('on a phone a message lies over no hint, no button and no map, and the formations of a unit in hand over no map', async ({
  page,
}) => {
  await page.addInitScript(() => localStorage.removeItem('hints-seen'));
  const battle = await newBattle(page);
  await page.goto(`/game/${battle.id}/view`);
  await pressMain(page, 'Roll the dice');
  const main = page.locator('.prompt-main');
  const stood = await main.boundingBox();
  await pressMain(page, 'Lower Terrace');
  const said = message(page, /Deployment zones have been assigned!/).locator('xpath=ancestor::li');
  await expect(said).toBeVisible();
  await expect(page.getByRole('complementary', { name: 'Hint' })).toBeVisible();
  const board = page.locator('.game-map-table');
  for (const other of [page.getByRole('complementary', { name: 'Hint' }), main, board, page.locator('.game-panel')])
    expect(await apart(said, other)).toBe(true);
  expect((await main.boundingBox())!.y + (await main.boundingBox())!.height).toBe(stood!.y + stood!.height);
  await expectAccessible(page);

  await page.locator('.unit-card').filter({ hasText: '10 miniatures' }).first().tap();
  const box = (await board.boundingBox())!;
  await page.touchscreen.tap(box.x + 60, box.y + box.height - 60);
  const formations = page.getByRole('toolbar', { name: 'Formation' });
  await formations.getByRole('button', { name: 'Line', exact: true }).tap();
  expect(await apart(formations, board)).toBe(true);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
});

test('on a phone a unit is put into reserve by the main button, and the battle can be begun below its name', async ({
  page,
}) => {
  const battle = await newBattle(page);
  const post = (path: string, body?: object) => battle.post(path, body);
  await post('roll', { stage: 'deployment' });
  const chooses = (await battle.state()).request!.army_uuid;
  await post('update_deployment', { selecting_army_uuid: chooses, deployment_zones: [], selected_zone_index: 0 });
  await page.goto(`/game/${battle.id}/view`);
  const card = page.locator('.unit-card:enabled').first();
  // The main button leads to each unit's card, however far down it stands.
  for (let unit = 0; unit < 6; unit += 1) {
    await pressMain(page, 'Next unit');
    await expect(page.locator('.unit-card').nth(unit)).toHaveAttribute('aria-pressed', 'true');
    await expect(page.locator('.unit-card[aria-pressed="true"]')).toBeInViewport({ ratio: 1 });
  }
  await card.tap();
  await expect(page.locator('.ghost')).toBeAttached();
  await page.getByText('Place in Reserves').tap();
  await expect(page.getByRole('region', { name: 'What is asked' }).getByText(/: starts in reserve\.$/)).toBeVisible();
  await expect(page.locator('.ghost')).toHaveCount(0);
  await pressMain(page, 'Into reserve');
  await expect(page.getByText(/^In reserve, to arrive in a later turn: /)).toBeVisible();

  // The rest as the computer has it, elsewhere.
  for (let now = await battle.state(); !now.deployment_status.all_units_deployed; now = await battle.state())
    await post('deploy_for_me');
  await page.reload();
  await expect(page.getByText(/^In reserve, to arrive in a later turn: /)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start Battle' })).toBeInViewport({ ratio: 1 });
  await expectAccessible(page);
});
