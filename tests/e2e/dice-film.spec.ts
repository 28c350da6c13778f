import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { toHitRoll, withTray } from './hit-roll';
import { inOrder, isEmpty, throwFilm } from './table-photos';

test.describe.configure({ timeout: 180_000 });

/** The die of the roll whose face is hard to see. */
const SMUDGED = 2;
const { path: film, faces } = throwFilm(mkdtempSync(join(tmpdir(), 'highground-throw-')), 10, SMUDGED);

test.use({
  actionTimeout: 30_000,
  launchOptions: async ({ launchOptions }, provide) => {
    const camera = [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ];
    await provide({ ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] });
  },
});

// DICE-1
test('a throw that the phone reads by itself is a hit roll, once its doubtful die was asked about', async ({
  page,
  browser,
}, info) => {
  const battle = await withTray(page);
  const elsewhere = await browser.newContext({ viewport: { width: 390, height: 844 } });
  const phone = await elsewhere.newPage();
  const { pathname, search } = new URL((await (await battle.post('camera/pairing')).json()).url);
  await phone.goto(pathname + search);
  await expect(phone.getByText('Camera Connected')).toBeVisible();

  await test.step('nobody presses anything: the roll is read', async () => {
    await phone.waitForFunction(isEmpty);
    await phone.getByRole('switch', { name: 'Read rolls by itself' }).click();
    const line = phone.getByRole('status', { name: 'Rolls' });
    const read = `^Read: ${inOrder(faces).join(', ')}\\. One is doubtful: the table asks what it shows\\.`;
    await expect(line).toHaveText(new RegExp(read), { timeout: 60_000 });
    await phone.screenshot({ path: info.outputPath('doubtful-phone.png'), fullPage: true });
    await phone.getByRole('switch', { name: 'Read rolls by itself' }).click();
  });

  await test.step('the table asks what the doubtful die shows, wide and narrow, and takes the dice', async () => {
    await toHitRoll(page, battle);
    await page.getByRole('button', { name: 'View Dice Image' }).click();
    const read = page.getByRole('dialog', { name: 'Dice Tray Analysis' });
    await expect(read.getByText('10 dice in the tray.')).toBeVisible();
    await expect(read.getByText(/^One die is doubtful: tap what the marked one shows/)).toBeVisible();
    await page.screenshot({ path: info.outputPath('asked-wide.png') });
    await page.setViewportSize({ width: 390, height: 844 });
    await page.screenshot({ path: info.outputPath('asked-narrow.png') });
    await read.getByRole('button', { name: `The marked die shows ${faces[SMUDGED]}` }).click();
    await expect(read.getByText(/is doubtful/)).toBeHidden();
    await page.setViewportSize({ width: 1440, height: 900 });
    await read.getByRole('button', { name: 'Use these dice' }).click();
    await expect(read).toBeHidden();
    const rolled = page.getByRole('table', { name: 'Combat Resolution' });
    for (const face of new Set(faces))
      await expect(rolled.getByRole('img', { name: new RegExp(`^${face}, `) })).toHaveCount(
        faces.filter((each) => each === face).length,
      );
  });
  await elsewhere.close();
});
