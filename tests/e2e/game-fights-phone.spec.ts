import { expect, test, type Page } from '@playwright/test';
import { ARMIES, Skirmish } from './skirmish';
import { expectAccessible } from './support';

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });

const SHOTS = process.env.HIGHGROUND_SHOTS;

/** Nothing wider than the screen, nothing that axe finds. */
async function fits(page: Page, name: string) {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-390.png` });
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(await page.locator('.game-panel').evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBeLessThanOrEqual(0);
  await expectAccessible(page);
}

/** The header tells it all beside each other: where the battle is, both players, nothing cut off or over anything else. */
async function headerFits(page: Page) {
  const header = page.getByRole('banner');
  for (const text of ['Round 1', 'Turn 1', 'Game active', 'Live']) await expect(header.getByText(text, { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(header.getByRole('heading', { level: 1 })).toHaveText(/^Shooting Phase/);
  const boxes = await Promise.all(['Player 1', 'Player 2'].map(async (name) => (await header.getByRole('group', { name }).boundingBox())!));
  const [first, second] = boxes as [typeof boxes[0], typeof boxes[0]];
  expect(first.x).toBeGreaterThanOrEqual(0);
  expect(first.x + first.width).toBeLessThanOrEqual(second.x);
  expect(second.x + second.width).toBeLessThanOrEqual(390);
  const { clipped, height } = await header.evaluate((each) => ({ clipped: each.scrollWidth - each.clientWidth, height: each.getBoundingClientRect().height }));
  expect(clipped).toBeLessThanOrEqual(0);
  expect(height).toBeLessThan(120);
}

for (const theme of ['dark', 'light']) {
  test(`targets and dice fit a phone, ${theme}`, async ({ page }) => {
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
    const battle = await Skirmish.begin(page);
    await battle.deploy();
    await battle.closeIn(9);
    await battle.until('shooting');
    const mine = ARMIES[battle.active]?.[0] ?? '';
    await battle.open();
    await headerFits(page);
    await page.getByRole('button', { name: `Select Unit: ${mine}` }).tap();
    await expect(page.getByRole('figure', { name: /^Chance to slay/ })).toBeVisible();
    await fits(page, `${theme}-targets`);
    await page.getByRole('button', { name: 'Confirm Targets' }).tap();
    await page.getByRole('button', { name: 'Pass' }).tap();
    await page.getByRole('button', { name: 'Process Hit Roll' }).tap();
    await expect(page.getByRole('button', { name: /^(Process Wound Roll|Pass)$/ })).toBeVisible();
    await page.getByRole('table', { name: 'Combat Resolution' }).scrollIntoViewIfNeeded();
    await fits(page, `${theme}-rolled`);
  });
}
