import { expect, test, type Locator, type Page } from '@playwright/test';
import { Skirmish } from './skirmish';
import { findings } from './support';

/** The computer's turn as a film over the map, for who wants pictures that move. */

test.use({ contextOptions: { reducedMotion: 'no-preference' }, actionTimeout: 20_000 });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const film = (page: Page) => page.getByRole('region', { name: 'The film of the turn' });
const board = async (page: Page) => (await page.getByTestId('board').boundingBox())!;

/** Lets every question be until something is in view. */
const unasked = (page: Page, wanted: Locator) =>
  expect(async () => {
    if (
      await button(page, 'Let it be')
        .isEnabled({ timeout: 100 })
        .catch(() => false)
    )
      await button(page, 'Let it be').click({ timeout: 1000 });
    await expect(wanted).toBeVisible({ timeout: 1000 });
  }).toPass({ timeout: 60_000 });

test('the computer’s turn plays step by step over a map that keeps its size; it stops, steps back, is skipped and seen again', async ({
  page,
}) => {
  const battle = await Skirmish.begin(page, ['human', 'ai']);
  const computers = (state: Skirmish['state']) =>
    state.game_model.phase === 'movement' && state.current_army_uuid === state.game_model.armies[1].uuid;
  await battle.deploy();
  await battle.playOn(computers);
  // A question would take the film away, since it is about something else.
  const army_uuid = battle.state.game_model.armies[0].uuid;
  expect((await battle.post('reactions', { army_uuid, rest: 'never' })).ok()).toBe(true);
  await battle.open();
  const before = await board(page);
  await button(page, 'AI Plays Its Whole Turn').click();
  await expect(film(page)).toBeVisible();
  expect(await board(page)).toEqual(before);
  await button(page, 'Pause the film').click();
  const { number } = await battle.now();
  await page.waitForTimeout(1000);
  expect((await battle.now()).number).toBe(number);
  expect(await findings(page, ['.film', '.hint'])).toEqual([]);

  await page.getByRole('combobox', { name: 'Pace of the film' }).selectOption('Slow');
  await button(page, 'Skip').click();
  await expect(film(page)).toBeHidden();

  const recap = page.getByRole('region', { name: "The enemy's turn" });
  await unasked(page, recap);
  await recap.getByRole('button', { name: 'Watch it again' }).click();
  await button(page, 'The next step').click();
  await expect(film(page).getByText(/^2\/\d+$/)).toBeVisible();
  await button(page, 'The step before').click();
  await expect(film(page).getByText(/^1\/\d+$/)).toBeVisible();
  await button(page, 'Close').click();
  await expect(film(page)).toBeHidden();
});
