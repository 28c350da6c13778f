import { expect as within, test, type Locator, type Page } from '@playwright/test';
import { Skirmish } from './skirmish';

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });

/** Two browsers at once are slow on a busy machine. */
const expect = within.configure({ timeout: 30_000 });

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });

// AI-1, AI-6, AI-7, AI-8, AI-9
test('a person plays the computer: by its buttons, its whole turn at once, and by itself', async ({ page }) => {
  const battle = await Skirmish.begin(page, ['human', 'ai']);
  await battle.playOn((state) => state.request.kinds[0] === 'deploy' && state.request.controller === 'ai');
  await battle.open();
  await button(page, 'AI Deploy Next Unit').click();
  await expect(page.getByText(/ sets up .+ at /).first()).toBeVisible();
  await battle.now();
  await battle.setEverybodyUp();
  const computers = (state: Skirmish['state']) => state.current_army_uuid === state.game_model.armies[1].uuid;
  await battle.playOn((state) => state.game_model.phase === 'movement' && state.game_model.phase_time === 'middle' && computers(state));

  await expect(page.getByRole('heading', { name: 'Movement Phase', exact: true })).toBeVisible();
  await button(page, 'AI Move Next Unit').click();
  await expect(page.getByRole('region', { name: 'What the computer did' })).toBeVisible();
  await button(page, 'AI Plays Its Whole Turn').click();
  await expect(page.getByText(/^AI (plays|waits for you)$/)).toBeVisible();
  const turn = battle.state.game_model.turn;
  await theirTurnEnds(page, battle, turn);
  await expect(page.getByText(/^AI (plays|waits for you)$/)).toHaveCount(0);

  await page.getByRole('switch', { name: 'The AI plays by itself' }).check();
  await battle.now();
  await battle.playOn((state) => computers(state) && state.request.controller === 'ai');
  const { number } = battle.state;
  await expect.poll(async () => (await battle.now()).number).toBeGreaterThan(number);
  await page.getByRole('switch', { name: 'The AI plays by itself' }).uncheck();
  await button(page, /Game Chat/).first().click();
  await expect(page.getByRole('log').getByRole('listitem').filter({ hasText: /moves|holds|shoots|sets up/i }).first()).toBeVisible();
});

/** Lets everything pass that the computer's turn asks the person, until that turn is over. */
async function theirTurnEnds(page: Page, battle: Skirmish, turn: number) {
  await expect.poll(async () => {
    await clickedIfThere(button(page, 'Pass'));
    await clickedIfThere(button(page, /^(Take the shortest way|Select Unit: .*|Confirm Targets|Resolve all)$/).first());
    const state = await battle.now();
    return state.game_model.turn !== turn || !state.request;
  }, { timeout: 60_000, intervals: [250] }).toBe(true);
}

/** Clicks what can be clicked now. The computer goes on meanwhile, and takes what it has answered away. */
async function clickedIfThere(target: Locator) {
  if (await target.isVisible()) await target.click({ timeout: 1000 }).catch(() => undefined);
}
