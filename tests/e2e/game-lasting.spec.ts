import { expect, test, type Page } from '@playwright/test';
import { Hand } from './players';
import { ARMIES, Skirmish } from './skirmish';

/** A battle outlives the page that shows it: loaded again, open twice, cut off for a while. */

test.describe.configure({ timeout: 120_000 });
test.use({ actionTimeout: 20_000 });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** A unit of the active army has declared its shots at the enemy near it. */
async function shooting(page: Page, tough = false): Promise<Skirmish> {
  const battle = await Skirmish.begin(page, ['human', 'human'], { tough });
  await battle.deploy();
  await battle.closeIn(9);
  await battle.until('shooting');
  await battle.open();
  await button(page, `Select Unit: ${ARMIES[battle.active]?.[0]}`).click();
  await button(page, 'Confirm Targets').click();
  await expect(button(page, 'Pass')).toBeVisible();
  return battle;
}

/** Passes as long as somebody may answer, on a page that is loaded again each time. */
async function passAgain(page: Page, battle: Skirmish): Promise<void> {
  for (let state = await battle.now(); state.request.kinds[0] === 'pass'; state = await battle.now()) {
    await page.reload();
    await button(page, 'Pass').click();
    await expect.poll(async () => (await battle.now()).number).toBeGreaterThan(state.number);
  }
}

/** Dice for every stage: all hit, all wound, none is saved; the rest as it falls. */
const FACES: Record<string, string> = { Hit: '5555555555', Wound: '5555555555', Save: '1111111111' };

// SHOOT-35, SHOOT-36
test('an attack goes on where it was on a page that is loaded again at every stage, to its end', async ({ page }) => {
  const battle = await shooting(page, true);
  for (const stage of ['Hit', 'Wound', 'Save', 'Damage', 'FNP']) {
    await passAgain(page, battle);
    await page.reload();
    await expect(page.getByRole('table', { name: 'Combat Resolution' })).toBeVisible();
    await expect(button(page, `Process ${stage} Roll`)).toBeEnabled();
    const faces = FACES[stage];
    if (faces) {
      await button(page, 'Own dice').click();
      await page.getByLabel('Faces of your own dice').fill(faces);
      await button(page, 'Use these dice').click();
    } else await button(page, `Process ${stage} Roll`).click();
    await expect(button(page, `Process ${stage} Roll`)).toBeHidden();
  }
  await passAgain(page, battle);
  await page.reload();
  await expect(page.getByText(new RegExp(`${ARMIES[battle.active]?.[0]} at .*: \\d+ damage`))).toBeVisible();
  await expect(button(page, 'Complete Shooting Phase')).toBeEnabled();
});

/** Lets what the server sends to a tab by its socket be lost while `on` is false. */
async function hearingOf(page: Page): Promise<{ on: boolean }> {
  const hearing = { on: true };
  await page.routeWebSocket(/./, (socket) => {
    const server = socket.connectToServer();
    server.onMessage((message) => {
      if (hearing.on) socket.send(message);
    });
  });
  return hearing;
}

test('of two tabs of one player the other learns what happened, and goes on from there; so does one that was cut off', async ({
  page,
  context,
}) => {
  const battle = await shooting(page);
  const other = await context.newPage();
  const hearing = await hearingOf(other);
  await other.goto(`/game/${battle.gameId}/view`);
  await button(other, 'Pass').click();
  await expect(button(other, 'Process Hit Roll')).toBeEnabled();
  await expect(button(page, 'Process Hit Roll')).toBeEnabled();

  // The tab that hears of the roll too late learns of it by its own. What it asks for after its pass, a moment later,
  // must not tell it either.
  await other.waitForTimeout(1000);
  hearing.on = false;
  await button(page, 'Process Hit Roll').click();
  await expect(button(page, 'Process Hit Roll')).toBeHidden();
  await button(other, 'Process Hit Roll').click();
  const notice = other.getByRole('alert').filter({ hasText: 'The battle moved on.' });
  await expect(notice).toContainText('Your choice was not taken: somebody answered before you.');
  await expect(button(other, 'Process Hit Roll')).toBeHidden();
  await button(other, 'Understood').click();
  await expect(notice).toBeHidden();
  hearing.on = true;

  await battle.now();
  await battle.playOn((state) => state.request.kinds[0] !== 'pass' && state.request.kinds[0] !== 'roll');
  await context.setOffline(true);
  await expect(page.getByRole('banner').getByText('Reconnecting')).toBeVisible();
  await battle.until('charge');
  await context.setOffline(false);
  await expect(page.getByRole('banner').getByText('Live', { exact: true })).toBeVisible();
  for (const each of [page, other])
    await expect(each.getByRole('heading', { level: 2, name: /^Units Awaiting Charge/ })).toBeVisible();
});

const CUT_MS = 10_000;

test('a network that is gone for ten seconds during a move takes nothing of it away', async ({ page, context }) => {
  const battle = await Skirmish.begin(page);
  await battle.deploy();
  await battle.until('movement');
  await battle.open();
  const { number } = battle.state;
  const [unit] = battle.units(battle.active);
  const card = page.locator(`[data-unit-card="${unit?.uuid}"]`);
  const link = page.getByRole('banner').locator('.game-link');
  await card.getByRole('button', { name: 'Move', exact: true }).click();
  let cut = 0;
  const place = battle.towards(unit?.name, ARMIES[1 - battle.active]![1], 12);
  await new Hand(page).dragTo(place, async () => {
    await context.setOffline(true);
    cut = Date.now();
    await expect(link).toHaveText('Reconnecting');
  });
  const figure = await page.getByTestId('ghost-figure').textContent();
  await button(page, 'Finalize Movement').click();
  await expect(card.getByText('You are offline. Please try again once you are connected.')).toBeVisible();
  await page.waitForTimeout(CUT_MS - (Date.now() - cut));
  await expect(link).not.toHaveText('Live');

  await context.setOffline(false);
  await expect(link).toHaveText('Live');
  await expect(page.getByTestId('ghost-figure')).toHaveText(figure ?? '');
  expect((await battle.now()).number).toBe(number);
  await button(page, 'Finalize Movement').click();
  await expect(page.locator('.ghost')).toHaveCount(0);
  expect((await battle.now()).number).toBe(number + 1);
  const moved = battle.units(battle.active)[0]?.location;
  for (const [axis, value] of place.entries()) expect(moved[axis]).toBeCloseTo(value, 0);
});
