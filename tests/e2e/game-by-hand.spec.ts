import { test, type Page } from '@playwright/test';
import { expect, Hand, Players } from './players';
import { Skirmish } from './skirmish';
import { findings } from './support';

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });

const SHOTS = process.env.HIGHGROUND_SHOTS;

/** The card of what both players agree on, by hand. */
async function byHand(page: Page) {
  await page
    .getByRole('navigation', { name: 'Game' })
    .getByRole('button', { name: /^Abilities/ })
    .first()
    .click();
  return page.getByRole('article', { name: 'By hand' }).first();
}

test('what is done by hand waits until the other player agrees, and both see it', async ({ page, browser }, info) => {
  const place = await browser.newContext();
  const battle = await Skirmish.begin(page, ['human', 'human'], { other: await place.newPage(), agreed: true });
  const [other] = place.pages();
  const players = new Players(battle, [new Hand(page), new Hand(other!)]);
  await battle.deploy();
  await battle.playOn(({ game_model: { phase, phase_time: time } }) => phase === 'movement' && time === 'middle');
  await players.open();
  const { mine, theirs } = players;
  const side = battle.active as 0 | 1;

  const card = await byHand(mine.page);
  await card.getByRole('combobox', { name: 'Changes' }).selectOption('Victory points');
  await card.getByRole('spinbutton', { name: 'By' }).fill('3');
  await mine.press(card.getByRole('button', { name: 'Do it' }));
  const offer = theirs.page.getByRole('alert', { name: 'Offer' });
  await expect(offer).toContainText('wants to do by hand:');
  await expect(offer).toContainText('3 victory points more');
  if (SHOTS) await theirs.page.screenshot({ path: `${SHOTS}/offer-${info.project.name}.png` });
  await theirs.press('Agree');
  await expect(offer).toBeHidden();
  expect((await battle.now()).game_model.armies[side].vp).toBe(3);

  // A unit is put elsewhere: where the map shows it, however far that is.
  const name: string = battle.units(side)[0]!.name;
  await card.getByRole('combobox', { name: 'Changes' }).selectOption('Position');
  await card.getByRole('combobox', { name: 'For' }).selectOption(name);
  const wanted = async () => {
    await mine.press(card.getByRole('button', { name: 'Choose on the map' }));
    await mine.putDown([30, 40]);
    await expect(card.getByText('Drag it on the map')).toBeVisible();
    if (SHOTS) await mine.page.screenshot({ path: `${SHOTS}/position-${info.project.name}.png` });
    await mine.press(card.getByRole('button', { name: 'Do it' }));
  };
  await wanted();
  await theirs.press('Decline');
  await expect(mine.page.getByText(/Waiting for the other player/)).toBeHidden();
  expect.soft(await findings(mine.page, ['.game-panel'])).toEqual([]);
  await wanted();
  await theirs.press('Agree');
  await expect.poll(async () => (await battle.now()) && battle.units(side)[0]!.location[1]).toBeGreaterThan(36);
  const [x] = battle.units(side)[0]!.location;
  expect(Math.abs(x - 30)).toBeLessThan(2);
  await place.close();
});
