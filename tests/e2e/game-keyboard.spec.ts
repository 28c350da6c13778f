import { expect as within, test, type Locator, type Page } from '@playwright/test';
import { ARMIES, Skirmish } from './skirmish';

test.describe.configure({ timeout: 180_000 });

const expect = within.configure({ timeout: 20_000 });
/** The panel beside the map; the map has buttons of its own, with the units' names. */
const button = (page: Page, name: string | RegExp) => page.locator('.game-panel').getByRole('button', { name });

/** What may be due between two actions: a reaction, even during an attack; dice; a move along the shortest way. */
const BETWEEN = /^(Pass|Take the shortest way|Resolve all)$/;

/** Comes to a control by Tab alone. */
async function reach(page: Page, wanted: Locator): Promise<void> {
  await expect(wanted).toBeEnabled();
  for (let step = 0; step < 60 && !(await wanted.evaluate((each) => each === document.activeElement)); step += 1)
    await page.keyboard.press('Tab');
  await expect(wanted).toBeFocused();
}

/** Passes by the keyboard until it has come to this. */
async function passTo(page: Page, wanted: Locator): Promise<void> {
  const between = button(page, BETWEEN).first();
  const either = wanted.or(between).first();
  for (await expect(either).toBeEnabled(); await between.isVisible(); await expect(either).toBeEnabled()) {
    await reach(page, between);
    await page.keyboard.press('Enter');
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0);
  }
}

/** Presses a button by the keyboard, once nobody has anything to answer. */
async function press(page: Page, name: string | RegExp | Locator): Promise<void> {
  const wanted = typeof name === 'string' || name instanceof RegExp ? button(page, name).first() : name;
  await passTo(page, wanted);
  await reach(page, wanted);
  await page.keyboard.press('Enter');
}

/** Ends a phase, and says so again where somebody could still act. */
async function complete(page: Page, label: string, phase: string): Promise<void> {
  await press(page, label);
  const question = page.getByRole('alertdialog');
  const ended = page.getByRole('heading', { name: `${phase} Phase - End` });
  await expect(question.or(ended)).toBeVisible();
  if (await question.isVisible()) await press(page, question.getByRole('button', { name: label }));
  await expect(ended).toBeVisible();
  await press(page, 'Advance to Next Phase');
}

/** Rolls own dice. */
async function rollOwn(page: Page, faces: string): Promise<void> {
  await press(page, 'Own dice');
  await reach(page, page.getByLabel('Faces of your own dice'));
  await page.keyboard.type(faces);
  await press(page, 'Use these dice');
}

// SHELL-3: a whole turn without a mouse, from the deployment's end to the other army's command phase.
test('a turn of command, movement, shooting, charge and combat by the keyboard alone', async ({ page }) => {
  const battle = await Skirmish.begin(page);
  await battle.deploy();
  await battle.open();
  await press(page, 'Start Battle');
  await press(page, 'Begin Command Actions');
  await press(page, 'End Command Phase');
  await press(page, 'Advance to Next Phase');

  await press(page, 'Begin Movement Actions');
  await expect(page.getByRole('heading', { name: 'Units Awaiting Movement' })).toBeVisible();
  await battle.now();
  await battle.closeIn(9);
  const [mine, theirs] = [ARMIES[battle.active]?.[0] ?? '', ARMIES[1 - battle.active]?.[0] ?? ''];
  await expect(button(page, 'Hold position')).toHaveCount(1);
  await press(page, 'Hold position');
  await complete(page, 'End Movement Phase', 'Movement');

  await press(page, 'Begin Shooting Actions');
  await press(page, `Select Unit: ${mine}`);
  await press(page, 'Confirm Targets');
  await complete(page, 'Complete Shooting Phase', 'Shooting');

  await press(page, 'Begin Charge Actions');
  await press(page, new RegExp(`^${theirs}`));
  await press(page, 'Register Charges');
  const proceed = button(page, 'Proceed to Charge Rolls');
  await expect(proceed.or(button(page, 'Roll Charge')).first()).toBeVisible();
  if (await proceed.isVisible()) await press(page, 'Proceed to Charge Rolls');
  await press(page, 'Roll Charge');
  await expect(page.getByText('An enemy unit declares a charge.', { exact: true }).first()).toBeVisible();
  await rollOwn(page, '66');
  await passTo(page, page.getByText('Success!'));
  await complete(page, 'End Charge Phase', 'Charge');

  await press(page, 'Begin Combat Actions');
  await press(page, `Select Unit: ${mine}`);
  await press(page, 'Confirm Targets');
  await press(page, `Select Unit: ${theirs}`);
  await press(page, 'Confirm Targets');
  await complete(page, 'Complete Combat Phase', 'Combat');
  await expect(page.getByRole('heading', { name: 'Command Phase - Beginning' })).toBeVisible();
  await expect(page.getByText(/^Side \d, round 1\.$/)).toBeVisible();
});
