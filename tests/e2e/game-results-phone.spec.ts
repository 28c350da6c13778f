import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { declared, rolled, RESULT } from './volley';

async function shownInTwoLines(page: Page): Promise<void> {
  const battle = await declared(page);
  const last = page.getByRole('region', { name: 'The last dice' });
  const board = page.getByTestId('board');
  await expect(board).toBeVisible();
  await rolled(battle);
  await expect(last).toContainText(RESULT);
  const map = (await page.locator('.game-map-table').boundingBox())!;
  const line = (await last.boundingBox())!;
  expect(line.y).toBeGreaterThanOrEqual(map.y);
  expect(line.height).toBeLessThan(map.height / 4);
  await expectAccessible(page);
  await last.getByRole('button', { name: 'Dice of the last roll' }).tap();
  await expect(last.getByText('Save 5+')).toBeVisible();
  await last.getByRole('button', { name: 'Put the dice away' }).tap();
  await expect(last).toBeHidden();
}

test('on a phone what shots came to stands over the map in two lines, its dice by a tap', ({ page }) =>
  shownInTwoLines(page));

test.describe('on its side', () => {
  test.use({ viewport: { width: 844, height: 390 } });

  test('a phone shows no dice before they are asked for either', ({ page }) => shownInTwoLines(page));
});
