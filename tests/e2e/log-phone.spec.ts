import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { demo, freeUnit, openDemo, signedIn, slider } from './support';

/** The panel itself has taken the empty place that is kept for it. */
const sheetIsThere = (page: Page) => expect(page.getByRole('button', { name: 'Raise the panel' })).toBeVisible();

test('no page scrolls sideways, and the map stands on top', async ({ page }) => {
  for (const path of ['/shared/demo/logs', '/', '/logs']) {
    if (path === '/logs') await signedIn(page);
    await page.goto(path);
    await expect(page.getByRole('main')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  }
  await openDemo(page);
  await sheetIsThere(page);
  const map = (await page.locator('.map-svg').boundingBox())!;
  const sheet = (await page.locator('.sheet').boundingBox())!;
  expect(map.width).toBe(390);
  expect(sheet.y).toBeGreaterThanOrEqual(map.y + map.height - 1);
});

test('the sheet is pulled up and lowered, its tabs hold time, layers and the unit', async ({ page }) => {
  await openDemo(page);
  await sheetIsThere(page);
  const top = async () => (await page.locator('.sheet').boundingBox())!.y;
  const middle = await top();
  await page.getByRole('button', { name: 'Raise the panel' }).tap();
  await expect.poll(top).toBeLessThan(middle - 100);
  await page.getByRole('button', { name: 'Lower the panel' }).tap();
  await expect.poll(top).toBeCloseTo(middle, 0);
  await page.getByRole('tab', { name: 'Time' }).tap();
  await slider(page, 'Round').fill('3');
  await expect(page.getByTestId('score-board')).toContainText('Round 3');
  await page.getByRole('tab', { name: 'Layers' }).tap();
  await page.getByRole('checkbox', { name: 'Terrain' }).uncheck();
  await expect(page.locator('.terrain')).toHaveCount(0);
});

test('a tap opens a unit, two taps measure', async ({ page }) => {
  await openDemo(page);
  await (await freeUnit(page)).locator('.unit-marker').tap();
  await expect(page.getByTestId('unit-panel')).toBeVisible();
  await page.getByRole('button', { name: 'Measure' }).tap();
  const board = (await page.getByTestId('board').boundingBox())!;
  for (const x of [0.4, 0.6]) await page.touchscreen.tap(board.x + board.width * x, board.y + board.height * 0.5);
  await expect(page.getByTestId('measure')).toBeVisible();
  expect(Math.abs(Number.parseFloat((await page.getByTestId('measure').textContent())!) - 12)).toBeLessThan(0.3);
});

test('every control within reach is at least 44 pixels high', async ({ page }) => {
  const shot = (await demo(page)).actions.find(
    (each) => each.log_type === 'combat' && (each.targets?.[0]?.dice_logs[0]?.attacks.length ?? 0) > 2,
  );
  await openDemo(page, shot!.id);
  const low = await page.locator('.sheet button, .room-thumb button, .sheet label').evaluateAll((all) =>
    all
      .filter((each) => each.getClientRects().length > 0 && !each.classList.contains('sheet-handle'))
      .map((each) => ({
        text: each.getAttribute('aria-label') ?? each.textContent,
        height: each.getBoundingClientRect().height,
      }))
      .filter((each) => each.height < 43.5),
  );
  expect(low).toEqual([]);
});

test('axe finds nothing on a phone', async ({ page }) => {
  await openDemo(page);
  await expectAccessible(page);
  await page.getByRole('tab', { name: 'Time' }).tap();
  await expectAccessible(page);
});

test('two fingers zoom the map, one moves it, and the page stays', async ({ page }) => {
  await openDemo(page);
  const board = page.getByTestId('board');
  const before = (await board.boundingBox())!;
  const [x, y] = [195, before.y + before.height / 2];
  const touch = await page.context().newCDPSession(page);
  const fingers = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: [number, number][]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([px, py], id) => ({ x: px, y: py, id })) });
  await fingers('touchStart', [
    [x - 20, y],
    [x + 20, y],
  ]);
  for (const spread of [30, 45, 60])
    await fingers('touchMove', [
      [x - spread, y],
      [x + spread, y],
    ]);
  await fingers('touchEnd', []);
  await expect.poll(async () => (await board.boundingBox())!.width).toBeGreaterThan(before.width * 2);
  const zoomed = (await board.boundingBox())!.x;
  await fingers('touchStart', [[x, y]]);
  for (const moved of [20, 40, 60]) await fingers('touchMove', [[x + moved, y]]);
  await fingers('touchEnd', []);
  expect((await board.boundingBox())!.x - zoomed).toBeGreaterThan(30);
  expect(await page.evaluate(() => window.scrollY)).toBe(0);
});

test('the page of the figures ends where they end', async ({ page }) => {
  for (const path of ['/shared/demo/logs', '/shared/demo/logs?view=statistics']) {
    await page.goto(path);
    await expect(page.getByText(/logs loaded for game demo/)).toBeVisible();
    if (path.includes('view')) await expect(page.getByText('Luck of the dice')).toBeAttached();
    const height = await page.evaluate(() => document.documentElement.scrollHeight - window.innerHeight);
    expect(height, path).toBe(0);
  }
});
