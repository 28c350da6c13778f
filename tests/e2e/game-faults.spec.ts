import { expect as within, test, type Page } from '@playwright/test';
import { Skirmish } from './skirmish';

test.describe.configure({ timeout: 180_000 });

/** What goes wrong at the table stays where it went wrong. */

const expect = within.configure({ timeout: 20_000 });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const panel = (page: Page) => page.locator('.game-panel');
const alerts = (page: Page, text: string | RegExp) => page.getByRole('alert').filter({ hasText: text });

type Json = Record<string, any>; // oxlint-disable-line typescript/no-explicit-any -- the server's state as it is

/** The server's state reaches the page with something in it that the page does not expect. */
async function spoil(page: Page, spoiled: (state: Json) => Json): Promise<void> {
  await page.route('**/api/games/*/state', async (route) => {
    const response = await route.fetch();
    if (response.status() === 200) await route.fulfill({ response, json: spoiled(await response.json()) });
    else await route.fulfill({ response });
  });
}

// A state may still be on its way as a test ends.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }));

test('a field of the state that nobody expects takes away the map alone, and the next state brings it back', async ({
  page,
}) => {
  const battle = await Skirmish.begin(page);
  await spoil(page, (state) => ({ ...state, game_model: { ...state.game_model, objectives: null } }));
  await page.goto(`/game/${battle.gameId}/view`);
  await expect(alerts(page, 'The map could not be drawn.')).toBeVisible();
  await expect(page.getByText('The server could not be reached.')).toHaveCount(0);
  await button(page, 'Game Chat').click();
  await page.getByPlaceholder('Write to everybody').fill('The map is gone here.');
  await button(page, 'Send').click();
  await expect(page.getByRole('log').getByText('The map is gone here.')).toBeVisible();
  await button(page, 'Try again').click();
  await expect(alerts(page, 'The map could not be drawn.')).toBeVisible();

  await button(page, 'Roll for Deployment').click();
  await expect(button(page, 'Blue Zone')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Map Preview' })).toBeVisible();
  await expect(alerts(page, 'could not be drawn')).toHaveCount(0);
});

test('a field that the panel cannot show leaves map and chat', async ({ page }) => {
  const battle = await Skirmish.begin(page);
  await battle.deploy();
  await battle.until('charge');
  await spoil(page, (state) => ({ ...state, charge_results: [null] }));
  await page.goto(`/game/${battle.gameId}/view`);
  await expect(panel(page).getByRole('alert').filter({ hasText: 'The panel could not be drawn.' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Map Preview' })).toBeVisible();
  await button(page, 'Summary').click();
  await expect(page.getByRole('heading', { name: 'Summary' })).toBeVisible();
  await expect(alerts(page, 'could not be drawn')).toHaveCount(0);
});

test('a refusal is shown once, at the command that was refused', async ({ page }) => {
  const battle = await Skirmish.begin(page);
  await battle.deploy();
  await battle.closeIn(9);
  await battle.until('charge');
  const [charger] = battle.state.chargeable_units;
  await battle.open();
  // On its way the call loses its target, which the rules then refuse.
  await page.route('**/charge_phase/record_charges', (route) =>
    route.continue({ postData: JSON.stringify({ charges: { [charger.unit_uuid]: [charger.unit_uuid] } }) }),
  );
  const card = panel(page).getByRole('listitem').filter({ hasText: charger.unit_name }).first();
  await card
    .getByRole('button', { name: new RegExp(charger.targets[0].target_unit_name) })
    .first()
    .click();
  await card.getByRole('button', { name: 'Register Charges' }).click();
  await expect(card.getByRole('alert')).toBeVisible();
  const sentence = (await card.getByRole('alert').locator('p').textContent()) ?? '';
  expect(sentence.length).toBeGreaterThan(10);
  await expect(page.getByText(sentence)).toHaveCount(1);
  await card.getByRole('button', { name: 'Dismiss' }).click();
  await expect(page.getByText(sentence)).toHaveCount(0);
});

test('while a command is under way its own button alone says so', async ({ page }) => {
  const battle = await Skirmish.begin(page);
  await battle.deploy();
  await battle.until('movement');
  await battle.open();
  let go: () => void = () => undefined;
  const held = new Promise<void>((resolve) => {
    go = resolve;
  });
  await page.route('**/movement_phase/finalize', async (route) => {
    await held;
    await route.continue();
  });
  await page.locator('[data-unit-card]').first().getByRole('button', { name: 'Move', exact: true }).click();
  await page.keyboard.press('ArrowLeft');
  await button(page, 'Finalize Movement').click();
  await expect(button(page, 'Finalize Movement')).toHaveAttribute('aria-busy', 'true');
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(1);
  await expect(page.locator('[data-unit-card]').nth(1).getByRole('button', { name: 'Hold position' })).toBeDisabled();
  go();
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
});

test('no single key rolls dice or acts without a selected unit, and single keys can be turned off', async ({
  page,
}) => {
  const battle = await Skirmish.begin(page);
  await battle.deploy();
  await battle.until('movement');
  await battle.open();
  await expect(page.getByRole('heading', { name: 'Units Awaiting Movement' })).toBeVisible();
  const number = async () => (await battle.now()).number as number;
  const before = await number();
  for (const key of ['a', 'h', 'e', 'u']) await page.keyboard.press(key);
  await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  expect(await number()).toBe(before);

  await page.keyboard.press('n');
  await page.keyboard.press('a');
  const advance = panel(page).getByRole('button', { name: 'Advance' }).first();
  await expect(advance).toBeFocused();
  expect(await number()).toBe(before);
  await page.keyboard.press('Enter');
  await expect.poll(number).toBe(before + 1);
  await expect(button(page, /^Take back /)).toBeEnabled();
  await page.keyboard.press('u');
  await expect(button(page, /^Take back /)).toBeFocused();
  await page.keyboard.press('Enter');
  await expect.poll(number).toBe(before);

  await button(page, 'Settings').click();
  await page.getByRole('switch', { name: 'Single keys work' }).click();
  await button(page, 'Battlefield').click();
  await page.keyboard.press('m');
  await expect(button(page, 'Finalize Movement')).toHaveCount(0);
  await expect(page.locator('.ghost')).toHaveCount(0);
  await page.goto('/shared/demo/logs');
  await expect(page.getByText(/logs loaded for game demo/)).toBeVisible();
  await page.keyboard.press('?');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await page.getByRole('button', { name: 'Keys', exact: true }).click();
  await expect(page.getByRole('checkbox', { name: 'Single keys work' })).not.toBeChecked();
});

const SPOILT: readonly (readonly [what: string, spoiled: (model: Json) => Json, words: string])[] = [
  ['a missing field', (model) => ({ ...model, mission: undefined }), 'game_model.mission is missing'],
  ['a wrong field', (model) => ({ ...model, latest_roll: 6 }), 'game_model.latest_roll is not as described'],
];
for (const [what, spoiled, words] of SPOILT)
  test(`a state with ${what} is named, and the rest of the page lives`, async ({ page }) => {
    const battle = await Skirmish.begin(page);
    await spoil(page, (state) => ({ ...state, game_model: spoiled(state.game_model) }));
    await page.goto(`/game/${battle.gameId}/view`);
    await expect(alerts(page, words)).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Map Preview' })).toBeVisible();
    await button(page, 'Summary').click();
    await expect(page.getByRole('heading', { name: 'Summary' })).toBeVisible();
    await button(page, 'Battlefield').click();
    await button(page, 'Game Chat').click();
    await page.getByPlaceholder('Write to everybody').fill('Something is amiss here.');
    await button(page, 'Send').click();
    await expect(page.getByRole('log').getByText('Something is amiss here.')).toBeVisible();

    await page.unroute('**/api/games/*/state');
    await button(page, 'Roll for Deployment').click();
    await expect(button(page, 'Blue Zone')).toBeVisible();
  });
