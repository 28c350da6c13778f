import type { Locator, Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { expect, Hand, Players } from './players';
import { Skirmish } from './skirmish';
import { signedIn } from './support';

/** What the computer is asked for besides its moves: how strong it plays, what it would do, why, and how long it thinks. */

type State = Skirmish['state'];
type Computer = NonNullable<NonNullable<Parameters<typeof Skirmish.begin>[2]>['computer']>;

const isOf = (side: 0 | 1, { current_army_uuid: acting, game_model: { armies } }: State): boolean =>
  acting === armies[side].uuid;
const moves = (side: 0 | 1) => (state: State) =>
  isOf(side, state) && state.game_model.phase === 'movement' && state.request?.kinds[0] === 'move';

/** A person, who has the first army, against the computer, played on until `due`; nobody looks before that. */
async function against(
  page: Page,
  due: (battle: Skirmish) => Promise<void>,
  computer: Computer = {},
): Promise<{ hand: Hand; battle: Skirmish; players: Players }> {
  const battle = await Skirmish.begin(page, ['human', 'ai'], { computer });
  await due(battle);
  const hand = new Hand(page);
  const players = new Players(battle, [hand, hand]);
  await players.open();
  return { hand, battle, players };
}

const marks = (page: Page): Locator => page.locator('[data-layer="marks"] .mark');
const said = (page: Page): Locator => page.getByRole('region', { name: 'What the computer did' });

/** Has what is explained drawn on the map, and taken away again. */
async function isDrawn(hand: Hand, where: Locator): Promise<void> {
  await expect(marks(hand.page)).toHaveCount(0);
  await hand.press(where.getByRole('button', { name: 'Show it on the map' }).first());
  await expect(marks(hand.page).first()).toBeVisible();
  expect(await hand.page.locator('[data-layer="marks"] text').allTextContents()).not.toContain('');
  await hand.press(where.getByRole('button', { name: 'Hide it on the map' }));
  await expect(marks(hand.page)).toHaveCount(0);
}

/** A level and its time are chosen, kept, and said at the table. */
export async function chooseLevel(page: Page): Promise<void> {
  const hand = new Hand(page);
  await signedIn(page);
  await page.goto('/games?new=1');
  await page.getByLabel('Game Name').fill('Against the strongest');
  await hand.press('Create Game');
  await hand.press('Take sample armies');
  const red = page.getByRole('region', { name: 'Red army' });
  await expect(red.getByLabel('Thinking a turn')).toHaveCount(0);
  await red.getByLabel('Level').selectOption('strongest');
  await expect(
    red.getByText(/^Compares ways to set up, plans for .* Won \d+% of \d+ battles against \w+ \(95% interval/),
  ).toBeVisible();
  await red.getByLabel('Thinking a turn').selectOption('0.5');
  await expect(page.getByText('Your choices are saved.')).toBeVisible();
  await page.reload();
  await expect(red.getByLabel('Level')).toHaveValue('strongest');
  await expect(red.getByLabel('Thinking a turn')).toHaveValue('0.5');
  await expectAccessible(page);
  await hand.press('Start Game');
  await expect(hand.button('Roll for Deployment')).toBeVisible();
  await hand.turnTo('The Spring Tide');
  await hand.press(page.getByText('Personality and Control'));
  await expect(page.locator('dt', { hasText: /^Level$/ }).locator('+ dd')).toHaveText('strongest');
}

/** The coach says what it would do, with the odds of it, and nothing of it is done. */
export async function askTheCoach(page: Page): Promise<void> {
  const { hand, battle } = await against(page, (battle) => battle.playOn(moves(0)));
  const { number } = await battle.now();
  await hand.press('Ask for advice');
  const coach = page.getByRole('region', { name: 'Coach' });
  const advice = coach.getByRole('listitem');
  await expect(advice.first()).toContainText(/^1\. (Torch Runners|Bridge Watch) /);
  await expect(coach).toContainText(/In (each of )?\d+ trials the chance to win comes to \d+%/);
  expect(await advice.count()).toBeLessThanOrEqual(3);
  await isDrawn(hand, coach);
  await expectAccessible(page);
  expect((await battle.now()).number).toBe(number);
}

/** Who is warned before a choice that loses may keep from it, or do it anyway. */
export async function isWarned(page: Page): Promise<void> {
  const { hand, battle } = await against(page, async (battle) => {
    await battle.playOn(moves(0));
    await battle.closeIn(6);
    await battle.until('shooting');
  });
  await hand.turnTo('Settings');
  await page.getByLabel('Warn me before a choice that loses').selectOption('5');
  await hand.turnTo('Battlefield');
  const { number } = await battle.now();
  const question = page.getByRole('alertdialog');
  await givesUpItsShots(hand);
  await expect(question).toContainText(/This loses about \d+% of your chance to win\. Better: Torch Runners shoot at /);
  await expectAccessible(page);
  await hand.press(question.getByRole('button', { name: 'Cancel' }));
  await expect(question).toHaveCount(0);
  expect((await battle.now()).number).toBe(number);
  await givesUpItsShots(hand);
  await hand.press(question.getByRole('button', { name: 'Do it anyway' }));
  await expect(page.getByRole('heading', { name: 'Shooting Phase - End' })).toBeVisible();
  expect((await battle.now()).number).toBe(number + 1);
}

/** Ends the shooting though somebody could shoot, and says so when asked. */
async function givesUpItsShots(hand: Hand): Promise<void> {
  const question = hand.page.getByRole('alertdialog');
  await hand.press('Complete Shooting Phase');
  await hand.press(question.getByRole('button', { name: 'Complete Shooting Phase' }));
  await expect(question.getByRole('button', { name: 'Do it anyway' })).toBeVisible();
}

/** What the computer did is explained: by its plans, and drawn. */
export async function explainsItself(page: Page): Promise<void> {
  const { hand, players } = await against(page, (battle) => battle.playOn(moves(1)), {
    level: 'strongest',
    seconds: 1,
  });
  await players.do('AI Move Next Unit');
  await expect(said(page)).toContainText(/^(Reed Stalkers|Mill Guard) /);
  await isDrawn(hand, said(page));
  await hand.press(said(page).getByText('Its plan for this turn'));
  await expect(said(page)).toContainText(
    /The plan for the turn: .+\. Of \d plans in \d+ trials it (wins most|came out best all in all), \d+%/,
  );
  const plans = said(page).getByRole('region', { name: 'Plans compared' }).getByRole('row');
  expect(await plans.count()).toBeGreaterThan(2);
  await expectAccessible(page);
}

/** While it thinks it can be paused, goes on where it was, and is cancelled before it has acted. */
export async function isStopped(page: Page): Promise<void> {
  const { hand, battle } = await against(
    page,
    (battle) => battle.playOn((state) => isOf(1, state) && state.game_model.phase === 'command'),
    { level: 'strongest', seconds: 15 }, // it thinks as long before it sets up
  );
  await hand.press('AI Plays Its Whole Turn');
  const thinking = page.getByRole('progressbar', { name: /^It compares its plans: \d+ of \d+ trials$/ });
  const trials = async (): Promise<number> =>
    Number(/\d+/.exec((await thinking.getAttribute('aria-label')) ?? '')?.[0]);
  const known = await trials();
  expect(known).toBeGreaterThan(0);
  const { number } = await battle.now();
  await hand.press('Pause');
  await expect(page.getByText('AI paused')).toBeVisible();
  await expect(thinking).toHaveCount(0);
  await expectAccessible(page);
  expect((await battle.now()).number).toBe(number);
  await hand.press('Go on');
  expect(await trials()).toBeGreaterThan(known);
  await hand.press('Cancel');
  await expect(hand.button('AI Plays Its Whole Turn')).toBeVisible();
  await expect(thinking).toHaveCount(0);
  await page.waitForTimeout(1000);
  expect((await battle.now()).number).toBe(number);
}

/** With hardly any time it plays the best of what it has compared until then, and says how little that was. */
export async function runsOutOfTime(page: Page): Promise<void> {
  const { hand, players } = await against(page, (battle) => battle.playOn(moves(1)), {
    level: 'strongest',
    seconds: 0.05,
  });
  await players.do('AI Move Next Unit');
  await hand.press(said(page).getByText('Its plan for this turn'));
  const sentence = await said(page)
    .getByText(/^The plan for the turn: /)
    .textContent();
  const trials = Number(/ in (\d+) trials/.exec(sentence ?? '')?.[1] ?? 0);
  expect(sentence).toMatch(
    /( in \d+ trials it (wins most|came out best all in all)|There was no time to compare plans\.)/,
  );
  expect(trials).toBeLessThan(STRONGEST);
}

/** The trials that 'strongest' makes of its plans at the start of a movement phase where it has the time. */
const STRONGEST = 72;
