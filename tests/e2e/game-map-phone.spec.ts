import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe';
import { inchOf, newBattle, toMovement } from './game-table';

test('a unit is dragged by touch, held at its limit; nothing scrolls sideways', async ({ page }) => {
  test.setTimeout(150_000);
  const battle = await newBattle(page);
  await toMovement(battle);
  await page.goto(`/game/${battle.id}/view`);
  await page.locator('[data-unit-card]').first().getByRole('button', { name: 'Move', exact: true }).tap();
  const grip = (await page.locator('.ghost-handle').boundingBox())!;
  const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2];
  const { inch } = await inchOf(page);
  // Farther than any unit goes; the map shows the unit's reach and not all of the board.
  const [dx, dy] = [11 * inch, 0];
  const touch = await page.context().newCDPSession(page);
  const send = (type: 'touchStart' | 'touchMove' | 'touchEnd', points: { x: number; y: number }[]) =>
    touch.send('Input.dispatchTouchEvent', { type, touchPoints: points });
  await send('touchStart', [{ x, y }]);
  for (let step = 1; step <= 6; step += 1)
    await send('touchMove', [{ x: x + (dx * step) / 6, y: y + (dy * step) / 6 }]);
  await send('touchEnd', []);
  await expect(page.getByTestId('ghost-figure')).toHaveText(/^([\d.]+) of \1″$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  // A tap soon after a finger that was fast is taken by the browser for the end of a fling, and does nothing.
  await expect(async () => {
    await page.getByRole('button', { name: 'Layers' }).tap();
    await expect(page.getByLabel('Transponders')).toBeVisible({ timeout: 2_000 });
  }).toPass({ timeout: 20_000 });
  await expectAccessible(page);
});
