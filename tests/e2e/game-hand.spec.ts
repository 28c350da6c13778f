import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { inchOf, newBattle, toMovement, type Battle } from './game-table';
import { Skirmish } from './skirmish';

type Spot = [number, number];
interface Miniature {
  alive: boolean;
  location: Spot | null;
}
interface Mover {
  uuid: string;
  name: string;
  movement: number;
  miniatures: Miniature[];
}

interface Unit {
  uuid: string;
  weapons: { targets: { target_unit_uuid: string }[] }[];
}

const figure = (page: Page) => page.getByTestId('ghost-figure');
const word = (page: Page) => page.getByTestId('ghost-word');
const ghost = (page: Page) => page.locator('.ghost');

const placesOf = ({ miniatures }: Mover): Spot[] =>
  miniatures.flatMap(({ alive, location }) => (alive && location ? [location] : []));

/** The units that may move, those with the most room around them first: finding a place for a crowded one takes seconds. */
async function movers(battle: Battle): Promise<Mover[]> {
  const state = (await battle.state()) as unknown as { units: Mover[] };
  const units = state.units.filter((each) => placesOf(each).length > 0);
  const room = (unit: Mover): number => {
    const others = units.flatMap((each) => (each === unit ? [] : placesOf(each)));
    return Math.min(...placesOf(unit).flatMap(([x, y]) => others.map(([u, v]) => Math.hypot(x - u, y - v))));
  };
  const rooms = new Map(units.map((each) => [each, room(each)]));
  return units.sort((one, other) => rooms.get(other)! - rooms.get(one)!);
}

const middleOf = (unit: Mover): Spot => {
  const places = placesOf(unit);
  return [0, 1].map((axis) => places.reduce((sum, each) => sum + each[axis as 0 | 1], 0) / places.length) as Spot;
};

/** Presses on the unit and draws it so far, in the first direction in which it may stand there; it is still held then. */
async function holds(page: Page, unit: Mover, inches: number): Promise<boolean> {
  // A narrow map shows what is in hand alone; the unit may stand elsewhere.
  await page.keyboard.press('0');
  const { left, top, inch } = await inchOf(page);
  const [x, y] = middleOf(unit);
  const at = ([u, v]: Spot): [number, number] => [left + u * inch, top + v * inch];
  await page.mouse.move(...at([x, y]));
  await page.mouse.down();
  for (let way = 0; way < 24; way += 1) {
    const angle = (way * Math.PI) / 12;
    await page.mouse.move(...at([x + Math.cos(angle) * inches, y + Math.sin(angle) * inches]), { steps: 2 });
    const state = await ghost(page).getAttribute('data-state');
    if (state !== 'bad' && (await figure(page).textContent())?.startsWith(inches.toFixed(1))) return true;
  }
  await page.keyboard.press('Escape');
  await page.mouse.up();
  return false;
}

/** The first unit that has room so far away, held there. */
async function hold(page: Page, battle: Battle, inches: (unit: Mover) => number): Promise<Mover> {
  for (const unit of await movers(battle)) if (await holds(page, unit, inches(unit))) return unit;
  throw new Error('Nobody has room to move.');
}

test.describe.configure({ timeout: 150_000 });

test('a unit is moved by dragging it alone, farther it advances, and Undo takes it back', async ({ page }) => {
  const battle = await newBattle(page);
  await toMovement(battle);
  await page.goto(`/game/${battle.id}/view`);
  await expect(page.getByRole('heading', { name: 'Movement Phase', exact: true })).toBeVisible();

  await hold(page, battle, () => 3);
  await expect(figure(page)).toHaveText(/^3\.0 of \d+\.0″$/);
  let sent = page.waitForRequest('**/movement_phase/finalize');
  await page.mouse.up();
  const moved = (await sent).postDataJSON();
  expect(moved.movement_type).toBe('move');
  const card = page.locator(`[data-unit-card="${moved.unit_uuid}"]`);
  await expect(ghost(page)).toHaveCount(0);
  await expect(card).toHaveCount(0);
  await page.getByRole('button', { name: /^Take back / }).click();
  await expect(card).toBeVisible();

  await hold(page, battle, ({ movement }) => movement + 0.8);
  await expect(word(page)).toHaveText('Advance: 1+ on the die, 100%');
  sent = page.waitForRequest('**/movement_phase/finalize');
  await page.mouse.up();
  const advanced = (await sent).postDataJSON();
  expect(advanced.movement_type).toBe('advance');
  await expect(ghost(page)).toHaveCount(0);
  await expect(page.locator(`[data-unit-card="${advanced.unit_uuid}"]`)).toHaveCount(0);
});

test('an advance by dragging waits for the own die where there are own dice, and two are refused', async ({ page }) => {
  const battle = await newBattle(page, undefined, 'human', true);
  await toMovement(battle);
  await page.goto(`/game/${battle.id}/view`);
  await expect(page.getByRole('heading', { name: 'Movement Phase', exact: true })).toBeVisible();
  const { number } = await battle.state();
  const { uuid } = await hold(page, battle, ({ movement }) => movement + 0.8);
  await page.mouse.up();
  const card = page.locator(`[data-unit-card="${uuid}"]`);
  await card.getByRole('button', { name: 'Own die' }).click();
  await card.getByLabel('Faces of your own dice').fill('51');
  await card.getByRole('button', { name: 'Use these dice' }).click();
  await expect(card.getByText('Too many dice for the roll: 1 left over.')).toBeVisible();
  expect((await battle.state()).number).toBe(number);
  await card.getByLabel('Faces of your own dice').fill('5');
  await card.getByRole('button', { name: 'Use these dice' }).click();
  await expect(ghost(page)).toHaveCount(0);
  await expect(card).toHaveCount(0);
  expect((await battle.state()).number).toBeGreaterThan(number);
});

test('the menu of a unit asks for the own die of its advance, from any section', async ({ page }) => {
  const battle = await newBattle(page, undefined, 'human', true);
  await toMovement(battle);
  await page.goto(`/game/${battle.id}/view#settings`);
  const [unit] = await movers(battle);
  await page.locator(`[data-unit="${unit!.uuid}"]`).dispatchEvent('contextmenu', { bubbles: true, cancelable: true });
  await page.getByRole('menuitem', { name: 'Advance: own die' }).click();
  const card = page.locator(`[data-unit-card="${unit!.uuid}"]`);
  const faces = card.getByLabel('Faces of your own dice');
  await expect(faces).toBeFocused();
  await expect(faces).toBeInViewport();
  await expectAccessible(page);
  await faces.pressSequentially('6');
  await faces.press('Enter');
  await expect.poll(async () => (await battle.state()).request?.kinds).toEqual(['place']);
});

test('Escape lets go of a dragged unit, and one that is asked first waits for Finalize Movement', async ({ page }) => {
  const battle = await newBattle(page);
  await toMovement(battle);
  await page.goto('/favicon.svg');
  await page.evaluate(() => localStorage.setItem('ask-before-move', 'on'));
  await page.goto(`/game/${battle.id}/view`);
  await expect(page.getByRole('heading', { name: 'Movement Phase', exact: true })).toBeVisible();
  const { number } = await battle.state();

  await hold(page, battle, () => 2);
  await page.keyboard.press('Escape');
  await expect(ghost(page)).toHaveCount(0);
  await page.mouse.up();
  expect((await battle.state()).number).toBe(number);

  await hold(page, battle, () => 2);
  await page.mouse.up();
  await expect(ghost(page)).toBeVisible();
  await page.getByRole('button', { name: 'Finalize Movement' }).click();
  await expect(ghost(page)).toHaveCount(0);
  expect((await battle.state()).number).toBeGreaterThan(number);
});

test('a unit is picked to shoot, aimed and fired by clicks on the map', async ({ page }) => {
  const battle = await Skirmish.begin(page);
  await battle.deploy();
  await battle.until('movement');
  await battle.closeIn(6);
  await battle.until('shooting');
  await page.goto(`/game/${battle.gameId}/view`);
  const shooter = battle.state.units.find((each: Unit) =>
    each.weapons.some(({ targets }) => targets.length > 0),
  ) as Unit;
  await page.locator(`[data-unit="${shooter.uuid}"]`).press('Enter');
  const fire = page.getByRole('button', { name: /^Fire at / });
  await expect(fire).toBeEnabled();
  await expect(page.getByTestId('aim-tag').first()).toHaveText(/^\d+\.\d of \d+\d\.\d slain$/);
  const target = shooter.weapons.flatMap(({ targets }) => targets).at(-1)!;
  await expectAccessible(page);
  const sent = page.waitForRequest('**/shooting_phase/select_targets');
  // A click aims at it; where it is the only target already, the click fires.
  await page.locator(`[data-unit="${target.target_unit_uuid}"] .unit-marker`).click();
  if (shooter.weapons.some(({ targets }) => targets.length > 1)) await fire.press('Enter');
  const aims = (await sent).postDataJSON().targets as { target_unit_uuid: string }[];
  expect(new Set(aims.map((each) => each.target_unit_uuid))).toEqual(new Set([target.target_unit_uuid]));
});

test('the menu of a unit opens by the mouse’s other button and by a key, and holds its position', async ({ page }) => {
  const battle = await newBattle(page);
  await toMovement(battle);
  await page.goto(`/game/${battle.id}/view`);
  const [unit] = await movers(battle);
  const token = page.locator(`[data-unit="${unit!.uuid}"]`);
  await token.dispatchEvent('contextmenu', { bubbles: true, cancelable: true });
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem', { name: 'Advance: roll the die' })).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);

  await token.press('Enter');
  await expect(token).toHaveAttribute('data-selected');
  await page.keyboard.press('x');
  await expect(menu).toBeVisible();
  await menu.getByRole('menuitem', { name: 'Hold position' }).press('Enter');
  await expect(page.locator(`[data-unit-card="${unit!.uuid}"]`)).toHaveCount(0);
});

test('the main button is the first thing Tab comes to, and asks before units are left that could score or shoot', async ({
  page,
}) => {
  const battle = await newBattle(page);
  await toMovement(battle);
  await page.goto(`/game/${battle.id}/view`);
  const main = page.getByRole('button', { name: 'On to shooting' });
  await expect(main).toBeEnabled();
  await page.keyboard.press('Tab');
  await expect(main).toBeFocused();
  await main.press('Enter');
  await expect(page.getByRole('alertdialog', { name: 'Hold the others?' })).toContainText(
    / could (reach objective \d|come within range of )/,
  );
  await page.getByRole('button', { name: 'Hold them' }).click();
  await expect.poll(async () => (await battle.state()).game_model.phase, { timeout: 60_000 }).not.toBe('movement');
});
