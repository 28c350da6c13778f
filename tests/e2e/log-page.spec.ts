import { expect, test } from '@playwright/test';
import { expectAccessibleInBothThemes } from './axe';
import { demo, freeUnit, openDemo, signedIn, slider, units } from './support';

test.describe('the demo battle', () => {
  test('LOGV-11 LOGV-15 opens without an account and counts its logs', async ({ page }) => {
    const { total } = await demo(page);
    await openDemo(page);
    await expect(page.getByRole('heading', { name: 'Log Visualization' })).toBeVisible();
    await expect(page.getByText(`${total} logs loaded for game demo`)).toBeVisible();
    expect(await units(page).count()).toBeGreaterThan(10);
    await page.goto('/shared/demo');
    await expect(page).toHaveURL('/shared/demo/logs');
  });

  test('LOGV-42 LOGV-43 LOGV-44 the three sliders move the battle', async ({ page }) => {
    await openDemo(page);
    const title = page.getByTestId('score-board');
    const anchors = () =>
      page.locator('.unit-anchor').evaluateAll((all) => all.map((each) => each.getAttribute('transform')).join());
    await expect(title).toContainText('Round 1 · Turn 1 · Command');
    const start = await anchors();
    await slider(page, 'Phase').fill('3');
    await expect(title).toContainText('Round 1 · Turn 1 · Shooting');
    await slider(page, 'Turn').fill('2');
    await expect(title).toContainText('Round 1 · Turn 2 · Shooting');
    await slider(page, 'Round').fill('4');
    await expect(title).toContainText('Round 4 · Turn 2 · Shooting');
    expect(await anchors()).not.toBe(start);
    await slider(page, 'Round').press('ArrowLeft');
    await expect(title).toContainText('Round 3');
  });

  test('on an upright tablet and a phone on its side both armies are named, and no label covers another', async ({
    page,
  }) => {
    for (const [width, height] of [
      [768, 1024],
      [844, 390],
    ] as const) {
      await page.setViewportSize({ width, height });
      await openDemo(page);
      const board = page.getByTestId('score-board');
      for (const name of ['The Long Watch', 'The Great Flood'])
        expect(await board.getByText(name).evaluate((each) => each.scrollWidth - each.clientWidth)).toBe(0);
      const labels = await page
        .getByRole('region', { name: 'Time' })
        .getByText(/^(Comm|Move|Shoo|Char|Comb|Clea)$/)
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect()));
      expect(labels).toHaveLength(6);
      labels.reduce((before, after) => {
        expect(after.left).toBeGreaterThan(before.right);
        return after;
      });
      expect(labels.at(-1)!.right).toBeLessThan(width);
    }
  });

  test('LOGV-51 LOGV-52 six phases; what else the turn has is Unknown', async ({ page }) => {
    await openDemo(page);
    for (const [index, name] of ['Command', 'Movement', 'Shooting', 'Charge', 'Combat', 'Cleanup'].entries()) {
      await slider(page, 'Phase').fill(String(index + 1));
      await expect(slider(page, 'Phase')).toHaveAttribute('aria-valuetext', name);
    }
    await page.getByRole('button', { name: 'Deployment', exact: true }).click();
    await expect(slider(page, 'Phase')).toHaveAttribute('aria-valuetext', 'Unknown');
  });

  test('LOGV-55 LOGV-56 LOGV-57 LOGV-58 LOGV-94 an action of each type opens, and draws or shows its own', async ({
    page,
  }) => {
    const { actions } = await demo(page);
    const types = [...new Set(actions.map((each) => each.log_type))];
    expect(types).toEqual(expect.arrayContaining(['movement', 'combat', 'charge']));
    for (const type of types) {
      const action = actions.find(
        (each) => each.log_type === type && (type !== 'combat' || (each.targets?.length ?? 0) > 0),
      );
      if (!action) continue;
      await openDemo(page, action.id);
      const open = page.locator(`[data-action="${action.id}"]`);
      await expect(open.getByRole('button', { expanded: true }).first()).toBeVisible();
      for (const fact of ['Phase', 'Phase time', 'Type', 'Message'])
        await expect(open.getByText(fact, { exact: true })).toBeVisible();
      await open.getByRole('button', { name: 'Show Full JSON' }).click();
      await expect(open.locator('pre')).toContainText(`"id": ${action.id}`);
    }
  });

  test('LOGV-62 LOGV-63 LOGV-64 movement is green, shooting red, a charge orange', async ({ page }) => {
    const { actions } = await demo(page);
    const moved = actions.find((each) => each.log_type === 'movement' && (each.graphics?.arrows.length ?? 0) > 0);
    const shot = actions.find(
      (each) => each.log_type === 'combat' && each.phase === 'shooting' && (each.targets?.length ?? 0) > 0,
    );
    const charge = actions.find((each) => each.log_type === 'charge' && each.success === true);
    for (const [action, kind, is] of [
      [moved, 'movement', ([r, g, b]: number[]) => g! > r! && g! > b!],
      [shot, 'shooting', ([r, g, b]: number[]) => r! > 200 && g! < 120 && b! < 120],
      [charge, 'charge', ([r, g, b]: number[]) => r! > 200 && g! > 120 && b! < 100],
    ] as const) {
      expect(action, `the demo battle has a ${kind} action`).toBeTruthy();
      await openDemo(page, action!.id);
      const arrow = page.locator(`.action-arrow[data-kind="${kind}"]`).first();
      await expect(arrow).toBeAttached();
      const rgb = (await arrow.evaluate((each) => getComputedStyle(each).stroke)).match(/\d+/g)!.map(Number);
      expect(is(rgb), `${kind} is drawn in ${rgb.join(', ')}`).toBe(true);
    }
  });

  test('LOGV-65 an attack in the combat phase is marked by an X', async ({ page }) => {
    const fight = (await demo(page)).actions.find(
      (each) => each.log_type === 'combat' && each.phase === 'combat' && (each.targets?.length ?? 0) > 0,
    );
    await openDemo(page, fight!.id);
    const cross = page.locator('.action-cross').first();
    await expect(cross).toBeVisible();
    const size = await cross.evaluate((each) => {
      const { width, height } = (each as unknown as SVGGraphicsElement).getBBox();
      return [width, height].map(Math.round);
    });
    expect(size).toEqual([20, 20]);
  });

  test('LOGV-76 LOGV-77 LOGV-80 a dice cell shows what stood behind it, twice closes it', async ({ page }) => {
    const shot = (await demo(page)).actions.find(
      (each) => each.log_type === 'combat' && (each.targets?.[0]?.dice_logs[0]?.attacks.length ?? 0) > 2,
    );
    await openDemo(page, shot!.id);
    const cell = page.getByRole('button', { name: /^Hit needed/ }).first();
    await cell.click();
    await expect(page.getByTestId('roll-detail')).toContainText('Hit');
    await expect(page.getByTestId('roll-detail')).not.toContainText('No buffs');
    await cell.click();
    await expect(page.getByTestId('roll-detail')).toHaveCount(0);
  });

  test('LOGV-30 LOGV-33 LOGV-35 LOGV-36 LOGV-39 a unit shows its card, its sheet and its ranges', async ({ page }) => {
    await openDemo(page);
    const unit = await freeUnit(page);
    await unit.locator('.unit-marker').hover();
    await expect(page.getByRole('tooltip')).toBeVisible();
    await unit.locator('.unit-marker').click();
    const panel = page.getByTestId('unit-panel');
    await expect(panel.locator('img')).toHaveJSProperty('complete', true);
    expect(await panel.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBeGreaterThan(0);
    await expect(page.locator('.range-ring[data-range="move"] circle')).toHaveCount(1);
    await panel.getByRole('button', { name: 'Close' }).click();
    await expect(page.locator('.range-ring')).toHaveCount(0);
  });

  test('LOGV-26 LOGV-27 sight is answered by the server and drawn in wedges', async ({ page }) => {
    await openDemo(page);
    const answer = page.waitForResponse('**/api/sight');
    const shooter = page.locator('.unit');
    for (let index = 0; index < (await shooter.count()); index += 1) {
      await shooter.nth(index).focus();
      await page.keyboard.press('Enter');
      if (await page.locator('.range-weapon').count()) break;
    }
    expect((await answer).status()).toBe(200);
    await expect(page.locator('[data-sight="visible"]')).toBeAttached();
    await expect(page.locator('.map-key')).toBeVisible();
  });

  test('LOGV-40 LOGV-41 Shift-click measures', async ({ page }) => {
    await openDemo(page);
    const board = (await page.getByTestId('board').boundingBox())!;
    const inch = board.width / 60;
    const shiftClick = (x: number, y: number) => page.mouse.click(board.x + x * inch, board.y + y * inch);
    await page.keyboard.down('Shift');
    await shiftClick(20, 22);
    await shiftClick(32, 22);
    await page.keyboard.up('Shift');
    await expect(page.getByTestId('measure')).toHaveText('12.0″');
    await page.keyboard.press('Escape');
    await expect(page.getByTestId('measure')).toHaveCount(0);
  });

  test('LOGV-46 LOGV-49 layers come and go', async ({ page }) => {
    await openDemo(page);
    const boxes = page.getByRole('checkbox', { name: /^Units for / });
    await expect(boxes).toHaveCount(2);
    const all = await units(page).count();
    await boxes.first().uncheck();
    expect(await units(page).count()).toBeLessThan(all);
    await page.getByRole('checkbox', { name: 'Terrain' }).uncheck();
    await expect(page.locator('.terrain')).toHaveCount(0);
  });

  test('LOGV-112 CONST-5 armies are a translucent blue and a translucent red', async ({ page }) => {
    await openDemo(page);
    const fill = async (army: number) =>
      (
        await page
          .locator(`.unit[data-army="${army}"] .unit-marker`)
          .first()
          .evaluate((each) => getComputedStyle(each).fill)
      )
        .match(/[\d.]+/g)!
        .map(Number);
    const [blue, red] = [await fill(0), await fill(1)];
    expect(blue[2]).toBeGreaterThan(blue[0]!);
    expect(red[0]).toBeGreaterThan(red[2]!);
    expect([blue[3], red[3]]).toEqual([0.5, 0.5]);
  });

  test('wheel and keys zoom the map, a drag moves it, 0 fits it', async ({ page }) => {
    await openDemo(page);
    const board = page.getByTestId('board');
    const width = async () => (await board.boundingBox())!.width;
    const fit = await width();
    const map = (await page.locator('.map-svg').boundingBox())!;
    await page.mouse.move(map.x + map.width / 2, map.y + map.height / 2);
    await page.mouse.wheel(0, -300);
    await expect.poll(width).toBeGreaterThan(fit * 1.2);
    const before = (await board.boundingBox())!.x;
    await page.mouse.down();
    await page.mouse.move(map.x + map.width / 2 + 40, map.y + map.height / 2, { steps: 4 });
    await page.mouse.up();
    expect(Math.abs((await board.boundingBox())!.x - before)).toBeGreaterThan(20);
    await page.keyboard.press('0');
    await expect.poll(width).toBeCloseTo(fit, 0);
    await page.keyboard.press('+');
    await expect.poll(width).toBeGreaterThan(fit * 1.2);
  });

  test("LOGV-99 the game's own page has every phase, and refreshes by what is new", async ({ page }) => {
    const { total } = await demo(page);
    await signedIn(page);
    await page.goto('/games/demo/logs');
    await expect(page.getByText(`${total} logs loaded for game demo`)).toBeVisible();
    await expect(slider(page, 'Phase')).toHaveAttribute('aria-valuetext', 'Deployment');
    const later = page.waitForRequest(/logs_json\?since_id=\d+/);
    await page.getByRole('button', { name: 'Refresh Logs' }).click();
    await (await later).response();
    await expect(page.getByRole('button', { name: 'Refresh Logs' })).toBeEnabled();
    await expect(page.getByText(`${total} logs loaded for game demo`)).toBeVisible();
  });

  test('play steps by itself, and the address follows', async ({ page }) => {
    await openDemo(page);
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Pause' })).toBeVisible();
    await expect(page).toHaveURL(/action=\d+/);
    await page.keyboard.press('Space');
    await expect(page.getByRole('button', { name: 'Play' })).toBeVisible();
  });

  test('the initial JavaScript of the page is at most 200 kB compressed', async ({ page }) => {
    const sizes: number[] = [];
    page.on('response', async (response) => {
      if (response.url().endsWith('.js') && response.url().includes('/assets/'))
        sizes.push((await response.request().sizes()).responseBodySize);
    });
    await openDemo(page);
    await page.waitForLoadState('networkidle');
    expect(sizes.length).toBeGreaterThan(1);
    expect(sizes.reduce((sum, each) => sum + each, 0)).toBeLessThan(200_000);
  });
});

test.describe('accessible', () => {
  test('axe finds nothing on the log page, in the dark and in the light', async ({ page }) => {
    const shot = (await demo(page)).actions.find(
      (each) => each.log_type === 'combat' && (each.targets?.[0]?.dice_logs[0]?.attacks.length ?? 0) > 2,
    );
    await openDemo(page, shot!.id);
    await page
      .getByRole('button', { name: /^Hit needed/ })
      .first()
      .click();
    await (await freeUnit(page)).locator('.unit-marker').click();
    await expect(page.getByTestId('unit-panel')).toBeVisible();
    await page.mouse.move(2, 2);
    await expectAccessibleInBothThemes(page);
  });

  test('axe finds nothing on the upload form and the front page, in the dark and in the light', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Watch the demo battle' })).toBeVisible();
    await expectAccessibleInBothThemes(page);
    await signedIn(page);
    await page.goto('/logs');
    await page.getByRole('button', { name: 'Upload and Visualize' }).click();
    await expect(page.getByText('Please select a file to upload').first()).toBeVisible();
    await expectAccessibleInBothThemes(page);
  });

  test('the map is reached and used by keys alone', async ({ page }) => {
    await openDemo(page);
    await units(page).first().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByTestId('unit-panel')).toBeVisible();
    await page.keyboard.press('m');
    await units(page).nth(1).focus();
    await page.keyboard.press('m');
    await expect(page.getByTestId('measure')).toBeVisible();
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });
});
