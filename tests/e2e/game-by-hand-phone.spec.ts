import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe';
import { newBattle, toMovement } from './game-table';

const SHOTS = process.env.HIGHGROUND_SHOTS;

test('what is done by hand is searched for and fits the width of a phone', async ({ page }) => {
  test.setTimeout(150_000);
  const battle = await newBattle(page);
  await toMovement(battle);
  await page.goto(`/game/${battle.id}/view`);
  await expect(page.getByRole('heading', { name: 'Movement Phase', exact: true })).toBeVisible();
  await page
    .getByRole('navigation', { name: 'Game' })
    .getByRole('button', { name: /^Abilities/ })
    .first()
    .tap();
  const card = page.getByRole('article', { name: 'By hand' }).filter({ visible: true }).first();
  const field = card.getByRole('combobox', { name: 'Changes' });
  await field.tap();
  await field.fill('anti');
  await expect(card.getByRole('option', { name: 'Weapons gain anti-…' })).toBeInViewport();
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/by-hand-list-phone.png` });
  await card.getByRole('option', { name: 'Weapons gain anti-…' }).tap();
  await card.getByRole('combobox', { name: 'For' }).selectOption({ index: 1 });
  await card.getByRole('textbox', { name: 'Against' }).fill('vehicle');
  await card.getByRole('textbox', { name: 'On this or more' }).fill('4+');
  await card.getByRole('button', { name: 'Switch on' }).scrollIntoViewIfNeeded();
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/by-hand-keyword-phone.png` });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  await expectAccessible(page);
  await card.getByRole('button', { name: 'Switch on' }).tap();
  await expect(card.getByText(/gains \[anti-vehicle 4\+\] of its weapons/)).toBeVisible();
});
