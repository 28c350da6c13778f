import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { ARMIES, Skirmish } from './skirmish';
import { inchOf } from './game-table';

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const SHOTS = process.env.HIGHGROUND_SHOTS;
const shot = async (page: Page, name: string) => {
  if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-${page.viewportSize()?.width}.png` });
};

/** The page is as high as the screen: only its panels scroll. */
async function fits(page: Page) {
  const before = page.viewportSize()!;
  for (const size of [
    { width: 1024, height: 768 },
    { width: 390, height: 844 },
  ]) {
    await page.setViewportSize(size);
    const beyond = () => page.evaluate(() => document.scrollingElement!.scrollHeight - innerHeight);
    await expect.poll(beyond, `at ${size.width} pixels`).toBeLessThanOrEqual(0);
  }
  await page.setViewportSize(before);
}

/** Passes while an army may answer what happened, and lets a unit that has to move find its way. */
async function pass(page: Page) {
  const due = button(page, /^(Pass|Take the shortest way)$/);
  while (await due.isVisible()) {
    await due.click();
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  }
}

// SHELL-4, SHELL-5, SHOOT-1, SHOOT-2, SHOOT-6, SHOOT-7, SHOOT-12, SHOOT-14, SHOOT-17, SHOOT-18, SHOOT-35, SHOOT-36, SHOOT-38, SHOOT-39, CHARGE-29, CHARGE-33, CHARGE-38, COMBAT-12, COMBAT-18, COMBAT-36, COMBAT-38, COMBAT-43, COMBAT-44, COMBAT-45
test('a shooting, a charge and a fight', async ({ page }) => {
  const battle = await Skirmish.begin(page);
  await battle.deploy();
  await battle.closeIn(9);
  await battle.until('shooting');
  const [mine, theirs] = [ARMIES[battle.active]?.[0] ?? '', ARMIES[1 - battle.active]?.[0] ?? ''];
  await battle.open();
  await expect(page.getByText('Current army')).toContainText('Current army');
  await shot(page, 'shooting-list');
  await fits(page);
  await expectAccessible(page);
  await button(page, `Select Unit: ${mine}`).click();

  await expect(page.getByRole('heading', { name: `Select Targets for ${mine}` })).toBeVisible();
  const target = page.getByLabel('Thorn rifle ×5');
  await expect(target.locator('option:checked')).toHaveText(
    new RegExp(`^${theirs} \\(\\d+\\.\\d″(, \\d+ of \\d+)?\\)$`),
  );
  await expect(page.getByRole('region', { name: 'Odds' })).toContainText('damage of 10');
  await shot(page, 'shooting-targets');
  await expectAccessible(page);
  const map = await page.locator('.game-map').boundingBox();
  await button(page, 'Confirm Targets').click();

  await expect(page.getByRole('heading', { name: 'Answer' })).toBeVisible();
  await expect(page.getByText('Faces to the Ground', { exact: true })).toBeVisible();
  await shot(page, 'reaction');
  await expectAccessible(page);
  await button(page, 'Use Faces to the Ground').click();

  await expect(page.getByRole('table', { name: 'Combat Resolution' })).toBeVisible();
  expect(await page.locator('.game-map').boundingBox()).toEqual(map);
  const nav = page.getByRole('navigation', { name: 'Game' });
  for (const [section, shown] of [
    ['Stratagems', 'Faces to the Ground'],
    ['Effects', 'Faces to the Ground'],
  ] as const) {
    await nav.getByRole('button', { name: section, exact: true }).click();
    await page.getByRole('tab', { name: `Side ${1 - battle.active}` }).click();
    await expect(page.locator('.game-panel').getByText(shown).filter({ visible: true }).first()).toBeVisible();
  }
  await nav.getByRole('button', { name: 'Battlefield' }).click();
  await button(page, 'Own dice').click();
  await page.getByLabel('Faces of your own dice').fill('6 6');
  await button(page, 'Use these dice').click();
  await expect(page.getByText(/^Hit needs \d+ dice, not 2\.$/)).toBeVisible();
  await page.getByLabel('Faces of your own dice').fill('5555555511');
  await button(page, 'Use these dice').click();
  await expect(button(page, /Process Wound Roll|Pass/)).toBeVisible();
  await shot(page, 'shooting-rolled');
  await pass(page);
  await expect(
    page.getByRole('table', { name: 'Combat Resolution' }).getByRole('img', { name: '5, success' }),
  ).toHaveCount(8);
  await button(page, 'Process Wound Roll').click();
  await expect(button(page, /Process Save Roll|Pass/)).toBeVisible();
  await pass(page);
  await shot(page, 'shooting-wounds');
  await expectAccessible(page);
  await button(page, 'Resolve all').click();
  await expect(page.getByText(new RegExp(`${mine} at ${theirs}: \\d+ damage`))).toBeVisible();
  await expect(page.getByRole('table', { name: 'Combat Resolution' })).toBeHidden();
  // Nobody else has a target, so that nothing is asked.
  await button(page, 'Complete Shooting Phase').click();
  await button(page, 'Advance to Next Phase').click();

  await button(page, 'Begin Charge Actions').click();
  await expect(page.getByRole('heading', { name: /^Units Awaiting Charge - / })).toBeVisible();
  await shot(page, 'charge-record');
  await expectAccessible(page);
  const card = page.getByRole('listitem').filter({ has: page.getByText('Charging Unit'), hasText: mine });
  await card
    .getByRole('button', { name: new RegExp(theirs) })
    .first()
    .click();
  await card.getByRole('button', { name: 'Register Charges' }).click();
  await expect(page.getByText(/^1 of \d units? have recorded charges|Roll Charge/).first()).toBeVisible();
  if (await button(page, 'Proceed to Charge Rolls').isVisible()) await button(page, 'Proceed to Charge Rolls').click();
  await button(page, 'Own dice').click();
  await page.getByLabel('Faces of your own dice').fill('66');
  await button(page, 'Use these dice').click();
  await expect(page.getByText('Success!').or(button(page, 'Pass'))).toBeVisible();
  await pass(page);
  await expect(page.getByText('Success!')).toBeVisible();
  await shot(page, 'charge-rolled');
  await button(page, 'End Charge Phase').click();
  await button(page, 'Advance to Next Phase').click();

  await button(page, 'Begin Combat Actions').click();
  await pass(page);
  await shot(page, 'combat-list');
  await fits(page);
  await button(page, `Select Unit: ${mine}`).click();
  await expect(page.getByRole('heading', { name: `Select Targets for ${mine}` })).toBeVisible();
  await expect(page.locator('[data-reach="movement"]')).toHaveAttribute('data-radius', '400');
  await expect(page.locator('[data-reach="charge"]')).toHaveAttribute('data-radius', '520');
  await expect(page.locator('.action-ring')).toHaveCount(1);
  await shot(page, 'combat-targets');
  await expectAccessible(page);
  await button(page, 'Confirm Targets').click();
  await expect(button(page, /Process Hit Roll|Pass/)).toBeVisible();
  await pass(page);
  for (const stage of ['Hit', 'Wound', 'Save', 'Damage', 'FNP']) {
    if (!(await button(page, `Process ${stage} Roll`).isVisible())) break;
    await button(page, `Process ${stage} Roll`).click();
    await expect(button(page, `Process ${stage} Roll`)).toBeHidden();
    await pass(page);
  }
  await expect(page.getByRole('table', { name: 'Combat Resolution' })).toBeHidden();
  await expect(page.getByText(new RegExp(`${mine} at ${theirs}: \\d+ damage`))).toBeVisible();
  await shot(page, 'combat-done');
});

test('a charge that reaches is put down on the map, by who wants that', async ({ page }) => {
  const battle = await Skirmish.begin(page);
  await battle.deploy();
  await battle.closeIn(5);
  const army_uuid = battle.state.game_model.armies[battle.active].uuid;
  expect((await battle.post('reactions', { army_uuid, rest: 'never', closing: true })).ok()).toBe(true);
  await battle.playOn(({ game_model: { phase, phase_time: time } }) => phase === 'charge' && time === 'middle');
  const [{ unit_uuid: charger, unit_name: mine, targets }] = battle.state.chargeable_units;
  const [{ target_unit_uuid: foe, target_unit_name: theirs }] = targets;
  await battle.did('charge_phase/record_charges', { charges: { [charger]: [foe] } });
  await battle.did('charge_phase/process_charge', {
    charging_unit_uuid: charger,
    dice: { faces: [6, 6], source: 'typed' },
  });
  await battle.playOn(({ request }) => request.kinds[0] === 'place');
  await battle.open();
  const asked = page.getByRole('region', { name: 'What is asked' });
  await expect(asked).toContainText(`Charge: choose a place for ${mine}, up to 12.0″ away.`);
  await shot(page, 'charge-due');

  const [x, y] = battle.towards(mine, theirs, 2.5);
  await expect(async () => {
    const { left, top, inch } = await inchOf(page);
    await page.mouse.click(left + x * inch, top + y * inch);
    await expect(asked).toContainText('could end in base contact with a target', { timeout: 5000 });
  }).toPass();
  await shot(page, 'charge-placed');
  await expect(asked.getByRole('button', { name: 'Put it down' })).toBeDisabled();
  await button(page, 'Take the shortest way').click();
  await expect(asked.getByRole('button', { name: 'Put it down' })).toBeHidden();
  await battle.now();
  const moved = battle.units(battle.active).find((unit) => unit.uuid === charger);
  expect(moved).toMatchObject({ engaged: true, charged: true });
});
