import { expect, test, type Locator } from '@playwright/test';
import { expectAccessible } from './axe';
import { newBattle, toMovement } from './game-table';
import { Skirmish } from './skirmish';

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

test('the map stays where the player has it when a unit is done, and moves only to one that is out of sight', async ({
  page,
}) => {
  test.setTimeout(150_000);
  const battle = await newBattle(page);
  await toMovement(battle);
  await page.goto(`/game/${battle.id}/view`);
  await expect(page.getByRole('heading', { name: 'Movement Phase', exact: true })).toBeVisible();
  const board = page.getByTestId('board');
  const box = async () => (await board.boundingBox())!;
  await expect.poll(async () => (await box()).width).toBeGreaterThan(600);
  const before = await box();
  const able = async () =>
    ((await battle.state()) as unknown as { units: Unit[] }).units.filter(
      (unit) => unit.marches?.length && unit.location,
    );
  const [first, second] = await able();
  const hold = async (unit: Unit) => {
    const there = page.locator(`[data-unit-card="${unit.uuid}"]`);
    await there.getByRole('button', { name: 'Hold position' }).tap();
    await expect(there.getByRole('button', { name: 'Hold position' })).toHaveCount(0);
  };
  const inSight = (unit: Unit) =>
    page.locator(`[data-unit="${unit.uuid}"] .unit-marker`).evaluate((marker) => {
      const [mark, map] = [marker.getBoundingClientRect(), marker.closest('svg')!.getBoundingClientRect()];
      return mark.left > map.left && mark.right < map.right && mark.top > map.top && mark.bottom < map.bottom;
    });
  expect(await inSight(second!)).toBe(true);
  await hold(first!);
  expect(await box()).toEqual(before);

  // The map is pulled away from all of them: the next that is asked for comes into sight, as near as before.
  const away = second!.location![0] < 30 ? 'ArrowRight' : 'ArrowLeft';
  // The focus may still go on to the next unit's buttons, where arrows are the panel's.
  const pulled = async () => {
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    for (let step = 0; step < 20; step += 1) await page.keyboard.press(away);
    return inSight(second!);
  };
  await expect.poll(pulled).toBe(false);
  await pulled(); // to the end, so that nothing is half in sight
  let was = '';
  const settled = async () => was === (was = JSON.stringify(await box()));
  await expect.poll(settled).toBe(true);
  await hold(second!);
  const [third] = await able();
  await expect.poll(() => inSight(third!)).toBe(true);
  expect((await box()).width).toBeCloseTo(before.width, 1);
});

for (const zooms of [false, true])
  test(`after a fight the map is ${zooms ? 'where the player zoomed to' : 'the whole board again'}`, async ({
    page,
  }) => {
    const battle = await Skirmish.begin(page);
    await battle.deploy();
    await battle.closeIn(10);
    await battle.until('shooting');
    await battle.open();
    const width = async () => (await page.getByTestId('board').boundingBox())!.width;
    await expect.poll(width).toBeLessThanOrEqual(390);
    const fire = page.getByRole('button', { name: /^Fire at/ });
    await page.locator(`[data-unit="${battle.state.units[0].uuid}"]`).press('Enter');
    await expect(fire).toBeVisible();
    await expect.poll(width).toBeGreaterThan(600);
    await fire.tap();
    const letBe = page.getByRole('button', { name: 'Let it be' });
    await expect(letBe).toBeVisible();
    await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur());
    if (zooms) await page.keyboard.press('-');
    const near = await width();
    expect(near).toBeGreaterThan(600);
    const over = page.getByRole('region', { name: 'What is asked' }).getByText('Every unit that could shoot has.');
    const due = letBe.or(page.getByRole('button', { name: 'Roll the dice' })).first();
    const goOn = async () => {
      if (await due.isVisible()) await due.tap({ timeout: 1000 }).catch(() => undefined);
      return over.isVisible();
    };
    await expect.poll(goOn, { timeout: 60_000 }).toBe(true);
    if (zooms) {
      await page.waitForTimeout(1000);
      expect(await width()).toBeCloseTo(near, 0);
    } else await expect.poll(width).toBeLessThanOrEqual(390);
  });

test('a charge that is put down on the map is shown as near as it may go', async ({ page }) => {
  const battle = await Skirmish.begin(page);
  await battle.deploy();
  await battle.closeIn(5);
  await battle.playOn(({ game_model: { phase, phase_time: time } }) => phase === 'charge' && time === 'middle');
  const [{ unit_uuid: charger, targets }] = battle.state.chargeable_units;
  await battle.did('charge_phase/record_charges', { charges: { [charger]: [targets[0].target_unit_uuid] } });
  const dice = { faces: [3, 3], source: 'typed' };
  await battle.did('charge_phase/process_charge', { charging_unit_uuid: charger, dice });
  await battle.playOn(({ request }) => request.kinds[0] === 'place');
  await battle.open();
  await expect(page.locator('.prompt-asked')).toContainText('Charge: choose a place for ');
  await expect.poll(async () => (await page.getByTestId('board').boundingBox())!.width).toBeGreaterThan(600);
});

test('a tap on a unit and one on a place show it there; a second tap moves it, and so does the button', async ({
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
  const ghost = page.locator('.ghost-block');
  const main = page.getByRole('button', { name: 'Move here' });
  /** The nearest place on the screen to a unit where nothing but ground lies. */
  const groundBy = (unit: Unit) =>
    page.locator(`[data-unit="${unit.uuid}"] .unit-marker`).evaluate((marker) => {
      const [svg, mark] = [marker.closest('svg')!, marker.getBoundingClientRect()];
      const { left, top, width, height } = svg.getBoundingClientRect();
      const found: [number, number, number][] = [];
      for (let x = left + 10; x < left + width - 10; x += 6)
        for (let y = top + 10; y < top + height - 10; y += 6) {
          // A browser takes a finger beside something that is pressed for one on it.
          const around = [-20, 0, 20].flatMap((dx) => [-20, 0, 20].map((dy) => [x + dx, y + dy] as const));
          const things = around.map((each) => document.elementFromPoint(...each));
          if (things.every((each) => each && svg.contains(each) && !each.closest('[data-unit]')))
            found.push([Math.hypot(x - mark.x - mark.width / 2, y - mark.y - mark.height / 2), x, y]);
        }
      const [, x, y] = found.toSorted(([a], [b]) => a - b)[0]!;
      return [x, y] as const;
    });
  for (const again of [true, false]) {
    const [unit] = await able();
    await page.locator(`[data-unit="${unit!.uuid}"]`).dispatchEvent('click');
    await expect(page.locator(`[data-unit="${unit!.uuid}"]`)).toHaveAttribute('aria-pressed', 'true');
    // The sheet of the unit leads to what it can do, and lies neither over the map nor under the chat.
    await page.getByRole('button', { name: /^What to do/ }).tap({ trial: true, timeout: 5000 });
    const [sheet, map] = [page.locator('.map-card'), page.locator('.game-map')];
    expect((await sheet.boundingBox())!.y).toBeGreaterThan(
      await map.evaluate((each) => each.getBoundingClientRect().bottom),
    );
    await page.touchscreen.tap(...(await groundBy(unit!)));
    await expect(main).toBeVisible();
    await expect(
      page.getByRole('region', { name: 'What is asked' }).getByText(/: put it down, or drag it on\.$/),
    ).toBeVisible();
    if (again) await ghost.tap();
    else await main.tap();
    await expect(ghost).toHaveCount(0);
    await expect.poll(async () => (await able()).some(({ uuid }) => uuid === unit!.uuid)).toBe(false);
  }
});

test('the section that is open stands in sight in the row of sections', async ({ page }) => {
  const battle = await newBattle(page);
  await page.goto(`/game/${battle.id}/view#settings`);
  const section = page.getByRole('navigation', { name: 'Game' }).getByRole('button', { name: 'Settings' });
  await expect(section).toHaveAttribute('aria-current', 'page');
  await expect(section).toBeInViewport({ ratio: 1 });
});

test('the chat is put away by the thumb that opened it, and long names leave room to read what is asked', async ({
  page,
}) => {
  const battle = await newBattle(page);
  await page.goto(`/game/${battle.id}/view`);
  const head = page.getByRole('button', { name: /^Game Chat/ });
  await head.tap();
  await expect(page.getByRole('log', { name: 'Messages' })).toBeVisible();
  await expectAccessible(page);
  await head.tap();
  await expect(page.getByRole('log', { name: 'Messages' })).toHaveCount(0);

  const [main, asked] = [page.locator('.prompt-main'), page.locator('.prompt-asked')];
  const apart = async () => (await main.boundingBox())!.y - (await asked.boundingBox())!.y;
  expect(Math.abs(await apart())).toBeLessThan(30);
  await main.evaluate((button) => (button.textContent = 'Strike at Mudrunners 1 + Pack Matron'));
  await asked.evaluate((line) => (line.textContent = 'Kestrel Riders at Mudrunners 1 + Pack Matron: 4.2 of 17'));
  expect((await asked.boundingBox())!.width).toBeGreaterThan(200);
  const { x, width } = (await main.boundingBox())!;
  expect(x + width).toBeGreaterThan(370);
});

test('what is asked stands at the top of the panel, and what is only read has the whole height', async ({ page }) => {
  test.setTimeout(150_000);
  const battle = await newBattle(page);
  await toMovement(battle);
  await page.goto(`/game/${battle.id}/view`);
  await expect(page.getByRole('heading', { name: 'Movement Phase', exact: true })).toBeVisible();
  const panel = page.locator('.game-panel');
  const top = async (what: Locator) => (await what.boundingBox())!.y - (await panel.boundingBox())!.y;
  const heading = page.getByRole('heading', { name: 'Movement Phase', exact: true });
  expect(await top(heading)).toBeLessThan(60);
  expect(await top(page.locator('.first-turn'))).toBeGreaterThan(await top(page.locator('[data-unit-card]').first()));
  const board = async () => (await page.getByTestId('board').boundingBox())!;
  const before = await board();
  const hint = page.getByRole('complementary', { name: 'Hint' });
  await expect(hint).toBeVisible();

  for (const name of ['Stratagems', 'Abilities', 'Effects', 'Summary', 'Logs', 'Settings']) {
    await page.locator('.game-nav').getByRole('button', { name, exact: true }).tap();
    await expect(panel).toHaveAccessibleName(name);
    expect((await panel.boundingBox())!.height).toBeGreaterThan(450);
    await expect(page.getByTestId('board')).toBeHidden();
    await expect(hint).toBeHidden();
  }
  await page.locator('.game-nav').getByRole('button', { name: 'Battlefield', exact: true }).tap();
  await expect(page.getByTestId('board')).toBeVisible();
  expect(await board()).toEqual(before);
});
