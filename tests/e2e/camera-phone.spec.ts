import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { enrol } from './support';

/** Photos of an empty table with its board markers, one of which the browser's make-believe camera films. */
function filmed(): string {
  const folder = mkdtempSync(join(tmpdir(), 'highground-table-'));
  const python = existsSync('../.venv/bin/python') ? ['../.venv/bin/python'] : ['uv', 'run', '--frozen', 'python'];
  execFileSync(python[0]!, [...python.slice(1), '../tests/e2e/table_photos.py', folder], {
    input: JSON.stringify({ units: {}, diameter: 1, size: [1280, 720] }),
  });
  // A film of one frame is what its photo is; the browser goes by the name's end.
  renameSync(join(folder, 'empty.jpg'), join(folder, 'empty.mjpeg'));
  return join(folder, 'empty.mjpeg');
}

test.use({
  launchOptions: async ({ launchOptions }, provide) => {
    const camera = [
      '--use-fake-device-for-media-stream',
      '--use-fake-ui-for-media-stream',
      `--use-file-for-fake-video-capture=${filmed()}`,
    ];
    await provide({ ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] });
  },
});

interface Heard {
  type: string;
  payload: Record<string, unknown>;
}

/** The game's owner at another screen, with the table's end of the camera channel. */
class Owner {
  private constructor(
    readonly gameId: string,
    private readonly page: Page,
    private readonly headers: { authorization: string },
  ) {}

  static async of(page: Page): Promise<Owner> {
    const { token } = await enrol(page);
    const headers = { authorization: `Bearer ${token}` };
    const made = await page.request.post('/api/game/create_new_game', {
      headers,
      data: { game_name: 'At the weir', description: '', simulation: false },
    });
    const { game_id: gameId } = await made.json();
    await page.goto('/favicon.svg');
    await page.evaluate(
      ([game, bearer]) =>
        new Promise<void>((open) => {
          const socket = new WebSocket(`ws://${location.host}/ws/game/${game}?role=camera`, [
            'highground',
            `bearer.${bearer}`,
          ]);
          const heard: unknown[] = [];
          Object.assign(window, { socket, heard });
          socket.onmessage = ({ data }) => {
            heard.push(JSON.parse(data as string));
            open();
          };
        }),
      [gameId, token],
    );
    return new Owner(gameId, page, headers);
  }

  async post(path: string, data: object = {}) {
    const answer = await this.page.request.post(`/api/game/${this.gameId}/${path}`, { headers: this.headers, data });
    return answer.json();
  }

  async latest() {
    return (await this.page.request.get(`/api/game/${this.gameId}/latest_image`, { headers: this.headers })).json();
  }

  /** A new pairing code, and the path of its QR picture's link. */
  async pairing(): Promise<{ code: string; path: string }> {
    const { code, url } = await this.post('camera/pairing');
    const { pathname, search } = new URL(url);
    return { code, path: pathname + search };
  }

  take(diceTray: boolean, selection?: object): Promise<void> {
    const message = JSON.stringify({
      type: 'take_picture',
      payload: { game_id: this.gameId, dice_tray: diceTray, selection },
    });
    return this.page.evaluate((text) => (window as unknown as { socket: WebSocket }).socket.send(text), message);
  }

  async heard(type: string): Promise<Heard['payload'][]> {
    const all = await this.page.evaluate(() => (window as unknown as { heard: Heard[] }).heard);
    return all.filter((each) => each.type === type).map(({ payload }) => payload);
  }
}

const photos = (phone: Page) => phone.getByRole('region', { name: 'Photos' });

// OPEN-27, OPEN-28, OPEN-77, API-68, API-69, API-77, API-79, API-81, SOCK-4, SOCK-11, SOCK-14, CAM-3, CAM-4, SITE-14
test('a phone is paired by the link, photographs on demand and by its own button, and loses nothing', async ({
  page: phone,
  browser,
}, info) => {
  const elsewhere = await browser.newContext();
  const owner = await Owner.of(await elsewhere.newPage());

  await test.step('the link pairs it, once', async () => {
    const { path } = await owner.pairing();
    await phone.goto(path);
    await expect(phone.getByText('Camera Connected')).toBeVisible();
    await expect(phone).toHaveURL(`/game/${owner.gameId}/camera`);
    await expect(phone.getByRole('heading', { name: 'At the weir' })).toBeVisible();
    await expect
      .poll(() => owner.heard('camera_connected'))
      .toContainEqual(expect.objectContaining({ phone: true, device_id: expect.stringMatching(/^phone-/) }));
    await phone.goto(path);
    await expect(phone.getByText('Camera Connected')).toBeVisible();
    await expect(photos(phone).getByRole('status')).toHaveText('Waiting for the table to ask for a photo.');
  });

  await test.step('it helps to aim: the markers of the board are marked in the live picture', async () => {
    const aims = phone.getByRole('switch', { name: 'Help me aim at the board' });
    const line = phone.getByRole('status', { name: 'Aiming' });
    await expect(aims).not.toBeChecked();
    await aims.click();
    await expect(line).toHaveText('All eight markers of the board are seen. Ready for a photo.');
    await expect(phone.locator('.phone-camera-marker')).toHaveText(['B1', 'B2', 'B3', 'B4', 'B5', 'B6', 'B7', 'B8']);
    await phone.screenshot({ path: info.outputPath('aimed-narrow.png'), fullPage: true });
    await expectAccessible(phone);
    await phone.setViewportSize({ width: 1440, height: 900 });
    await phone.screenshot({ path: info.outputPath('aimed-wide.png') });
    await expectAccessible(phone);
    await phone.setViewportSize({ width: 390, height: 844 });
    await aims.click();
    await expect(line).toBeHidden();
    await expect(phone.locator('.phone-camera-marker')).toHaveCount(0);
  });

  await test.step('the table asks, and has the whole table in full resolution', async () => {
    await owner.take(false);
    await expect.poll(async () => (await owner.latest()).exists).toBe(true);
    const { image_id, image_url, width, height } = await owner.latest();
    expect([width, height]).toEqual([1280, 720]);
    await expect
      .poll(() => owner.heard('image_captured'))
      .toEqual([{ game_id: owner.gameId, image_id, image_url, dice_tray: false, age: expect.any(Number) }]);
    const found = await owner.post('camera/calibration', { image_id });
    expect([found.markers, found.problems]).toEqual([8, []]);
    await expect(photos(phone).getByRole('status')).toHaveText(/^Sent: the table, /);
  });

  await test.step('the dice tray is shown where the table has it, and photographed whole', async () => {
    await owner.take(true, { startX: 0.1, startY: 0.2, endX: 0.4, endY: 0.5 });
    await expect(photos(phone).getByRole('status')).toHaveText(/^Sent: the dice tray, /);
    expect((await owner.heard('image_captured')).at(-1)).toMatchObject({ dice_tray: true });
    await expect(phone.locator('.phone-camera-tray')).toHaveAttribute('width', /^384/);
  });

  await test.step('what does not reach the server waits', async () => {
    const before = (await owner.latest()).image_id;
    await phone.route('**/photos', (route) => route.abort());
    await phone.getByRole('button', { name: 'Photograph the table' }).click();
    await expect(photos(phone).getByRole('alert')).toContainText(
      'A photo is not sent. The server could not be reached.',
    );
    await expectAccessible(phone);
    await phone.reload();
    // Being connected it has tried again by itself.
    await expect(phone.getByText('Camera Connected')).toBeVisible();
    await expect(photos(phone).getByRole('alert')).toContainText('A photo is not sent.');
    await phone.unroute('**/photos');
    await photos(phone).getByRole('button', { name: 'Try again' }).click();
    await expect(photos(phone).getByRole('status')).toHaveText(/^Sent: the table, /);
    expect((await owner.latest()).image_id).not.toBe(before);
  });

  await test.step('disconnected it takes no orders; a new code lets it in again', async () => {
    await phone.getByRole('button', { name: 'Disconnect' }).click();
    await expect.poll(() => owner.heard('disconnect')).toHaveLength(3);
    await phone.getByRole('button', { name: 'Unpair' }).click();
    await phone.getByRole('alertdialog').getByRole('button', { name: 'Unpair' }).click();
    const { code } = await owner.pairing();
    await phone.goto('/camera');
    await phone.getByLabel('Pairing code').fill(`${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`);
    await phone.getByRole('button', { name: 'Pair this phone' }).click();
    await expect(phone.getByText('Camera Connected')).toBeVisible();
    await expect(phone).toHaveURL(`/game/${owner.gameId}/camera`);
  });
  await elsewhere.close();
});
