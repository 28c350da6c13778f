import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type APIResponse, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { enrol } from './support';
import { inOrder, isEmpty, throwFilm } from './table-photos';

test.describe.configure({ timeout: 180_000 });

const { path: film, faces } = throwFilm(mkdtempSync(join(tmpdir(), 'highground-throw-')), 5);

test.use({
  launchOptions: async ({ launchOptions }, provide) => {
    const camera = [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ];
    await provide({ ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] });
  },
});

/** A game of a person at another screen, and that person's calls. */
async function game(page: Page) {
  const { token } = await enrol(page);
  const headers = { authorization: `Bearer ${token}` };
  const data = { game_name: 'By the ford', description: '', simulation: false };
  const made = await page.request.post('/api/game/create_new_game', { headers, data });
  const { game_id: id } = await made.json();
  const at = (path: string): string => `/api/game/${id}/${path}`;
  return {
    get: (path: string): Promise<APIResponse> => page.request.get(at(path), { headers }),
    post: (path: string): Promise<APIResponse> => page.request.post(at(path), { headers, data: {} }),
  };
}

test('a throw is read without a press when its dice have come to rest: once, whatever hands and light do then', async ({
  page: phone,
  browser,
}, info) => {
  const elsewhere = await browser.newContext();
  const owner = await game(await elsewhere.newPage());
  const { pathname, search } = new URL((await (await owner.post('camera/pairing')).json()).url);
  await phone.goto(pathname + search);
  await expect(phone.getByText('Camera Connected')).toBeVisible();
  const itself = phone.getByRole('switch', { name: 'Read rolls by itself' });
  const line = phone.getByRole('status', { name: 'Rolls' });
  let photos = 0;
  phone.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/photos')) photos += 1;
  });

  await test.step('off until it is switched on, and remembered', async () => {
    await expect(itself).not.toBeChecked();
    await expect(line).toBeHidden();
    await itself.click();
    await expect(line).toBeVisible();
    await phone.reload();
    await expect(itself).toBeChecked();
    await itself.click();
    await phone.waitForFunction(isEmpty);
    await itself.click();
  });

  await test.step('it says what it waits for, and reads', async () => {
    await expect(line).toHaveText('Waiting for the roll.');
    await expect(line).toHaveText('A hand is in the picture. Waiting until it is gone.');
    await phone.screenshot({ path: info.outputPath('hand-narrow.png'), fullPage: true });
    await expect(line).toHaveText('Dice are moving. Waiting until they lie still.');
    await expect(line).toHaveText('Reading the roll.');
    await expect(line).toHaveText(new RegExp(`^Read: ${inOrder(faces).join(', ')}\\.`));
    await phone.screenshot({ path: info.outputPath('read-narrow.png'), fullPage: true });
    await expectAccessible(phone);
    const { analysis } = await (await owner.get('latest_dice_image')).json();
    expect(inOrder(analysis.dice_result.detection_classes)).toEqual(inOrder(faces));
  });

  await test.step('another light and a hand that rests are no throw', async () => {
    await expect(line).toHaveText(/^Read: .* A hand is in the picture\. Waiting until it is gone\.$/);
    await phone.setViewportSize({ width: 1440, height: 900 });
    await expect(line).toHaveText(/^Read: .* Nothing has changed\. Waiting for the next roll\.$/);
    await phone.screenshot({ path: info.outputPath('same-wide.png') });
    await expectAccessible(phone);
    expect(photos).toBe(1);
    await itself.click();
    await expect(line).toBeHidden();
    await phone.setViewportSize({ width: 390, height: 844 });
  });

  await test.step('aimed at a tray there is no board to be seen, and it says what to do', async () => {
    await phone.getByRole('switch', { name: 'Help me aim at the board' }).click();
    await expect(phone.getByRole('status', { name: 'Aiming' })).toHaveText(
      'No marker of the board is seen. Hold the camera above the board, with all eight in the picture.',
    );
    await phone.screenshot({ path: info.outputPath('no-board-narrow.png'), fullPage: true });
    await phone.getByRole('switch', { name: 'Help me aim at the board' }).click();
  });

  await test.step('a film from a file is read too; one that cannot be is refused in a sentence', async () => {
    await phone.getByText('Send a photo or film from a file').click();
    const file = phone.getByLabel('File: Choose a photo or film of the dice tray');
    await file.setInputFiles('../tests/vision/films/av1.webm');
    const region = phone.getByRole('region', { name: 'Photos' });
    await expect(region.getByRole('alert')).toContainText(
      'The server did not take the film of the dice tray. This film is packed as AV01, which cannot be read here.',
    );
    await phone.screenshot({ path: info.outputPath('refused-narrow.png'), fullPage: true });
    await expectAccessible(phone);
    await phone.getByRole('button', { name: 'Delete the film' }).click();
    await file.setInputFiles('../tests/vision/films/h264.mp4');
    await expect(region.getByRole('img', { name: 'The latest film, of the dice tray' })).toBeVisible();
    const read = async () => (await (await owner.get('latest_dice_image')).json()).analysis?.dice_result;
    await expect
      .poll(async () => inOrder((await read())?.detection_classes ?? []), { timeout: 60_000 })
      .toEqual([2, 2, 3, 4, 4, 6]);
    await phone.screenshot({ path: info.outputPath('film-narrow.png'), fullPage: true });
  });
  await elsewhere.close();
});
