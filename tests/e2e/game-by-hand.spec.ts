import { test, type Locator, type Page } from '@playwright/test';
import { findings } from './axe';
import { expect, Hand, Players } from './players';
import { Skirmish } from './skirmish';

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });

const SHOTS = process.env.HIGHGROUND_SHOTS;

/** What is to be changed: looked for, and taken from the list. */
async function change(hand: Hand, card: Locator, search: string, name: string) {
  await hand.press(card.getByRole('combobox', { name: 'Changes' }));
  await card.getByRole('combobox', { name: 'Changes' }).fill(search);
  await hand.press(card.getByRole('option', { name, exact: true }));
}

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
  await change(mine, card, 'victory', 'Victory points');
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
  await change(mine, card, 'position', 'Position');
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
  await expect(mine.page.getByRole('region', { name: 'Offer' })).toBeHidden();
  expect.soft(await findings(mine.page, ['.game-panel'])).toEqual([]);
  await wanted();
  await theirs.press('Agree');
  await expect.poll(async () => (await battle.now()) && battle.units(side)[0]!.location[1]).toBeGreaterThan(36);
  const [x] = battle.units(side)[0]!.location;
  expect(Math.abs(x - 30)).toBeLessThan(2);
  await place.close();
});

test('a keyword goes to one miniature, and who is not asked does by hand what is his', async ({
  page,
  browser,
}, info) => {
  const place = await browser.newContext();
  const battle = await Skirmish.begin(page, ['human', 'human'], { other: await place.newPage(), agreed: true });
  const [other] = place.pages();
  const players = new Players(battle, [new Hand(page), new Hand(other!)]);
  await battle.deploy();
  await battle.playOn(({ game_model: { phase, phase_time: time } }) => phase === 'movement' && time === 'middle');
  await players.open();
  const { mine, theirs } = players;
  const side = battle.active as 0 | 1;
  const name: string = battle.units(side)[0]!.name;
  const shot = async (hand: Hand, what: string) => {
    if (SHOTS) await hand.page.screenshot({ path: `${SHOTS}/${what}-${info.project.name}.png` });
  };

  const card = await byHand(mine.page);
  await mine.press(card.getByRole('combobox', { name: 'Changes' }));
  await shot(mine, 'by-hand-list');
  expect.soft(await findings(mine.page, ['.game-panel'])).toEqual([]);
  await change(mine, card, 'gain sustained', 'Weapons gain sustained hits');
  await card.getByRole('combobox', { name: 'For' }).selectOption(name);
  await card.getByRole('combobox', { name: 'Of' }).selectOption({ index: 2 });
  await card.getByRole('combobox', { name: 'Weapons' }).selectOption('its ranged weapons');
  await card.getByRole('textbox', { name: 'Its number' }).fill('2');
  await shot(mine, 'by-hand-keyword');
  await mine.press(card.getByRole('button', { name: 'Switch on' }));
  await expect(theirs.page.getByRole('alert', { name: 'Offer' })).toContainText('gains [sustained hits 2]');
  await theirs.press('Agree');
  const keywords = async () => {
    await battle.now();
    return battle.units(side)[0]!.miniatures.map((each: any) => each.ranged_weapons[0].keywords.join()); // oxlint-disable-line typescript/no-explicit-any -- the answers of the server as they are
  };
  await expect.poll(keywords).toEqual(['', 'sustained hits 2', '', '', '']);

  // Who is not asked now has his own entry, for any unit of the table.
  const own = await byHand(theirs.page);
  await change(theirs, own, 'save', 'Save (SV)');
  await own.getByRole('combobox', { name: 'For' }).selectOption(name);
  await expect(own.getByText('Now 4+.')).toBeVisible();
  await own.getByRole('textbox', { name: 'Becomes' }).fill('2+');
  await theirs.press(own.getByRole('button', { name: 'Switch on' }));
  await expect(mine.page.getByRole('alert', { name: 'Offer' })).toContainText('save 2+');
  await mine.press('Agree');
  await expect
    .poll(async () => (await battle.now()) && battle.units(side)[0]!.miniatures[0].attributes.save)
    .toBe('2+');
  await shot(mine, 'by-hand-on');
  await place.close();
});
