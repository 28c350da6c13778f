import { copyFileSync, mkdtempSync, renameSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page, type TestInfo } from '@playwright/test';
import { ARMIES, Skirmish } from './skirmish';
import { photos, tray } from './table-photos';

test.describe.configure({ timeout: 180_000 });
test.use({ actionTimeout: 30_000 });

/** What the browser's make-believe camera films: a film of one frame is what its photo is. It goes by the name's end. */
const film = join(mkdtempSync(join(tmpdir(), 'highground-film-')), 'film.mjpeg');

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

/** The die of the tray whose face is hard to see. */
const SMUDGED = 6;

type Spot = [number, number];
type Unit = Skirmish['state'];

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** Lays a photo before the camera; a phone that is given opens it again. */
async function put(photo: string, phone?: Page): Promise<void> {
  copyFileSync(photo, `${film}.new`);
  renameSync(`${film}.new`, film);
  if (!phone) return;
  await phone.reload();
  await expect(phone.getByText('Camera Connected')).toBeVisible();
  await expect(phone.getByRole('region', { name: 'Photos' }).getByRole('status')).toHaveText(
    'Waiting for the table to ask for a photo.',
  );
}

/** The camera knows the empty board and the tray, and a phone watches. */
async function watched(battle: Skirmish, phone: Page, empty: string): Promise<void> {
  await put(empty);
  const { image_id } = await battle.photograph(empty);
  expect(await (await battle.post('camera/calibration', { image_id })).json()).toMatchObject({
    markers: 8,
    problems: [],
  });
  await battle.tray({ startX: 0.02, startY: 0.02, endX: 0.98, endY: 0.98 });
  const { pathname, search } = new URL((await (await battle.post('camera/pairing')).json()).url);
  await phone.goto(pathname + search);
  await expect(phone.getByText('Camera Connected')).toBeVisible();
}

/** The places of a unit, the upmost first: its printed card lies above that one, and nobody stands on it. */
const places = (unit: Unit): Spot[] =>
  unit.miniatures.map(({ location }: { location: Spot }) => location).sort(([, a]: Spot, [, b]: Spot) => a - b);

/** A row of places for a unit, so many inches from the enemy on the way from it. */
function rowBefore(mover: Unit, foe: Unit, apart: number): Spot[] {
  const [[x, y], [toX, toY]] = [foe.location as Spot, mover.location as Spot];
  const far = Math.hypot(toX - x, toY - y);
  const [alongX, alongY] = [(toX - x) / far, (toY - y) / far];
  const step = 2 * mover.miniatures[0].radius + 0.4;
  return mover.miniatures.map((_: unknown, index: number) => [
    x + alongX * apart - alongY * (index - 2) * step,
    y + alongY * apart + alongX * (index - 2) * step,
  ]);
}

/** Nobody answers the shots; the dice are rolled next. */
async function toDice(battle: Skirmish): Promise<void> {
  await expect.poll(async () => (await battle.now()).request.kinds[0]).toMatch(/pass|roll/);
  while (battle.state.request.kinds[0] === 'pass') await battle.did('answer', { answer: { choice: 'pass' } });
}

/** The faces beside the marked die can all be tapped: none is outside of the photo's dialog or of the screen. */
async function asked(page: Page, name: string, info: TestInfo): Promise<void> {
  const faces = page.getByRole('group', { name: 'What does the marked die show?' }).getByRole('button');
  await expect(faces).toHaveCount(7);
  for (const face of await faces.all()) await face.click({ trial: true });
  const { width } = page.viewportSize()!;
  for (const box of await Promise.all((await faces.all()).map((face) => face.boundingBox()))) {
    expect(box!.x).toBeGreaterThanOrEqual(0);
    expect(box!.x + box!.width).toBeLessThanOrEqual(width);
  }
  await page.screenshot({ path: info.outputPath(name) });
}

// CAM-3, CAM-4, CAM-5, DICE-1
test('a turn at a real table: a photo moves a unit, and a photo of the dice tray resolves its hit roll', async ({
  page,
  browser,
}, info) => {
  const battle = await Skirmish.begin(page, ['human', 'human'], { physical: true });
  await battle.deploy();
  await battle.until('movement');
  const [mine, theirs] = [battle.units(battle.active), battle.units(1 - battle.active)];
  const [mover, foe] = [mine[0]!, theirs[0]!];
  const stand = Object.fromEntries([...mine, ...theirs].map((unit) => [unit.marker, places(unit)]));
  photos(info.outputPath(), { ...stand, [mover.marker]: rowBefore(mover, foe, 10) }, 2 * mover.miniatures[0].radius);
  const elsewhere = await browser.newContext();
  const phone = await elsewhere.newPage();

  await test.step('the phone is paired, and the table is read from its photo', async () => {
    await watched(battle, phone, info.outputPath('empty.jpg'));
    await put(info.outputPath('full.jpg'), phone);
    await battle.open();
    await button(page, 'Take Photo').click();
    const table = page.getByRole('region', { name: 'Table and battle' });
    await expect(table.getByText('The battle waits: the table differs from it in 1 place.')).toBeVisible({
      timeout: 60_000,
    });
    await table.getByRole('button', { name: `Accept ${mover.name}` }).click();
    await expect(table.getByText('The table stands as the battle knows it.')).toBeVisible();
    await battle.now();
    await battle.until('shooting');
  });

  await test.step('the dice in the tray are the hit roll', async () => {
    const { path, faces } = tray(info.outputPath(), 10, SMUDGED);
    await put(path, phone);
    await button(page, `Select Unit: ${ARMIES[battle.active]?.[0]}`).click();
    await button(page, 'Confirm Targets').click();
    await toDice(battle);
    await expect(button(page, 'Process Hit Roll')).toBeVisible();
    await button(page, 'Take Dice Tray Photo').click();
    await button(page, 'View Dice Image').click();
    const read = page.getByRole('dialog', { name: 'Dice Tray Analysis' });
    await expect(read.getByText('10 dice in the tray.')).toBeVisible({ timeout: 60_000 });
    await expect(read.getByText(/^One die is doubtful: tap what the marked one shows/)).toBeVisible();
    await expect(read.getByRole('button', { name: 'Use these dice' })).toBeDisabled();
    await asked(page, 'asked-wide.png', info);
    await page.setViewportSize({ width: 390, height: 844 });
    await asked(page, 'asked-narrow.png', info);
    await read.getByRole('button', { name: `The marked die shows ${faces[SMUDGED]}` }).click();
    await expect(read.getByText(/is doubtful/)).toBeHidden();
    await page.setViewportSize({ width: 1440, height: 900 });
    await read.getByRole('button', { name: 'Use these dice' }).click();
    await expect(read).toBeHidden();
    const rolled = page.getByRole('table', { name: 'Combat Resolution' });
    for (const face of new Set(faces)) {
      await expect(rolled.getByRole('img', { name: new RegExp(`^${face}, `) })).toHaveCount(
        faces.filter((each) => each === face).length,
      );
    }
  });
  await elsewhere.close();
});
