import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe';
import { facing, ghostFacing, onScreen, toFirstUnit, toMovingUnit } from './long-bases';

test.describe.configure({ timeout: 150_000 });

test('a unit on a long base is set up turned, and turns in place by keys and by its handle, which Undo takes back', async ({
  page,
}) => {
  const { battle, unit, zone } = await toFirstUnit(page);
  await page.locator('.unit-card').filter({ hasText: unit.name }).first().click();
  const towardsEnemy = await ghostFacing(page);
  await page.keyboard.press('.');
  await page.keyboard.press('.');
  await page.keyboard.press('<');
  await page.mouse.click(...(await onScreen(page, zone)));
  await expect(page.locator('.ghost')).not.toHaveAttribute('data-state', 'bad');
  await page.locator('.prompt-main').click();
  await expect.poll(() => facing(battle, unit)).toBe((towardsEnemy + 25) % 360);
  await expect(page.locator(`[data-unit="${unit.uuid}"] .base-front`)).toHaveAttribute(
    'data-front',
    String((towardsEnemy + 25) % 360),
  );

  const mover = await toMovingUnit(page, battle);
  const before = (await facing(battle, mover))!;
  await page.locator(`[data-unit="${mover.uuid}"]`).press('Enter');
  await page.keyboard.press(',');
  await expect.poll(() => ghostFacing(page)).toBe((before + 345) % 360);
  await expect(page.getByTestId('ghost-word')).toHaveText(/[12]″ to turn/);
  await expectAccessible(page);

  const hold = (await page.locator('.ghost-turn-hold').boundingBox())!;
  expect(Math.min(hold.width, hold.height)).toBeGreaterThanOrEqual(24);
  const [x, y] = [hold.x + hold.width / 2, hold.y + hold.height / 2];
  const base = (await page.locator('.ghost-base').boundingBox())!;
  const [middle, level] = [base.x + base.width / 2, base.y + base.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  // A little less than ten degrees back about the middle of the base.
  const [c, s] = [Math.cos(Math.PI / 18), Math.sin(Math.PI / 18)];
  await page.mouse.move(middle + (x - middle) * c - (y - level) * s, level + (x - middle) * s + (y - level) * c, {
    steps: 4,
  });
  await page.mouse.up();
  await expect.poll(async () => Math.abs((((await ghostFacing(page)) - before + 540) % 360) - 180)).toBeLessThan(9);
  const chosen = await ghostFacing(page);
  expect(chosen).not.toBe((before + 345) % 360);
  await page.getByRole('button', { name: 'Move here' }).click();
  await expect.poll(() => facing(battle, mover)).toBe(chosen);
  await page.getByRole('button', { name: /^Take back / }).click();
  await expect.poll(() => facing(battle, mover)).toBe(before);
});
