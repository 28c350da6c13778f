import { expect, test, type Page } from '@playwright/test';
import { toHitRoll, withTray } from './hit-roll';
import { tray } from './table-photos';

test.describe.configure({ timeout: 180_000 });

/** Dice of the hit roll. */
const DICE = 10;
const SMUDGED = 3;

async function look(page: Page) {
  await page.getByRole('button', { name: 'View Dice Image' }).click();
  return page.getByRole('dialog', { name: 'Dice Tray Analysis' });
}

async function shown(page: Page, path: (screen: string) => string) {
  await page.screenshot({ path: path('wide') });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: path('narrow') });
  await page.setViewportSize({ width: 1440, height: 900 });
}

// DICE-1
test('what is asked about follows from how many dice the roll takes', async ({ page }, info) => {
  const battle = await withTray(page);
  await toHitRoll(page, battle);

  await test.step('one die too many that is hard to read is set aside, until it is asked for', async () => {
    await battle.photograph(tray(info.outputPath(), DICE + 1, SMUDGED).path, 'dice tray');
    const read = await look(page);
    await expect(read.getByText(`${DICE} dice in the tray.`)).toBeVisible({ timeout: 60_000 });
    await expect(read.getByText(/^The roll takes 10 dice, so one more possible die was set aside/)).toBeVisible();
    await expect(read.getByRole('button', { name: 'Use these dice' })).toBeEnabled();
    await shown(page, (screen) => info.outputPath(`aside-${screen}.png`));
    await read.getByRole('button', { name: 'Ask about it' }).click();
    await expect(read.getByRole('group', { name: 'What does the marked die show?' })).toBeVisible();
    await expect(read.getByRole('button', { name: 'Use these dice' })).toBeDisabled();
    await page.keyboard.press('Escape');
  });

  await test.step('a die blurred past reading is asked about, and its roll is taken', async () => {
    const { path, faces } = tray(info.outputPath(), DICE, SMUDGED, 0.2);
    await battle.photograph(path, 'dice tray');
    const read = await look(page);
    await expect(read.getByText(/^The roll takes more dice than were read clearly/)).toBeVisible({ timeout: 60_000 });
    await shown(page, (screen) => info.outputPath(`missing-${screen}.png`));
    await read.getByRole('button', { name: `The marked die shows ${faces[SMUDGED]}` }).click();
    await expect(read.getByText(`${DICE} dice in the tray.`)).toBeVisible();
    await read.getByRole('button', { name: 'Use these dice' }).click();
    await expect(read).toBeHidden();
    await expect(page.getByText(/own dice, read from a photo/)).toBeVisible();
    const rolled = page.getByRole('table', { name: 'Combat Resolution' });
    for (const face of new Set(faces))
      await expect(rolled.getByRole('img', { name: new RegExp(`^${face}, `) })).toHaveCount(
        faces.filter((each) => each === face).length,
      );
  });
});
