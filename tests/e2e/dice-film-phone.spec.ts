import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type APIResponse, type Page } from '@playwright/test';
import { enrol, expectAccessible } from './support';
import { throwFilm } from './table-photos';

test.describe.configure({ timeout: 120_000 });

const folder = mkdtempSync(join(tmpdir(), 'highground-throw-'));
throwFilm(folder, 5);

test.use({
  launchOptions: async ({ launchOptions }, provide) => {
    const camera = [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${join(folder, 'throw.mjpeg')}`,
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

/** Whether the film, which begins again and again, shows the empty tray: no white dice. */
function isEmpty(): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = 64;
  const context = canvas.getContext('2d')!;
  const video = document.querySelector('video')!;
  if (!video.videoWidth) return false;
  context.drawImage(video, 0, 0, 64, 64);
  const { data } = context.getImageData(0, 0, 64, 64);
  return data.filter((_, index) => index % 4 === 0).every((red) => red < 200);
}

test('a throw is photographed and read without a press when its dice have come to rest', async ({
  page: phone,
  browser,
}, info) => {
  const elsewhere = await browser.newContext();
  const owner = await game(await elsewhere.newPage());
  const { pathname, search } = new URL((await (await owner.post('camera/pairing')).json()).url);
  await phone.goto(pathname + search);
  await expect(phone.getByText('Camera Connected')).toBeVisible();
  const photos = phone.getByRole('region', { name: 'Photos' }).getByRole('status');
  const itself = phone.getByRole('switch', { name: 'Read throws by itself' });
  await expect(itself).not.toBeChecked();
  expect(await (await owner.get('latest_dice_image')).json()).toMatchObject({ exists: false });
  await phone.waitForFunction(isEmpty);
  await itself.click();
  await expect(photos).toHaveText(/^Sent: the dice tray, /, { timeout: 60_000 });
  await phone.screenshot({ path: info.outputPath('by-itself.png'), fullPage: true });
  await expectAccessible(phone);
  await itself.click();
  const read = async () => (await (await owner.get('latest_dice_image')).json()).analysis?.dice_result;
  await expect.poll(read, { timeout: 60_000 }).toBeTruthy();
  const faces = JSON.parse(readFileSync(join(folder, 'film.json'), 'utf8')) as number[];
  expect([...(await read()).detection_classes].sort((a, b) => a - b)).toEqual([...faces].sort((a, b) => a - b));
  await elsewhere.close();
});
