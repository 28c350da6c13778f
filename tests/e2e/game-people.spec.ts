import { expect as within, test, type Page } from '@playwright/test';
import { ARMIES, Skirmish } from './skirmish';

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });

/** Two browsers at once are slow on a busy machine. */
const expect = within.configure({ timeout: 30_000 });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

/** The attacks under way to their end: each in the browser of whoever is asked, who hears nothing else while he throws. */
async function rollAll(battle: Skirmish, pages: readonly [Page, Page]) {
  for (let state = await battle.now(); state.game_model.latest_roll.stage !== 'complete'; state = await battle.now()) {
    await button(pages[battle.due], state.request.kinds[0] === 'pass' ? 'Pass' : 'Resolve all').click();
    await expect.poll(async () => (await battle.now()).number).toBeGreaterThan(state.number);
  }
}

// SITE-15, PHASE-22, SHELL-6: from the roll for the zones to the timeline of the battle that is over.
test('two people play each other in two browsers', async ({ page, browser }) => {
  const place = await browser.newContext();
  const other = await place.newPage();
  const battle = await Skirmish.begin(page, ['human', 'human'], { other });
  const pages = [page, other] as const;
  const asked = () => pages[battle.due];
  await Promise.all(pages.map((each) => each.goto(`/game/${battle.gameId}/view`)));

  await button(asked(), 'Roll for Deployment').click();
  await expect(page.getByText('Select your deployment zone:')).toBeVisible();
  await battle.now();
  const [winner, loser] = [pages[battle.due], pages[1 - battle.due]] as [Page, Page];
  await expect(button(loser, 'Blue Zone')).toBeDisabled();
  await button(winner, 'Blue Zone').click();
  await expect(loser.getByRole('heading', { name: 'Units to Deploy' })).toBeVisible();
  await battle.now();
  await battle.setEverybodyUp();
  await expect(asked().getByText('All Units Deployed!')).toBeVisible();
  await button(asked(), 'Start Battle').click();
  await expect(page.getByRole('heading', { name: 'Command Phase - Beginning' })).toBeVisible();
  await battle.now();

  await button(page, /^Game Chat/).click();
  await page.getByRole('textbox', { name: 'Message' }).fill('Well met.');
  await page.keyboard.press('Enter');
  await button(other, /^Game Chat · 1 new/).click();
  await expect(other.getByRole('log').getByText('Well met.')).toBeVisible();

  await battle.closeIn(9);
  await battle.until('shooting');
  const [mine, theirs] = [pages[battle.active], pages[1 - battle.active]] as [Page, Page];
  const unit = ARMIES[battle.active]?.[0] ?? '';
  await button(mine, `Select Unit: ${unit}`).click();
  await button(mine, 'Confirm Targets').click();
  await expect(mine.getByText(/^Waiting for /)).toBeVisible();
  await button(theirs, 'Use Faces to the Ground').click();
  await button(mine, 'Process Hit Roll').click();
  await expect(button(mine, 'Process Hit Roll')).toBeHidden();

  // A thrown die is taken back with the other's word alone.
  await button(mine, /^Ask the other player to take back the roll of the dice/).click();
  await expect(mine.getByText(/Waiting for the other player/)).toBeVisible();
  await button(theirs, 'Decline').click();
  await expect(mine.getByText('The other player declined: it stays done.')).toBeVisible();
  await button(mine, /^Ask the other player to take back/).click();
  await button(theirs, 'Agree').click();
  await expect(button(mine, 'Process Hit Roll')).toBeVisible();

  await rollAll(battle, pages);
  await battle.playOn((state) => state.game_model.phase === 'combat');
  for (const each of pages) await expect(each.getByRole('heading', { level: 1, name: /^Combat Phase/ })).toBeVisible();
  await battle.playOn(() => false);
  for (const each of pages) await expect(each.getByRole('heading', { name: 'The battle is over' })).toBeVisible();
  await other.getByRole('link', { name: 'See the whole battle' }).click();
  await expect(other.getByRole('heading', { name: 'Log Visualization' })).toBeVisible();
  await place.close();
});
