import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { message } from './support';
import { inchOf, newBattle, toMovement } from './game-table';

const zoneMiddle = (shape: [number, number][]): [number, number] => [
  shape.reduce((sum, [x]) => sum + x, 0) / shape.length,
  shape.reduce((sum, [, y]) => sum + y, 0) / shape.length,
];
const figure = (page: Page) => page.getByTestId('ghost-figure');

test('SHELL-2 DEP-1 DEP-2 DEP-3 DEP-8 DEP-9 DEP-10 DEP-11 DEP-12 DEP-14 DEP-17 DEP-26 DEP-27 DEP-28 DEP-29 DEP-30 DEP-31 DEP-33 DEP-34 DEP-35 DEP-36 armies are set up by clicks on the map', async ({
  page,
}) => {
  const battle = await newBattle(page);
  await page.goto(`/game/${battle.id}/view`);
  await expect(page.getByRole('heading', { name: 'Roll for Deployment Zone Selection' })).toBeVisible();
  const clicked = Date.now();
  await page.getByRole('button', { name: 'Roll for Deployment' }).click();
  await expect(page.getByRole('button', { name: 'Rolling...' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /Wins!$/ })).toBeVisible();
  expect(Date.now() - clicked).toBeGreaterThanOrEqual(500);
  await expect(page.getByText('Select your deployment zone:')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Red Zone' })).toBeVisible();
  await page.getByRole('button', { name: 'Blue Zone' }).click();
  await expect(message(page, /Deployment zones have been assigned! .+ selected the Blue Zone/)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Units to Deploy' })).toBeVisible();

  const before = await battle.state();
  await page.locator('.unit-card:enabled').first().click();
  const finalize = page.getByRole('button', { name: 'Finalize Deployment' });
  await expect(page.getByText('Click on the map to place the unit')).toBeVisible();
  await expect(finalize).toBeDisabled();
  const side = before.game_model.armies.findIndex((army) => army.uuid === before.deployment_status.current_army_uuid);
  const [x, y] = zoneMiddle(before.map_data.deployment_zones.find((zone) => zone.owner_army_index === side)!.shape);
  const { left, top, inch } = await inchOf(page);
  await page.mouse.click(left + x * inch, top + y * inch);
  await expect(page.getByText(/^Unit location: \(/)).toBeVisible();
  await page.getByLabel('Place in Reserves').check();
  await expect(page.getByText('Unit will be placed in reserves')).toBeVisible();
  await page.getByLabel('Place in Reserves').uncheck();
  await expect(page.getByText('Click on the map to place the unit')).toBeVisible();
  const refreshed = page.waitForResponse('**/deployment_status');
  await page.getByRole('button', { name: 'Refresh Status' }).click();
  expect((await refreshed).status()).toBe(200);
  await page.mouse.click(left + x * inch, top + y * inch);
  const sent = page.waitForRequest('**/finalize_unit_deployment');
  await finalize.click();
  expect((await sent).postDataJSON()).toMatchObject({
    unit_uuid: before.deployment_status.units_to_deploy[side]![0]!.uuid,
    in_reserves: false,
    location: [expect.any(Number), expect.any(Number)],
  });
  await expect
    .poll(async () => (await battle.state()).deployment_status.current_army_uuid)
    .not.toBe(before.deployment_status.current_army_uuid);
});

test('MAP-1 MAP-3 MAP-4 MAP-5 MAP-19 MAP-20 MAP-25 MAP-36 MOVE-1 MOVE-2 MOVE-11 MOVE-12 MOVE-15 MOVE-18 MOVE-20 MOVE-21 MOVE-22 a unit is dragged by mouse and by keys, and taken back', async ({
  page,
}) => {
  test.setTimeout(150_000);
  const battle = await newBattle(page);
  await toMovement(battle);
  await page.goto(`/game/${battle.id}/view`);
  await expect(page.getByRole('heading', { name: 'Movement Phase', exact: true })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Map Preview' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Units Awaiting Movement' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'End Movement Phase' })).toBeDisabled();
  await expectAccessible(page);

  const card = page.locator('[data-unit-card]').first();
  await card.getByRole('button', { name: 'Move', exact: true }).click();
  await expect(card.getByText('Click and drag the unit on the map to move it')).toBeVisible();
  await expect(card.getByRole('button', { name: 'Finalize Movement' })).toHaveCount(0);
  await expect(page.locator('.range-ring[data-range="move + 3"]')).toHaveCount(1);
  await page.keyboard.press('ArrowLeft');
  await expect(figure(page)).toHaveText(/^0\.5 of \d+\.0″$/);
  await expect(card.getByRole('button', { name: 'Finalize Movement' })).toBeVisible();

  const grip = (await page.locator('.ghost-handle').boundingBox())!;
  const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x - 20, y, { steps: 2 });
  const board = await inchOf(page);
  await page.mouse.move(board.left + 30 * board.inch, board.top + 22 * board.inch, { steps: 4 });
  await page.mouse.up();
  const [, gone, limit] = /^([\d.]+) of ([\d.]+)″$/.exec((await figure(page).textContent()) ?? '')!;
  expect(gone).toBe(limit);
  await page.locator('.ghost-block').focus();
  await expectAccessible(page);

  for (let step = 0; step < 24 && (await page.locator('.ghost').getAttribute('data-state')) === 'bad'; step += 1)
    await page.keyboard.press(step % 3 ? 'ArrowLeft' : 'ArrowUp');
  const { number } = await battle.state();
  const sent = page.waitForRequest('**/movement_phase/finalize');
  await card.getByRole('button', { name: 'Finalize Movement' }).click();
  expect((await sent).postDataJSON()).toMatchObject({
    movement_type: 'move',
    new_location: [expect.any(Number), expect.any(Number)],
  });
  await expect(page.locator('.ghost')).toHaveCount(0);
  await expect(page.locator('.unit[data-selected]')).toHaveCount(0);
  const back = page.getByRole('button', { name: /^Take back / });
  await expect(back).toBeEnabled();
  await back.click();
  await expect.poll(async () => (await battle.state()).number).toBe(number);

  await page.locator('.objective').nth(1).press('Enter');
  await expect(page.getByRole('region', { name: 'Objective 2' })).toContainText('Army Control (3" Range)');
  await page.locator('.terrain').first().press('Enter');
  await expect(page.getByTestId('terrain-label')).toBeVisible();
  await page.getByLabel('Objectives').uncheck();
  await expect(page.locator('.objective')).toHaveCount(0);
  await page.getByLabel('Units', { exact: true }).uncheck();
  await expect(page.locator('.unit')).toHaveCount(0);
  await page.getByRole('button', { name: 'Hide Ranges/LOS' }).click();
  await expect(page.getByRole('button', { name: 'Show Ranges/LOS' })).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
});

interface Traced {
  name: string;
  args?: { data?: { nodeName?: string } };
}

test('a changed word in the panel causes no new layout of the map', async ({ page, browser }) => {
  const battle = await newBattle(page);
  await toMovement(battle);
  await page.goto(`/game/${battle.id}/view`);
  await expect(page.locator('.base').first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await browser.startTracing(page, {
    categories: ['devtools.timeline', 'disabled-by-default-devtools.timeline.invalidationTracking'],
  });
  await page.locator('.game-panel h2').evaluate(async (title) => {
    title.textContent = 'Another phase';
    await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  });
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: Traced[] };
  const found = traceEvents
    .filter(({ name }) => name === 'LayoutInvalidationTracking')
    .map(({ args }) => args?.data?.nodeName ?? '');
  expect(found.length).toBeGreaterThan(0);
  // The numbers at the board's edge never change: they are laid out only with the whole map.
  expect(found.filter((name) => name.includes('tick-number'))).toEqual([]);
});
