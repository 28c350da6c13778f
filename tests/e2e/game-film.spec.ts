import { expect, test, type Locator, type Page } from '@playwright/test';
import { findings } from './axe';
import { Skirmish } from './skirmish';

/** The computer's turn as a film over the map, for who wants pictures that move. */

test.use({ contextOptions: { reducedMotion: 'no-preference' }, actionTimeout: 20_000 });

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const film = (page: Page) => page.getByRole('region', { name: 'The film of the turn' });
const board = async (page: Page) => (await page.getByTestId('board').boundingBox())!;

const computers = (state: Skirmish['state']) =>
  state.game_model.phase === 'movement' && state.current_army_uuid === state.game_model.armies[1].uuid;

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

/** The open page of a battle in which the computer is next and nobody is asked about it. */
async function beforeTheComputersTurn(page: Page): Promise<Skirmish> {
  const battle = await Skirmish.begin(page, ['human', 'ai']);
  await battle.deploy();
  await battle.playOn(computers);
  // A question would take the film away, since it is about something else.
  const army_uuid = battle.state.game_model.armies[0].uuid;
  expect((await battle.post('reactions', { army_uuid, rest: 'never' })).ok()).toBe(true);
  await battle.open();
  return battle;
}

test('the computer’s turn plays step by step over a map that keeps its size; it stops, steps back, is skipped and seen again', async ({
  page,
}) => {
  const battle = await beforeTheComputersTurn(page);
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

/** Whether a box lies wholly in another, to the pixel. */
const lies = (
  inner: { x: number; y: number; width: number; height: number },
  outer: { x: number; y: number; width: number; height: number },
): boolean =>
  inner.x >= outer.x - 1 &&
  inner.y >= outer.y - 1 &&
  inner.x + inner.width <= outer.x + outer.width + 1 &&
  inner.y + inner.height <= outer.y + outer.height + 1;

test('the film lies at the panel’s foot with all its dice in view, however far the panel is scrolled', async ({
  page,
}) => {
  await beforeTheComputersTurn(page);
  await button(page, 'AI Plays Its Whole Turn').click();
  await expect(film(page).locator('.die').first()).toBeVisible({ timeout: 60_000 });
  await button(page, 'Pause the film').click();
  const panel = page.locator('.game-panel');
  for (const far of [0, 10_000]) {
    await panel.evaluate((each, to) => each.scrollTo(0, to), far);
    const [around, box] = [(await panel.boundingBox())!, (await film(page).boundingBox())!];
    expect(lies(box, around)).toBe(true);
    expect(around.y + around.height - box.y - box.height).toBeLessThan(24);
    for (const die of await film(page).locator('.die').all()) expect(lies((await die.boundingBox())!, box)).toBe(true);
  }
});

interface Shown {
  said: string;
  /** How many of a unit are on the map. */
  left: Record<string, string>;
  falls: number;
}

/** What the map and the film show together, kept whenever either changes. */
const watched = (page: Page) =>
  page.evaluate(() => {
    const shown: Shown[] = [];
    const look = () => {
      const tokens = [...document.querySelectorAll('[data-unit]')];
      const now = {
        said: document.querySelector('.film-said > p')?.textContent ?? '',
        left: Object.fromEntries(
          tokens.map((each) => {
            const label = each.getAttribute('aria-label') ?? '';
            return [label.split(',')[0]!, /(\d+) of \d+ models/.exec(label)?.[1] ?? ''];
          }),
        ),
        falls: document.querySelectorAll('[data-fall] .fall-cross').length,
      };
      if (JSON.stringify(now) !== JSON.stringify(shown.at(-1))) shown.push(now);
    };
    look();
    new MutationObserver(look).observe(document.querySelector('.game-map')!, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    Object.assign(window, { shown });
  });

test('who is hit in the computer’s turn stands until the film has shown the attack, and then falls under a cross', async ({
  page,
}) => {
  const battle = await Skirmish.begin(page, ['human', 'ai']);
  await battle.deploy();
  await battle.playOn(computers);
  const [army] = battle.state.game_model.armies;
  expect((await battle.post('reactions', { army_uuid: army.uuid, rest: 'never' })).ok()).toBe(true);
  await battle.open();
  await watched(page);
  await button(page, 'AI Plays Its Whole Turn').click();
  await unasked(page, page.getByRole('region', { name: "The enemy's turn" }));

  const shown: Shown[] = await page.evaluate(() => Reflect.get(window, 'shown'));
  const mine: string[] = army.units.map((each: { name: string }) => each.name);
  const losses = shown.flatMap((each, index) =>
    mine
      .filter((name) => Number(shown[index - 1]?.left[name]) > Number(each.left[name] ?? 0))
      .map((name) => ({ name, index })),
  );
  expect(losses.length).toBeGreaterThan(0);
  for (const { name, index } of losses) {
    const { said, falls } = shown[index]!;
    expect(said).toMatch(new RegExp(`${name}: .*\\d+ slain`));
    expect(falls).toBeGreaterThan(0);
    // The same attack was to be read while everybody stood.
    const before = shown[index - 1]!;
    expect(before.said).toBe(said);
  }
});
