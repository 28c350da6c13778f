import { test } from '@playwright/test';
import { expect, Hand, Players } from './players';
import { Skirmish } from './skirmish';
import { message } from './support';
import { charge, command, declareShots, deploy, fight, move, resolve } from './turn';

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });

/** A rolled die is taken back with the other's word alone. */
async function takeBack({ mine, theirs }: Players) {
  await mine.press('Process Hit Roll');
  await expect(mine.button('Process Hit Roll')).toBeHidden();
  await mine.press(/^Ask the other player to take back the roll of the dice/);
  await expect(mine.page.getByText(/Waiting for the other player/)).toBeVisible();
  await theirs.press('Decline');
  await expect(message(mine.page, 'The other player declined: it stays done.')).toBeVisible();
  await mine.press(/^Ask the other player to take back/);
  await theirs.press('Agree');
  await expect(mine.button('Process Hit Roll')).toBeVisible();
}

async function talk({ hands: [{ page }, other] }: Players) {
  const map = await page.locator('.game-map').boundingBox();
  await page.getByRole('button', { name: /^Game Chat/ }).click();
  expect(await page.locator('.game-map').boundingBox()).toEqual(map);
  await page.getByRole('textbox', { name: 'Message' }).fill('Well met.');
  await page.keyboard.press('Enter');
  await other.press(/^Game Chat · 1 new/);
  await expect(other.page.getByRole('log').getByText('Well met.')).toBeVisible();
}

// SITE-15, PHASE-22, SHELL-6: from the roll for the zones to the timeline of the battle that is over.
test('two people play each other in two browsers', { tag: '@slow' }, async ({ page, browser }) => {
  const place = await browser.newContext();
  const other = await place.newPage();
  const battle = await Skirmish.begin(page, ['human', 'human'], { other, gifted: true });
  const players = new Players(battle, [new Hand(page), new Hand(other)]);
  await players.open();

  await deploy(players);
  for (const { page: each } of players.hands)
    await expect(each.getByRole('heading', { name: 'Command Phase - Beginning' })).toBeVisible();
  await talk(players);
  await command(players);
  await players.do('Begin Command Actions');
  await players.complete('End Command Phase', 'Command');
  await players.do('Begin Movement Actions');
  await move(players, 15.6);
  await declareShots(players);
  await takeBack(players);
  await resolve(players);
  await players.complete('Complete Shooting Phase', 'Shooting');
  await charge(players);
  await fight(players);
  await players.complete('Complete Combat Phase', 'Combat');
  for (const { page: each } of players.hands) await expect(each.getByText(/^Side \d, round 1\.$/)).toBeVisible();

  await players.lookAway();
  await battle.playOn(
    ({ game_model: { round, turn, phase, phase_time: time } }) =>
      round === 5 && turn === 2 && phase === 'combat' && time === 'end',
  );
  await players.open();
  await players.do('Advance to Next Phase');
  for (const { page: each } of players.hands)
    await expect(each.getByRole('heading', { name: 'The battle is over' })).toBeVisible();
  await players.hands[1].press(other.getByRole('link', { name: 'See the whole battle' }).first());
  await expect(other.getByRole('heading', { name: 'Log Visualization' })).toBeVisible();
  await place.close();
});
