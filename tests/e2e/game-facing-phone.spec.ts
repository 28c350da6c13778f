import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe';
import { facing, ghostFacing, onScreen, toFirstUnit, toMovingUnit } from './long-bases';

test('on a phone two buttons turn a unit on a long base, as it is set up and as it moves', async ({ page }) => {
  test.setTimeout(150_000);
  const { battle, unit, zone } = await toFirstUnit(page);
  await page.locator('.unit-card').filter({ hasText: unit.name }).first().tap();
  const towardsEnemy = await ghostFacing(page);
  const right = page.getByRole('button', { name: 'Turn the base to the right' });
  await right.tap();
  await right.tap();
  await page.touchscreen.tap(...(await onScreen(page, zone)));
  await expect(page.locator('.ghost')).not.toHaveAttribute('data-state', 'bad');
  await page.locator('.prompt-main').tap();
  await expect.poll(() => facing(battle, unit)).toBe((towardsEnemy + 30) % 360);

  const mover = await toMovingUnit(page, battle);
  const before = (await facing(battle, mover))!;
  await page
    .locator(`[data-unit-card="${mover.uuid}"]`)
    .getByRole('button', { name: /^(Move|Fall Back)$/ })
    .tap();
  const left = page.getByRole('button', { name: 'Turn the base to the left' });
  await expect(left).toBeInViewport();
  const box = (await left.boundingBox())!;
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  await left.tap();
  await expect.poll(() => ghostFacing(page)).toBe((before + 345) % 360);
  await expectAccessible(page);
  await right.tap();
  await expect.poll(() => ghostFacing(page)).toBe(before);
  await left.tap();
  await page.locator('.prompt-main').tap();
  await expect.poll(() => facing(battle, mover)).toBe((before + 345) % 360);
});
