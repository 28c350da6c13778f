import { expect as within, test, type Page } from '@playwright/test';
import { inchOf, newBattle, type Battle } from './game-table';

test.describe.configure({ timeout: 120_000 });

const expect = within.configure({ timeout: 20_000 });
const floor = (page: Page, name: string) =>
  page.getByRole('toolbar', { name: 'Floor' }).getByRole('button', { name, exact: true });

async function toSettingUp(battle: Battle): Promise<string> {
  await battle.post('roll', { stage: 'deployment' });
  const { request } = await battle.state();
  await battle.post('update_deployment', {
    selecting_army_uuid: request!.army_uuid,
    deployment_zones: [],
    selected_zone_index: 0,
  });
  return request!.army_uuid;
}

/** How high the miniatures of the first unit that was set up stand. */
async function heights(battle: Battle): Promise<(number | undefined)[] | undefined> {
  const { game_model } = await battle.state();
  const unit = game_model.armies.flatMap((army) => army.units).find((each) => each.deployed);
  return unit?.miniatures.map(({ elevation }) => elevation);
}

test('a unit is set up on a floor that the map draws, chosen by a key or a button', async ({ page }) => {
  const battle = await newBattle(page, 'granary-yard');
  await toSettingUp(battle);
  await page.addInitScript(() => localStorage.setItem('hints-seen', 'setup'));
  await page.goto(`/game/${battle.id}/view`);
  await expect(page.locator('.terrain-name', { hasText: 'Gate Loft' })).toContainText('floors 4″');
  await expect(floor(page, 'Ground')).toHaveAttribute('aria-pressed', 'false');
  const infantry = page.locator('.unit-card:enabled', { hasText: /Bellows Squad|Ebb Singer/ });
  await infantry.first().click();
  await expect(floor(page, 'Ground')).toHaveAttribute('aria-pressed', 'true');
  await page.keyboard.press('PageUp');
  await expect(floor(page, 'Floor 1')).toHaveAttribute('aria-pressed', 'true');
  const { left, top, inch } = await inchOf(page);
  await page.mouse.click(left + 9 * inch, top + 20 * inch);
  await expect(page.locator('.ghost')).not.toHaveAttribute('data-state', 'bad');
  await expect(page.getByText(/4″ up/).first()).toBeVisible();
  await page.getByRole('button', { name: 'Finalize Deployment' }).click();
  await expect.poll(() => heights(battle)).toEqual(expect.arrayContaining([4]));
  expect(new Set(await heights(battle))).toEqual(new Set([4]));
  await expect(page.locator('.unit[data-faint]')).toHaveCount(0);
  await floor(page, 'Ground').click();
  await expect(page.locator('.unit[data-raised][data-faint]')).toHaveCount(1);
  await floor(page, 'Ground').click();
  await expect(page.locator('.unit[data-faint]')).toHaveCount(0);
  await expect(page.locator('.unit[data-raised]')).toHaveAttribute('aria-label', /on an upper floor/);
});

test('a board without floors leaves Page Down to the page', async ({ page }) => {
  const pressed = () =>
    page.evaluate(() => {
      const event = new KeyboardEvent('keydown', { key: 'PageDown', bubbles: true, cancelable: true });
      document.body.dispatchEvent(event);
      return event.defaultPrevented;
    });
  for (const [layout, taken] of [
    ['granary-yard', true],
    ['broken-stair', false],
  ] as const) {
    const battle = await newBattle(page, layout);
    await page.goto(`/game/${battle.id}/view`);
    await expect(page.getByTestId('board')).toBeVisible();
    await expect(page.getByRole('toolbar', { name: 'Floor' })).toHaveCount(taken ? 1 : 0);
    await expect.poll(pressed).toBe(taken);
  }
});
