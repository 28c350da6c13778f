import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe';
import { signedIn } from './support';

// OPEN-1, NAV-42, OPEN-70
test('a match-up is tested, watched and read', async ({ page }) => {
  await page.goto('/games/new_sim');
  await expect(page).toHaveURL('/login');
  await signedIn(page);
  const chunks: string[] = [];
  page.on('request', (request) => chunks.push(request.url()));
  await page.goto('/games');
  await expect(page.getByRole('link', { name: 'Test a match-up' })).toBeVisible();
  const before = chunks.filter((each) => each.endsWith('.js')).length;
  await page.getByRole('link', { name: 'Test a match-up' }).click();
  await expect(page).toHaveURL('/games/new_sim');
  await expect(page.getByRole('heading', { level: 1, name: 'Test a match-up' })).toBeFocused();
  await expect(page.getByRole('radio', { name: 'Three Kilns' })).toBeVisible();
  expect(chunks.filter((each) => each.endsWith('.js')).length).toBeGreaterThan(before);
  await expectAccessible(page);

  await page.getByText('20', { exact: true }).click();
  await page.getByText('Weir Crossing', { exact: true }).click();
  await page.getByLabel('Seed').fill('7');
  await page.getByRole('button', { name: 'Fight the battles' }).click();
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page).toHaveURL(/\?job=/);
  await expect(page.getByRole('heading', { name: 'Victory points by round' })).toBeVisible({ timeout: 50_000 });
  await expect(page.getByText(/^20 battles on Weir Crossing, .*, seed 7/)).toBeVisible();
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(6);
  await expectAccessible(page);
  await page.reload();
  await expect(page.getByText(/seed 7/)).toBeVisible();
});

test('the battles of a match-up can be cancelled', async ({ page }) => {
  await signedIn(page);
  await page.goto('/games/new_sim');
  await page.getByText('2,000', { exact: true }).click();
  await page.getByRole('button', { name: 'Fight the battles' }).click();
  await page.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('These battles were cancelled.')).toBeVisible({ timeout: 20_000 });
  await page.getByRole('button', { name: 'Another match-up' }).click();
  await expect(page.getByRole('radio', { name: '2,000', exact: true })).toBeChecked();
});
