import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { inchOf } from './game-table';
import { Skirmish } from './skirmish';

type Spot = [number, number];

const MIDDLE: Spot = [30, 22];

/** So many places about a middle. */
const circle = (count: number, radius: number, [x, y]: Spot): Spot[] =>
  Array.from({ length: count }, (_, index) => {
    const turn = (2 * Math.PI * index) / count;
    return [x + radius * Math.cos(turn), y + radius * Math.sin(turn)];
  });

/** Puts a unit of who moves within a ring of the enemy's two, by hand. */
async function ring(page: Page, battle: Skirmish) {
  const army = battle.state.game_model.armies[battle.due];
  const headers = battle.headersOf(battle.due);
  const { abilities } = await (await page.request.get(`/api/game/${battle.gameId}/abilities`, { headers })).json();
  const { id } = abilities.find(
    (each: { name: string; location: { army_uuid: string } }) =>
      each.name === 'By hand' && each.location.army_uuid === army.uuid,
  );
  const caught = army.units[0];
  const [first, second] = battle.units(1 - battle.due);
  const about = circle(10, 3.85, MIDDLE);
  const put = (target_uuid: string, places: Spot[]) =>
    battle.did('switch_by_hand', { ability_id: id, target_uuid, amend: [{ amend: 'place', places }] });
  await put(caught.uuid, circle(5, 1.1, [MIDDLE[0] + 0.7, MIDDLE[1]]));
  await put(first!.uuid, about.slice(0, 5));
  await put(second!.uuid, about.slice(5));
  return { caught };
}

/** A battle at its first movement, shown, in which a unit is surrounded. */
async function surrounded(page: Page) {
  const battle = await Skirmish.begin(page);
  await battle.deploy();
  await battle.until('movement');
  const { caught } = await ring(page, battle);
  await page.goto(`/game/${battle.gameId}/view`);
  await expect(page.getByRole('heading', { name: 'Movement Phase', exact: true })).toBeVisible();
  return { battle, caught };
}

test.describe.configure({ timeout: 150_000 });

test('falling back through enemies says what it risks before it is let go, and shows the dice after it', async ({
  page,
}) => {
  const { battle, caught } = await surrounded(page);
  const { number } = await battle.now();
  const { left, top, inch } = await inchOf(page);
  const asked = page.locator('.prompt-asked');
  const risk = /5 miniatures test: one is lost for each roll of 1-2/;
  await page.mouse.move(left + 30.7 * inch, top + 22 * inch);
  await page.mouse.down();
  await page.mouse.move(left + 30.7 * inch, top + 26 * inch, { steps: 3 });
  await page.mouse.move(left + 30.7 * inch, top + 32 * inch, { steps: 3 });
  await expect(page.getByTestId('ghost-word')).toHaveText('Fall back');
  await expect(page.getByTestId('ghost-risk')).toHaveText(risk);
  await expect(asked).toHaveText(`${caught.name}, falling back: 5 miniatures test: one is lost for each roll of 1-2.`);
  await expectAccessible(page);

  // What could cost miniatures is not done by letting go alone.
  await page.mouse.up();
  await expect(asked).toHaveText(/5 miniatures test: one is lost for each roll of 1-2\. Put it down, or drag it on\.$/);
  await page.waitForTimeout(1000);
  expect((await battle.now()).number).toBe(number);

  await page.getByRole('button', { name: 'Put it down' }).click();
  const dice = page.getByRole('region', { name: 'The last dice' });
  await expect(dice).toContainText(/Break-out: .*, rolled (\d(, )?){5} \(3\+\), (nobody is lost|\d slain: )/);
  await expect(dice.getByText('Break-out 3+')).toBeVisible();
  await expectAccessible(page);
});

test('own dice of the tests are typed before the unit is put down', async ({ page }) => {
  const { battle, caught } = await surrounded(page);
  const { left, top, inch } = await inchOf(page);
  await page.mouse.move(left + 30.7 * inch, top + 22 * inch);
  await page.mouse.down();
  await page.mouse.move(left + 30.7 * inch, top + 26 * inch, { steps: 3 });
  await page.mouse.move(left + 30.7 * inch, top + 32 * inch, { steps: 3 });
  await page.mouse.up();
  const card = page.locator(`[data-unit-card="${caught.uuid}"]`);
  await card.getByRole('button', { name: 'Own dice' }).click();
  await expect(card.getByText(/^5 dice, one for each miniature/)).toBeVisible();
  await expectAccessible(page);
  const faces = card.getByLabel('Faces of your own dice');
  await faces.fill('6621');
  await expect(card.getByText('4 typed. 1 of 5 still to type.')).toBeVisible();
  await faces.fill('66213');
  await card.getByRole('button', { name: 'Use these dice' }).click();
  await expect(page.getByRole('region', { name: 'The last dice' })).toContainText(
    /rolled 6, 6, 2, 1, 3 \(3\+\), 2 slain: /,
  );
  expect((await battle.now()).dice.last.own).toBe('typed');
});

test('a unit that is not engaged shows no risk', async ({ page }) => {
  const { battle } = await surrounded(page);
  const free = battle.units(battle.due)[1]!;
  const { left, top, inch } = await inchOf(page);
  const [x, y] = free.location as Spot;
  await page.mouse.move(left + x * inch, top + y * inch);
  await page.mouse.down();
  await page.mouse.move(left + (x + 2) * inch, top + y * inch, { steps: 3 });
  await expect(page.getByTestId('ahead-card')).toContainText(/Sees \d of 2/);
  await expect(page.getByTestId('ghost-risk')).toHaveCount(0);
  await page.keyboard.press('Escape');
  await page.mouse.up();
});

test('a player chooses which miniatures a unit out of coherency loses at the end of the turn', async ({ page }) => {
  const battle = await Skirmish.begin(page);
  await battle.deploy();
  await battle.until('movement');
  const { caught } = await ring(page, battle);
  const unit = [...battle.units(0), ...battle.units(1)].findIndex((each) => each.uuid === caught.uuid);
  // The one in the middle of a line of five is to fall first, and one is lost.
  const places = [0, 1, 2, 3, 4].map((index): Spot => [24 + 3 * index, 36]);
  await battle.did('allocate', { unit_uuid: caught.uuid, miniature_uuids: [caught.miniatures[2]!.uuid] });
  await battle.did('answer', {
    answer: { choice: 'move', unit, how: 'fall_back', places },
    dice: { faces: [1, 6, 6, 6, 6] },
  });
  await battle.playOn(({ request }) => request.kinds[0] === 'remove');
  const { removals } = battle.state.request;
  expect(removals.map((each: { miniatures: number[] }) => each.miniatures)).toEqual([
    [3, 4],
    [0, 1],
  ]);
  await page.goto(`/game/${battle.gameId}/view`);
  await expect(page.getByRole('heading', { name: 'Out of coherency' })).toBeVisible();
  await expect(page.locator('.prompt-asked')).toHaveText(`${caught.name}: out of coherency. Who is removed?`);
  await expect(page.locator('.removal-cross')).toHaveCount(2);
  await page.getByRole('radio').nth(1).check();
  await expectAccessible(page);
  const bases = page.locator('.removal-miniature');
  await bases.nth(0).click();
  await expect(page.locator('.removal-cross')).toHaveCount(1);
  await page.locator('.prompt-main').click();
  await expect(page.getByText(/still stand apart/).first()).toBeVisible();
  await bases.nth(0).click();
  await expect(page.getByRole('radio').nth(1)).toBeChecked();
  await page.locator('.prompt-main').click();
  await expect(page.getByRole('heading', { name: 'Out of coherency' })).toHaveCount(0);
  const state = await battle.now();
  const left = state.game_model.armies.flatMap((army: { units: { uuid: string }[] }) => army.units);
  const { miniatures } = left.find((each: { uuid: string }) => each.uuid === caught.uuid);
  expect(miniatures.map((each: { alive: boolean }) => each.alive)).toEqual([false, false, false, true, true]);
});
