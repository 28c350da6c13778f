import { expect, test, type Page } from '@playwright/test';
import { findings } from './axe';
import { ARMIES, Skirmish } from './skirmish';

/** What a player is asked, what he sees of it, and how he says that he wants to be asked less. */

test.use({ actionTimeout: 20_000 });

const REACTION = 'Shot on the Wing';
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name });
const stop = (page: Page) => page.getByRole('combobox', { name: REACTION }).first();

/** A unit has come nearer, and the other army is asked whether it shoots at it. */
async function approached(page: Page): Promise<Skirmish> {
  const battle = await Skirmish.begin(page);
  await battle.deploy();
  await battle.until('movement');
  const [mine, theirs] = [battle.units(battle.active)[0]!, ARMIES[1 - battle.active]![0]!];
  for (let apart = 9; battle.state.request.why !== 'enemy moved' && apart < 40; apart += 1) {
    const new_location = battle.towards(mine.name, theirs, apart);
    const answer = await battle.post('movement_phase/finalize', {
      unit_uuid: mine.uuid,
      movement_type: 'move',
      new_location,
    });
    if (answer.ok()) battle.state = await answer.json();
  }
  expect(battle.state.request.why).toBe('enemy moved');
  return battle;
}

async function settings(page: Page): Promise<void> {
  await page.getByRole('navigation', { name: 'Game' }).getByRole('button', { name: 'Settings' }).click();
  await expect(stop(page)).toBeVisible();
}

test('a question shows users, targets and odds; it can be turned off for the turn, then for good, also after a reload', async ({
  page,
}) => {
  const battle = await approached(page);
  const { number } = battle.state;
  await battle.open();
  await expect(page.getByText('An enemy unit has moved.', { exact: true }).first()).toBeVisible();
  const card = page.getByRole('article', { name: REACTION });
  await expect(card.getByText(/ at .+, \d+\.\d″/).first()).toBeVisible();
  await expect(card.getByText(/\d\.\d wounds dealt on average\./).first()).toBeVisible();
  await expect(card.getByText('1 CP')).toBeVisible();
  await expect(page.getByText('Without an answer the enemy goes on with its turn.')).toBeVisible();
  await expect(page.locator('.unit[data-involved]').first()).toBeVisible();
  expect(await findings(page, ['.game-panel'])).toEqual([]);

  await button(page, 'Don’t ask again this turn').click();
  await expect(button(page, 'Pass')).toBeHidden();
  expect((await battle.now()).number).toBe(number + 1);
  await settings(page);
  await expect(stop(page)).toHaveValue('turn');
  await stop(page).selectOption('Never');
  await expect(stop(page)).toHaveValue('never');
  expect(await findings(page, ['.game-panel'])).toEqual([]);
  await page.reload();
  await settings(page);
  await expect(stop(page)).toHaveValue('never');
});
