import { expect, test, type Page } from '@playwright/test';
import { toHitRoll, withTray } from './hit-roll';
import { starTray } from './table-photos';

test.describe.configure({ timeout: 180_000 });

const DICE = 10;

async function look(page: Page) {
  await page.getByRole('button', { name: 'View Dice Image' }).click();
  const read = page.getByRole('dialog', { name: 'Dice Tray Analysis' });
  await expect(read.getByText(`${DICE} dice in the tray.`)).toBeVisible({ timeout: 60_000 });
  return read;
}

// DICE-1
test('dice with a star in place of the six are asked about once, and then read', async ({ page }, info) => {
  const [first, second] = [7, 8].map((seed) => starTray(info.outputPath(), DICE, seed).faces);
  const sixes = (faces: number[] | undefined) => faces?.filter((face) => face === 6).length ?? 0;
  const battle = await withTray(page);
  await toHitRoll(page, battle);

  await test.step('one answer is about all of them', async () => {
    await battle.photograph(starTray(info.outputPath(), DICE, 7).path, 'dice tray');
    const read = await look(page);
    await expect(read.getByText(`${sixes(first)} dice show the same symbol: tap the face`)).toBeVisible();
    await page.screenshot({ path: info.outputPath('symbol-wide.png') });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: info.outputPath('symbol-narrow.png') });
    await page.setViewportSize({ width: 1440, height: 900 });
    await read.getByRole('button', { name: 'The marked symbol stands for 6' }).click();
    await expect(read.getByText('Remembered: this symbol counts as 6.')).toBeVisible();
    await expect(read.getByRole('button', { name: /^Die \d+ shows 6$/ })).toHaveCount(sixes(first));
    await expect(read.getByRole('button', { name: 'Use these dice' })).toBeEnabled();
    await page.keyboard.press('Escape');
  });

  await test.step('the next photo is read without a question, and its dice are the hit roll', async () => {
    await battle.photograph(starTray(info.outputPath(), DICE, 8).path, 'dice tray');
    const read = await look(page);
    await expect(read.getByRole('button', { name: /^Die \d+ shows 6$/ })).toHaveCount(sixes(second));
    await expect(read.getByText(/doubtful|same symbol/)).toHaveCount(0);
    await read.getByRole('button', { name: 'Use these dice' }).click();
    await expect(read).toBeHidden();
    const rolled = page.getByRole('table', { name: 'Combat Resolution' });
    await expect(rolled.getByRole('img', { name: /^6, / })).toHaveCount(sixes(second));
  });

  await test.step('the settings list it, and it can be forgotten', async () => {
    await page.goto('/settings');
    const symbols = page.getByRole('list', { name: 'Symbols' });
    await expect(symbols.getByRole('listitem')).toHaveCount(1);
    await symbols.scrollIntoViewIfNeeded();
    await page.screenshot({ path: info.outputPath('settings-wide.png') });
    await page.setViewportSize({ width: 390, height: 844 });
    await symbols.scrollIntoViewIfNeeded();
    await page.screenshot({ path: info.outputPath('settings-narrow.png') });
    await page.getByRole('button', { name: 'Forget the symbol that counts as 6' }).click();
    await expect(symbols).toHaveCount(0);
  });
});
