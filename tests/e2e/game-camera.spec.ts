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
  miniatures: { radius: number }[];
}
interface State {
  deployment_status: { current_army_uuid: string; winner_army_uuid: string; units_to_deploy: { uuid: string }[][] };
  game_model: { armies: { uuid: string; units: Unit[] }[] };
  map_data: { deployment_zones: { owner_army_index: number; shape: [number, number][] }[] };
}

/** A physical game whose armies are chosen, the page signed in as who plays both. */
async function physicalGame(page: Page) {
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
      army_0: { id: 'vow-1000', player: 'Ada' },
      army_1: { id: 'fen-1000', player: 'Ben' },
    },
  });
  const post = async (path: string, data: object = {}): Promise<State> =>
    (await page.request.post(`/api/game/${id}/${path}`, { headers, data })).json();
  return {
    id,
    post,
    state: async (): Promise<State> => (await page.request.get(`/api/games/${id}/state`, { headers })).json(),
  };
}

/** A unit of three to eight miniatures of the side that sets up first, and a row of places for it in its zone. */
function waitingUnit(state: State): { unit: Unit; spots: [number, number][] } {
  const { armies } = state.game_model;
  const side = armies.findIndex(({ uuid }) => uuid === state.deployment_status.current_army_uuid);
  const waiting = new Set(state.deployment_status.units_to_deploy[side]!.map(({ uuid }) => uuid));
  const unit = armies[side]!.units.find(
    (each) => waiting.has(each.uuid) && each.alive_count >= 3 && each.alive_count <= 8,
  )!;
  const { shape } = state.map_data.deployment_zones.find(({ owner_army_index: owner }) => owner === side)!;
  const middle = (axis: 0 | 1) => shape.reduce((sum, place) => sum + place[axis], 0) / shape.length;
  const step = 2 * unit.miniatures[0]!.radius + 0.3;
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
