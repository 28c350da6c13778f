import { expect, test, type Page } from '@playwright/test';
import { inchOf } from './game-table';
import { ARMIES, Skirmish } from './skirmish';

test.use({ actionTimeout: 20_000 });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Lets whatever may be answered pass, until something else is asked. */
async function passAll(page: Page, battle: Skirmish) {
  for (let state = await battle.now(); state.request.kinds[0] === 'pass'; state = await battle.now()) {
    await button(page, 'Pass').click();
    await expect.poll(async () => (await battle.now()).number).toBeGreaterThan(state.number);
  }
}

// MOVE-19
test('a unit advances by its roll, put down after a reload, and is shot at during its move', async ({ page }) => {
  const battle = await Skirmish.begin(page);
  await battle.deploy();
  await battle.until('movement');
  await battle.open();
  const [mine, theirs] = [ARMIES[battle.active]?.[0] ?? '', ARMIES[1 - battle.active]?.[0] ?? ''];
  const card = page.locator('[data-unit-card]').filter({ hasText: mine });
  await card.getByRole('button', { name: 'Advance' }).click();
  await expect.poll(async () => (await battle.now()).request.kinds[0]).not.toBe('move');
  await passAll(page, battle);
  await page.reload();
  await expect(page.locator('.ghost')).toBeVisible();
  const { left, top, inch } = await inchOf(page);
  const [x, y] = battle.towards(mine, theirs, 6);
  await page.mouse.click(left + x * inch, top + y * inch);
  await expect(card.getByRole('button', { name: 'Back to where it stood' })).toBeVisible();
  await card.getByRole('button', { name: 'Finalize Movement' }).click();

  await button(page, 'Use Shot on the Wing').click();
  await expect(page.getByRole('heading', { name: 'Shots in Answer' })).toBeVisible();
  await button(page, 'Resolve all').click();
  await expect(page.getByRole('heading', { name: 'Shots in Answer' })).toBeHidden();
  await passAll(page, battle);
  await expect(page.getByText(new RegExp(`${theirs} at .*: \\d+ damage`))).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Units Awaiting Movement' })).toBeVisible();
});
