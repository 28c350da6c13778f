import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { enrol } from './support';
import { phone, photos } from './table-photos';

interface Unit {
  uuid: string;
  name: string;
  marker?: string;
  alive_count: number;
  location: [number, number] | null;
  miniatures: { name: string; radius: number; length?: number; facing?: number; rectangular?: boolean }[];
}
interface State {
  deployment_status: { current_army_uuid: string; winner_army_uuid: string; units_to_deploy: { uuid: string }[][] };
  game_model: { armies: { uuid: string; units: Unit[] }[] };
  map_data: { deployment_zones: { owner_army_index: number; shape: [number, number][] }[] };
}

/** A physical game whose armies are chosen, the page signed in as who plays both. */
async function physicalGame(page: Page, armies: readonly [string, string] = ['vow-1000', 'fen-1000']) {
  const { token } = await enrol(page);
  await page.addInitScript((value) => localStorage.setItem('access_token', value), token);
  const headers = { authorization: `Bearer ${token}` };
  const made = await page.request.post('/api/game/create_new_game', {
    headers,
    data: { game_name: 'On the kitchen table', description: '', simulation: false },
  });
  const id: string = (await made.json()).game_id;
  const { chosen } = await (await page.request.get(`/api/game/${id}/setup`, { headers })).json();
  await page.request.patch(`/api/game/${id}/setup`, {
    headers,
    data: {
      game: { ...chosen, mode: 'physical' },
      army_0: { id: armies[0], player: 'Ada' },
      army_1: { id: armies[1], player: 'Ben' },
    },
  });
  const post = async (path: string, data: object = {}): Promise<State> =>
    (await page.request.post(`/api/game/${id}/${path}`, { headers, data })).json();
  const photograph = async (jpeg: string): Promise<string> => {
    const file = { name: 'photo.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(jpeg, 'base64') };
    const kept = await page.request.post(`/api/game/${id}/photos`, { headers, multipart: { file } });
    return (await kept.json()).image_id;
  };
  return {
    id,
    post,
    photograph,
    state: async (): Promise<State> => (await page.request.get(`/api/games/${id}/state`, { headers })).json(),
  };
}

const ROUND = (unit: Unit): boolean => unit.miniatures.every(({ length }) => length === undefined);
const OVAL = (unit: Unit): boolean =>
  unit.miniatures.every(({ length, rectangular }) => length !== undefined && !rectangular);

/** A unit of three to ten miniatures of the side that sets up first, and a row of places for it in its zone. */
function waitingUnit(state: State, fits = ROUND): { unit: Unit; spots: [number, number][] } {
  const { armies } = state.game_model;
  const side = armies.findIndex(({ uuid }) => uuid === state.deployment_status.current_army_uuid);
  const waiting = new Set(state.deployment_status.units_to_deploy[side]!.map(({ uuid }) => uuid));
  const unit = armies[side]!.units.find(
    (each) => waiting.has(each.uuid) && each.alive_count >= 3 && each.alive_count <= 10 && fits(each),
  )!;
  const { shape } = state.map_data.deployment_zones.find(({ owner_army_index: owner }) => owner === side)!;
  const middle = (axis: 0 | 1) => shape.reduce((sum, place) => sum + place[axis], 0) / shape.length;
  const { radius, length = 2 * radius } = unit.miniatures[0]!;
  const step = length + 0.3;
  return {
    unit,
    spots: unit.miniatures.map((_, index) => [middle(0), middle(1) + (index - unit.miniatures.length / 2) * step]),
  };
}

test('CAM-1 CAM-5 CAM-6 CAM-13 CAM-14 CAM-15 CAM-26 OPEN-54 OPEN-100 a phone is paired, the empty board and the dice tray are set, and what is put on the table is put on the map', async ({
  page,
  context,
}, info) => {
  test.setTimeout(180_000);
  const game = await physicalGame(page);
  await page.goto(`/games/setup/${game.id}`);
  const camera = page.getByRole('region', { name: 'Camera' });
  await expect(camera.getByText('Waiting for the phone')).toBeVisible();
  await camera.getByRole('button', { name: 'Pair a phone' }).click();
  const pairing = page.getByRole('dialog', { name: 'Pair a phone' });
  await expect(pairing.getByRole('img', { name: /QR code of .*camera/ })).toBeVisible();
  const lens = await phone(
    await context.newPage(),
    game.id,
    (await pairing.getByTestId('pairing-code').textContent())!,
  );
  await expect(pairing.getByText('A phone watches the table.')).toBeVisible();
  await pairing.getByRole('button', { name: 'Done' }).click();
  await expect(camera.getByText('A phone is paired')).toBeVisible();
  await expect(camera.getByText('Camera Connected')).toBeVisible();

  await lens(photos(info.outputPath(), {}, 1).empty);
  await camera.getByRole('button', { name: 'Photograph the empty board' }).click();
  await expect(camera.getByTestId('board-found')).toHaveText(
    /^The board is found by 8 markers, to within 0\.0\d inches\.$/,
    { timeout: 30_000 },
  );
  await camera.getByRole('button', { name: 'Set the corners by hand' }).click();
  await expect(camera.getByRole('button', { name: /^Upper left corner/ })).toBeVisible();
  await camera.getByRole('button', { name: /^Opposite corner of the dice tray/ }).press('ArrowRight');
  await camera.getByRole('button', { name: 'Save the dice tray' }).click();
  await expect(camera.getByTestId('tray-known')).toHaveText("The dice tray's place is known.");
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Start Game' }).click();
  await expect(page.getByRole('heading', { name: 'Roll for Deployment Zone Selection' })).toBeVisible();
  expect((await page.locator('.map-head').boundingBox())!.height, 'one row').toBeLessThan(60);
  const rolled = await game.post('roll', { stage: 'deployment' });
  await game.post('update_deployment', {
    selecting_army_uuid: rolled.deployment_status.winner_army_uuid,
    deployment_zones: [],
    selected_zone_index: 0,
  });
  const { unit, spots } = waitingUnit(await game.state());
  const shown = photos(info.outputPath(), { [unit.marker!]: spots }, 2 * unit.miniatures[0]!.radius);
  await lens(shown.full);
  const asked = page.waitForRequest('**/process_game_state');
  await page.getByRole('button', { name: 'Take Photo', exact: true }).click();
  expect((await asked).postDataJSON()).toEqual({ image_id: expect.any(String) });

  const results = page.getByRole('region', { name: 'Camera Analysis Results' });
  await expect(results.getByText('Models').locator('+ dd')).toHaveText(String(spots.length), { timeout: 60_000 });
  await expect(results.getByRole('row').filter({ hasText: unit.name })).toHaveText(
    `${unit.marker}${unit.name}${spots.length}`,
  );
  const table = page.getByRole('region', { name: 'Table and battle' });
  await expect(table.getByText('The battle waits: the table differs from it in 1 place.')).toBeVisible();
  await expectAccessible(page);

  const hidden = `${spots.length} of its miniatures are hidden in this photo; their places are from the one before.`;
  await expect(table).not.toContainText(hidden);
  await lens(shown.half);
  await page.getByRole('button', { name: 'Take Photo', exact: true }).click();
  await expect(table).toContainText(hidden, { timeout: 60_000 });
  await table.getByRole('button', { name: `Pick the miniatures of ${unit.name}` }).click();
  const found = page.getByRole('button', {
    name: /^Miniature on the photo, .*, hidden here and seen in the photo before$/,
  });
  await expect(found).toHaveCount(spots.length);
  await page.screenshot({ path: info.outputPath('joined.png') });
  await expectAccessible(page);
  await table.getByRole('button', { name: 'Cancel' }).click();
  await table.getByRole('button', { name: `Accept ${unit.name}` }).click();
  await expect(table.getByText('The table stands as the battle knows it.')).toBeVisible();
  await expect(page.locator(`[data-unit="${unit.uuid}"]`)).toBeVisible();
  const popup = page.waitForEvent('popup');
  await page.getByRole('link', { name: 'View Assignment Debug' }).click();
  const debug = await popup;
  await expect(debug).toHaveURL(/\/debug\/[^/]+-units\.jpg$/);
  await expect(debug.getByRole('img', { name: 'The photo with what was read from it drawn over' })).toBeVisible();
});

/** How three ovals lie on the table, in degrees. */
const TURNS = [20, 75, 140];

/** By how many degrees, up to 90, a facing differs from the line along which an oval lies. */
const offLine = (facing: number, turn: number): number => Math.abs(((facing - turn + 450) % 180) - 90);

test('CAM-5 CAM-6 ovals are corrected as they lie on the photo: keys and buttons turn one of them', async ({
  page,
}, info) => {
  test.setTimeout(180_000);
  const game = await physicalGame(page, ['vow-1000', 'vow-1000']);
  await game.post('start');
  const rolled = await game.post('roll', { stage: 'deployment' });
  await game.post('update_deployment', {
    selecting_army_uuid: rolled.deployment_status.winner_army_uuid,
    deployment_zones: [],
    selected_zone_index: 0,
  });
  const { unit, spots } = waitingUnit(await game.state(), OVAL);
  const { radius, length } = unit.miniatures[0]!;
  const shots = photos(info.outputPath(), { [unit.marker!]: spots }, Math.sqrt(2 * radius * length!), {
    length: length!,
    turns: TURNS,
  });
  await game.post('camera/calibration', { image_id: await game.photograph(shots.empty) });
  await game.post('process_game_state', { image_id: await game.photograph(shots.full) });
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/game/${game.id}/view`);
  const table = page.getByRole('region', { name: 'Table and battle' });
  await table.getByRole('button', { name: `Pick the miniatures of ${unit.name}` }).click({ timeout: 60_000 });
  await expect(page.locator('ellipse.found-base')).toHaveCount(3);
  await page.screenshot({ path: info.outputPath('picked-1440.png') });
  await table.getByRole('button', { name: 'Cancel' }).click();

  await table.getByRole('button', { name: `Correct ${unit.name}` }).click();
  const fronts = async (): Promise<number[]> =>
    (await page.locator('.ghost-base-front').all()).reduce<Promise<number[]>>(
      async (found, each) => [...(await found), Number(await each.getAttribute('data-front'))],
      Promise.resolve([]),
    );
  const [first, second, third] = (await fronts()) as [number, number, number];
  for (const turn of TURNS)
    expect(Math.min(...[first, second, third].map((seen) => offLine(seen, turn)))).toBeLessThan(10);
  await page.locator('[data-mini="1"]').focus();
  await page.keyboard.press('.');
  await expect.poll(fronts).toEqual([first, (second + 15) % 360, third]);
  await page.screenshot({ path: info.outputPath('correcting-1440.png') });
  await expectAccessible(page);

  await table.getByRole('button', { name: 'Cancel' }).click();
  await page.setViewportSize({ width: 390, height: 844 });
  await table.getByRole('button', { name: `Correct ${unit.name}` }).click();
  const turns = (count: number) =>
    page.getByRole('button', { name: `Turn the base of ${unit.miniatures[0]!.name} ${count} to the right` });
  const base = page.locator('[data-mini="2"] .ghost-base');
  await expect // the map zooms in: with the whole board shown, a base would be twenty pixels wide
    .poll(async () => await base.boundingBox().then((box) => Math.max(box!.width, box!.height)))
    .toBeGreaterThan(40);
  await base.click();
  await expect(turns(3)).toBeVisible();
  await page.locator('[data-mini="1"] .ghost-base').click();
  const right = turns(2);
  await expect(right).toBeInViewport();
  const box = (await right.boundingBox())!;
  expect(Math.min(box.width, box.height)).toBeGreaterThanOrEqual(44);
  await right.click();
  await expect.poll(fronts).toEqual([first, (second + 15) % 360, third]);
  await page.screenshot({ path: info.outputPath('correcting-390.png') });
  await expectAccessible(page);
  const asked = page.getByRole('region', { name: 'What is asked' });
  await asked.getByRole('button', { name: 'Accept as corrected' }).click();
  await expect
    .poll(async () => {
      const units = (await game.state()).game_model.armies.flatMap(({ units }) => units);
      return units.find(({ uuid }) => uuid === unit.uuid)!.miniatures.map(({ facing }) => facing);
    })
    .toEqual([first, (second + 15) % 360, third]);
});
