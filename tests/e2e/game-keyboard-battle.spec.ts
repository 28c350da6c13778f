import { expect, test, type Locator, type Page } from '@playwright/test';
import { Skirmish } from './skirmish';
import { findings } from './support';

/** A small battle against the computer, to its end, by the keyboard and the list of the table alone. */

test.describe.configure({ timeout: 420_000 });
test.use({ actionTimeout: 20_000 });

const MOST_TABS = 90;
const main = (page: Page) => page.locator('.prompt-main');
const list = (page: Page) => page.getByRole('region', { name: 'The table as a list' });

/** Comes to a control by Tab alone; gives up where it is gone by then. */
async function reach(page: Page, wanted: Locator): Promise<boolean> {
  for (let step = 0; step < MOST_TABS; step += 1) {
    const at = await wanted
      .evaluate((each) => each === document.activeElement, undefined, { timeout: 2000 })
      .catch(() => null);
    if (at !== false) return at === true;
    await page.keyboard.press('Tab');
  }
  return false;
}

async function press(page: Page, wanted: Locator): Promise<boolean> {
  if (!(await reach(page, wanted))) return false;
  await page.keyboard.press('Enter');
  return true;
}

/** The table may go on while it is looked at. */
const shown = (wanted: Locator): Promise<boolean> =>
  wanted.evaluateAll(([first]) => first instanceof HTMLButtonElement && !first.disabled);
const nameOf = (wanted: Locator): Promise<string> =>
  wanted.evaluateAll(([first]) =>
    first instanceof HTMLButtonElement && !first.disabled ? (first.getAttribute('aria-label') ?? first.innerText) : '',
  );

/** Sends a unit towards the first objective, by its inches, and puts it down there where it may stand. */
async function moveByWords(page: Page, move: Locator): Promise<boolean> {
  if (!(await press(page, move))) return false;
  const put = list(page).getByRole('button', { name: 'Put it down there' });
  await press(page, list(page).getByRole('button', { name: 'Send it there' }));
  const stands = list(page).locator('.list-send [role="status"]');
  await expect(stands).toContainText('from the left');
  if ((await stands.getAttribute('data-bad')) !== null)
    return press(page, list(page).getByRole('button', { name: 'Let go of it' }));
  await press(page, put);
  await expect(put).toBeHidden();
  return true;
}

/** What is done next, by what the page offers; which it was. */
async function step(page: Page, moved: Set<string>): Promise<string> {
  const sure = page.getByRole('alertdialog').getByRole('button').last();
  if (await shown(sure)) return (await press(page, sure)) ? 'sure' : '';
  const pass = page.locator('.game-panel').getByRole('button', { name: 'Pass', exact: true });
  if (await shown(pass)) return (await press(page, pass)) ? 'pass' : '';
  for (const name of [/^Charge: /, /^Shoot: /, /^Fight: /]) {
    const button = list(page).getByRole('button', { name }).first();
    const label = await nameOf(button);
    if (label && !moved.has(label)) {
      moved.add(label);
      return (await press(page, button)) ? 'pick' : '';
    }
  }
  const move = list(page)
    .getByRole('button', { name: /^(Move|Fall back): / })
    .first();
  const name = await nameOf(move);
  if (name && !moved.has(name)) {
    moved.add(name);
    return (await moveByWords(page, move)) ? 'move' : '';
  }
  const label = await nameOf(main(page));
  return label && (await press(page, main(page))) ? label : '';
}

test('a battle against the computer is played to its end by keys and by words', async ({ page }) => {
  const battle = await Skirmish.begin(page, ['human', 'ai']);
  const { armies } = await (
    await page.request.get(`/api/game/${battle.gameId}/reactions`, { headers: battle.headersOf(0) })
  ).json();
  for (const { army_uuid } of armies)
    await page.request.post(`/api/game/${battle.gameId}/reactions`, {
      headers: battle.headersOf(0),
      data: { army_uuid, rest: 'never' },
    });
  await page.evaluate(() => localStorage.setItem('ai-plays', 'always'));
  await battle.deploy();
  await battle.open();

  // The main button is the first stop, the ways past everything else the next ones.
  await press(page, page.getByRole('button', { name: 'Show the table as a list' }));
  await expect(list(page)).toContainText('Nearest enemies:');
  expect(await findings(page, ['.table-list', '.skip-links'])).toEqual([]);
  const sees = list(page)
    .getByRole('button', { name: /^What .+ sees$/ })
    .first();
  await press(page, sees);
  await expect(
    list(page)
      .locator('.list-sight')
      .getByText(/″, (not )?seen/)
      .first(),
  ).toBeVisible();
  await press(page, sees);

  const done: string[] = [];
  const moved = new Set<string>();
  const over = page.getByText('The battle is over.').first();
  for (const began = Date.now(); Date.now() - began < 360_000 && !(await over.isVisible());) {
    const what = await step(page, moved);
    if (what) done.push(what);
    else await page.waitForTimeout(150);
  }
  await expect(over, done.join('; ')).toBeVisible();
  expect(done).toContain('move');
  expect(done).toContain('pick');
  // What the computer did was said.
  await expect(page.getByRole('region', { name: 'What the opponent did' })).toContainText(
    /moves|shoots|charges|scores/,
  );
  expect((await battle.now()).game_model.status).toBe('Completed');
});
