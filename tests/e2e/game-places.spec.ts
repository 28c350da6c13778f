import { expect as within, test, type Page } from '@playwright/test';
import { inchOf, newBattle, toMovement, type Battle } from './game-table';

test.describe.configure({ timeout: 240_000 });

const expect = within.configure({ timeout: 20_000 });
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const refused = (page: Page) => page.getByTestId('refused');
const missed = (page: Page) => page.getByTestId('ghost-missed');

async function toSettingUp(battle: Battle): Promise<void> {
  await battle.post('roll', { stage: 'deployment' });
  const { request } = await battle.state();
  await battle.post('update_deployment', {
    selecting_army_uuid: request!.army_uuid,
    deployment_zones: [],
    selected_zone_index: 0,
  });
}

/** Where the board lies once the page has taken in what was done before. */
async function atRest(page: Page) {
  let known = await inchOf(page);
  await expect
    .poll(async () => {
      const before = known;
      known = await inchOf(page);
      return known.top === before.top && known.inch === before.inch;
    })
    .toBe(true);
  return known;
}

/** Places all over the board, on terrain and far outside every zone. */
const CLICKS = [
  [30, 22],
  [2, 2],
  [58, 2],
  [2, 42],
  [58, 42],
  [18, 11],
  [42, 33],
  [30, 4],
  [10, 22],
  [50, 22],
  [22, 30],
  [38, 14],
] as const;

// OPEN-26: a click outside the zone shows a place that the server takes.
test('wherever the map is clicked, what is shown as free is taken as it is shown, with a line from where it was sent', async ({
  page,
}) => {
  const battle = await newBattle(page);
  await toSettingUp(battle);
  await page.addInitScript(() => localStorage.setItem('hints-seen', 'setup')); // its button stands over the map
  await page.goto(`/game/${battle.id}/view`);
  await expect(page.getByRole('heading', { name: 'Units to Deploy' })).toBeVisible();
  const first = page.locator('.unit-card:enabled').first();
  const name = (await first.innerText()).split('\n')[0]!;
  let free = 0;
  const landings = new Set<boolean>();
  for (const [x, y] of CLICKS) {
    const before = await battle.state();
    await expect(first).toHaveAccessibleName(name); // the page has heard of what was taken back
    await first.click();
    const { left, top, inch } = await atRest(page);
    await page.mouse.click(left + x * inch, top + y * inch);
    await expect(page.getByText(/^Unit location: \(/)).toBeVisible();
    const shown = /\(([\d.]+), ([\d.]+)\)/.exec((await page.getByText(/^Unit location: \(/).textContent()) ?? '')!;
    const state = await page.locator('.ghost').getAttribute('data-state');
    const elsewhere = Math.hypot(Number(shown[1]) - x, Number(shown[2]) - y);
    if (elsewhere > 0.7) await expect(missed(page), `at ${x}, ${y}`).toHaveText(/^✕ \S/);
    else if (elsewhere < 0.3) await expect(missed(page), `at ${x}, ${y}`).toHaveCount(0);
    landings.add(elsewhere > 0.7);
    await button(page, 'Finalize Deployment').click();
    if (state === 'bad') {
      await expect(refused(page)).toBeVisible();
      await page.locator('.unit-card[aria-pressed="true"]').click();
      continue;
    }
    free += 1;
    await expect.poll(async () => (await battle.state()).number, `at ${x}, ${y}`).toBe(before.number + 1);
    const unit = (await battle.state()).game_model.armies.flatMap((army) => army.units).find((each) => each.deployed);
    expect(unit?.location?.map((each) => each.toFixed(1))).toEqual([shown[1], shown[2]]);
    await button(page, /^Take back /).click();
    await expect.poll(async () => (await battle.state()).number).toBe(before.number);
  }
  expect(free).toBeGreaterThanOrEqual(10);
  expect(landings).toEqual(new Set([true, false])); // some stood where they were sent, some elsewhere
});

/** Drags the ghost by its middle to a place on the board. */
async function dragGhost(page: Page, [x, y]: readonly [number, number]): Promise<void> {
  const { left, top, inch } = await atRest(page);
  const handle = (await page.locator('.ghost .ghost-handle').boundingBox())!;
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(left + x * inch, top + y * inch, { steps: 5 });
  await page.mouse.up();
}

/** The middle of the zone of an army. */
async function zoneMiddle(battle: Battle, side: number): Promise<readonly [number, number]> {
  const { map_data: map } = await battle.state();
  const shape = map.deployment_zones.find((zone) => zone.owner_army_index === side)!.shape;
  const middle = (axis: 0 | 1) => shape.reduce((sum, corner) => sum + corner[axis], 0) / shape.length;
  return [middle(0), middle(1)];
}

test('a drag that ends short of the pointer, and a unit that closes up, say from where and why', async ({ page }) => {
  const battle = await newBattle(page);
  await toSettingUp(battle);
  const { current_army_uuid: first } = (await battle.state()).deployment_status;
  const sideOf = (state: Awaited<ReturnType<Battle['state']>>) =>
    state.game_model.armies.findIndex((army) => army.uuid === state.deployment_status.current_army_uuid);
  const side = sideOf(await battle.state());
  for (const each of [side, 1 - side]) {
    const unit_uuid = (await battle.state()).deployment_status.units_to_deploy[each]![0]!.uuid;
    expect(await battle.post('finalize_unit_deployment', { unit_uuid, location: await zoneMiddle(battle, each) })).toBe(
      true,
    );
  }
  expect((await battle.state()).deployment_status.current_army_uuid).toBe(first);
  const [friend] = (await battle.state()).game_model.armies[side]!.units.filter((each) => each.deployed);
  await page.addInitScript(() => localStorage.setItem('hints-seen', 'setup'));
  await page.goto(`/game/${battle.id}/view`);
  await page.locator('.unit-card:enabled').first().click();

  await dragGhost(page, await zoneMiddle(battle, 1 - side));
  await expect(missed(page)).toHaveText(/^✕ (Outside the zone|Off the board)$/);
  await dragGhost(page, friend!.location!);
  await expect(missed(page)).toHaveCount(0);
  await expect(page.locator('.ghost')).toHaveAttribute('data-state', 'bad');
  await button(page, 'Finalize Deployment').click();
  await expect(refused(page)).toBeVisible();
  await button(page, 'Close up near there').click();
  await expect(page.getByText(/ closed up \d+\.\d″ from there\./).first()).toBeVisible();
  await expect(missed(page)).toHaveText('✕ On another base');
  await expect(missed(page)).toHaveCount(0);
});

test('a unit that is dropped off the board moves to its edge, and the line stays for a moment', async ({ page }) => {
  const battle = await newBattle(page);
  await toMovement(battle);
  await page.goto(`/game/${battle.id}/view`);
  await expect(page.getByRole('heading', { name: 'Movement Phase', exact: true })).toBeVisible();
  const { number, game_model: model, request } = await battle.state();
  const own = model.armies.find(({ uuid }) => uuid === request!.army_uuid)!;
  const beside = own.units.filter(({ location: at }) => at && (at[0] < 8 || at[0] > 52));
  for (const { location } of beside) {
    const { left, top, inch } = await atRest(page);
    const [x, y] = location!;
    await page.mouse.move(left + x * inch, top + y * inch);
    await page.mouse.down();
    await page.mouse.move(left + (x < 8 ? -2 : 62) * inch, top + y * inch, { steps: 5 });
    if ((await page.locator('.ghost').getAttribute('data-state')) !== 'bad') break;
    await page.keyboard.press('Escape');
    await page.mouse.up();
  }
  await page.mouse.up();
  await expect(page.locator('.ghost')).toHaveCount(0);
  await expect(missed(page)).toHaveText('✕ Off the board');
  expect((await battle.state()).number).toBe(number + 1);
  await expect(missed(page)).toHaveCount(0);
});

/** A vehicle of each army, where it stands beside a wall in its zone, and a place behind that wall that is near enough. */
const AT_WALLS = [
  { zone: 0, from: [3, 16], to: [11.2, 15.4], piece: 'Watch Building' },
  { zone: 1, from: [57, 28], to: [48.8, 28.6], piece: 'Lamp Building' },
] as const;

test('a move that a wall stops names the piece of terrain at the unit and in the panel, before it is asked for', async ({
  page,
}) => {
  const battle = await newBattle(page);
  await toSettingUp(battle);
  for (let left = 2; left > 0; left -= 1) {
    const { deployment_status: status, game_model: model } = await battle.state();
    const side = model.armies.findIndex(({ uuid }) => uuid === status.current_army_uuid);
    const { from } = AT_WALLS[model.armies[side]!.deployment_zone!]!;
    const names = model.armies[side]!.units.filter(({ name }) => /^(Keystone 1|Raftback)$/.test(name));
    expect(await battle.post('finalize_unit_deployment', { unit_uuid: names[0]!.uuid, location: from })).toBe(true);
  }
  await toMovement(battle);
  const { game_model: model, request } = await battle.state();
  const army = model.armies.find(({ uuid }) => uuid === request!.army_uuid)!;
  const { to, piece } = AT_WALLS[army.deployment_zone!]!;
  await page.goto(`/game/${battle.id}/view`);
  const card = page.locator('[data-unit-card]').filter({ hasText: /Keystone 1|Raftback/ });
  await card.getByRole('button', { name: 'Move', exact: true }).click();
  await dragGhost(page, to);
  await expect(refused(page)).toContainText(`${piece} in the way`);
  await expect(page.getByTestId('refused-at')).toContainText(`${piece} in the way`);
  await expect(button(page, 'Put it down')).toBeDisabled();
  await button(page, 'Finalize Movement').click();
  await expect(refused(page)).toContainText(`${piece} in the way`);
  if (process.env.HIGHGROUND_SHOTS) await page.screenshot({ path: `${process.env.HIGHGROUND_SHOTS}/in-the-way.png` });
});
