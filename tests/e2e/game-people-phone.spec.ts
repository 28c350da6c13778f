import { test } from '@playwright/test';
import { expectAccessibleInBothThemes } from './axe';
import { expect, Hand, Players } from './players';
import { Skirmish } from './skirmish';
import { charge, command, declareShots, deploy, fight, move, resolve } from './turn';

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });

/** Nothing wider than the screen, nothing that axe finds, in the dark and in the light. */
async function fits({ page }: Hand) {
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  expect(
    await page.locator('.game-panel').evaluate((panel) => panel.scrollWidth - panel.clientWidth),
  ).toBeLessThanOrEqual(0);
  await expectAccessibleInBothThemes(page);
}

/** The header shows it all beside each other: where the battle is, both players, nothing cut off or over anything else. */
async function headerFits({ page }: Hand) {
  const header = page.getByRole('banner');
  for (const text of ['Round 1', 'Turn 1', 'Game active', 'Live'])
    await expect(header.getByText(text, { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(header.getByRole('heading', { level: 1 })).toHaveText(/^Shooting Phase/);
  const boxes = await Promise.all(
    ['Player 1', 'Player 2'].map(async (name) => (await header.getByRole('group', { name }).boundingBox())!),
  );
  const [first, second] = boxes as [(typeof boxes)[0], (typeof boxes)[0]];
  expect(first.x).toBeGreaterThanOrEqual(0);
  expect(first.x + first.width).toBeLessThanOrEqual(second.x);
  expect(second.x + second.width).toBeLessThanOrEqual(390);
  const { clipped, height } = await header.evaluate((each) => ({
    clipped: each.scrollWidth - each.clientWidth,
    height: each.getBoundingClientRect().height,
  }));
  expect(clipped).toBeLessThanOrEqual(0);
  expect(height).toBeLessThan(120);
}

// SITE-15, PHASE-22: the same battle by two thumbs, from the roll for the zones to its end.
test('two people play each other on two phones', async ({ page, browser }) => {
  const place = await browser.newContext();
  const other = await place.newPage();
  const battle = await Skirmish.begin(page, ['human', 'human'], { other, gifted: true });
  const players = new Players(battle, [new Hand(page), new Hand(other)]);
  await players.open();

  await deploy(players);
  await command(players);
  await players.do('Begin Command Actions');
  await players.complete('End Command Phase', 'Command');
  await players.do('Begin Movement Actions');
  await move(players, 9);
  await declareShots(players, async (moment, hand) => {
    if (moment !== 'targets') return;
    await headerFits(hand);
    await expect(hand.page.locator('.map-card')).toBeHidden();
    await fits(hand);
  });
  await players.do('Process Hit Roll');
  await players.mine.page.getByRole('table', { name: 'Combat Resolution' }).scrollIntoViewIfNeeded();
  await fits(players.mine);
  await resolve(players);
  await players.complete('Complete Shooting Phase', 'Shooting');
  await charge(players);
  await fight(players);
  await players.complete('Complete Combat Phase', 'Combat');

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

test('an offer is in view for both players, however far their panels are scrolled', async ({ page, browser }) => {
  const place = await browser.newContext();
  const other = await place.newPage();
  const battle = await Skirmish.begin(page, ['human', 'human'], { other });
  await battle.deploy();
  const [mine, theirs] = new Players(battle, [new Hand(page), new Hand(other)]).hands;
  for (const hand of [mine, theirs]) {
    await hand.page.goto(`/game/${battle.gameId}/view`);
    await hand.turnTo('Settings');
  }
  await mine.press('Offer a Draw');
  await expect(page.getByRole('region', { name: 'Offer' })).toBeInViewport({ ratio: 1 });
  const panel = other.getByRole('region', { name: 'Settings' });
  await panel.evaluate((each) => each.scrollTo(0, each.scrollHeight));
  await expect(other.getByRole('alert', { name: 'Offer' })).toBeInViewport({ ratio: 1 });

  // On a short phone two offers are higher than the panel: they are scrolled, and leave some of it.
  await other.setViewportSize({ width: 375, height: 667 });
  const headers = battle.headersOf(0);
  expect(
    (await page.request.post(`/api/game/${battle.gameId}/coach/allow`, { headers, data: { on: true } })).ok(),
  ).toBe(true);
  const offers = other.getByRole('alert', { name: 'Offer' });
  await expect(offers).toHaveCount(2);
  await theirs.turnTo('Battlefield');
  const below = other.locator('.game-panel');
  await below.evaluate((each) => each.scrollTo(0, each.scrollHeight / 2));
  const [asks, all] = [(await other.locator('.panel-asks').boundingBox())!, (await below.boundingBox())!];
  expect(asks.y + asks.height).toBeLessThan(all.y + all.height);
  await offers.last().getByRole('button', { name: 'Decline' }).tap();
  await expect(offers).toHaveCount(1);

  await theirs.press('Decline');
  await expect(page.getByRole('region', { name: 'Offer' })).toBeHidden();
  await expect(page.getByText('The other player declined the draw.').first()).toBeVisible();
  await place.close();
});
