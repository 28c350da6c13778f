import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { Skirmish } from './skirmish';
import { signedIn, slider } from './support';

/** Lists of games and rosters, what comes into them, and what comes after a battle. */

const FOLDER = '../tests/e2e/rosters';
const TEXT =
  'River guard (250 points)\n\nOld Captain (75 points)\n  • 1x Long bow\n\nRowers (175 points)\n  • 9x Rower\n    • 9x Oar\n\n5x Lamp bearers\n';
const outcome = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });

test('files of every format at once, each with its own outcome, and a pasted list that says what its shelf lacks', async ({
  page,
}) => {
  await signedIn(page);
  await page.goto('/upload_list');
  await page
    .getByLabel('Roster files of any format')
    .setInputFiles([...['ros', 'rosz', 'json'].map((ending) => `${FOLDER}/border-watch.${ending}`)]);
  for (const ending of ['ros', 'rosz', 'json'])
    await expect(outcome(page, `border-watch.${ending}`)).toContainText('Ready to fight');
  await page.getByTestId('drop-any').evaluate((field, text) => {
    const dropped = new DataTransfer();
    dropped.items.add(new File([text], 'list.txt'));
    dropped.items.add(new File(['{"a": 1}'], 'other.json'));
    field.dispatchEvent(new DragEvent('drop', { dataTransfer: dropped, bubbles: true, cancelable: true }));
  }, TEXT);
  await expect(outcome(page, 'other.json')).toContainText('of no list builder that is known here');
  await expect(outcome(page, 'list.txt')).toContainText('No data sheets of these names are on your shelf');
  await page.getByText('Paste a list').click();
  await page.getByLabel('The list as text').fill(TEXT);
  await page.getByRole('button', { name: 'Read the list' }).click();
  const pasted = outcome(page, 'Pasted list.txt');
  await expect(pasted).toContainText("'5x Lamp bearers' has no points in brackets, so it was not read as a unit.");
  await expectAccessible(page);
  await pasted.getByRole('button', { name: 'Open' }).click();
  await expect(page.getByRole('region', { name: 'From your shelf' })).toContainText(/Rowers: .*Oar/);
  await page.goto('/rosters');
  await expect(page.getByText('5 rosters')).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search rosters' }).fill('river');
  await expect(page.getByRole('article')).toHaveCount(2);
  await expectAccessible(page);
});

/** What the log page shows: the count, and of each phase its place, its actions and how many units stand on the board. */
async function listed(page: Page): Promise<{ count?: string; phases: string[] }> {
  const count = (await page.getByText(/logs loaded for game/).textContent())?.replace(/ for game.*/, '');
  await page.getByRole('button', { name: 'Previous phase' }).click();
  const phases: string[] = [];
  for (;;) {
    const place = await Promise.all(
      ['Round', 'Turn', 'Phase'].map((name) => slider(page, name).getAttribute('aria-valuetext')),
    );
    const phase = [
      ...place,
      await page.locator('.unit').count(),
      await page.getByRole('region', { name: 'Actions panel' }).innerText(),
    ].join(' ');
    if (phases.at(-1) === phase || phases.length > 20) return { count, phases };
    phases.push(phase);
    await page.getByRole('button', { name: 'Next phase' }).click();
  }
}

test('LOGV-10 an exported log opens again as at home; a battle that is over leads to its report and to a rematch', async ({
  page,
}) => {
  const battle = await Skirmish.begin(page);
  await battle.deploy();
  await battle.until('charge');
  await battle.open();
  await page.getByRole('navigation', { name: 'Game' }).getByRole('button', { name: 'Logs', exact: true }).click();
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export Logs' }).click();
  const file = await (await download).path();
  await page.goto(`/games/${battle.gameId}/logs`);
  const home = await listed(page);
  await page.goto('/logs');
  await page
    .getByLabel('Select a JSON log file:')
    .setInputFiles({ name: 'exported.json', mimeType: 'application/json', buffer: readFileSync(file) });
  await page.getByRole('button', { name: 'Upload and Visualize' }).click();
  await expect(page.getByTestId('board')).toBeVisible();
  expect(home.phases.length).toBeGreaterThan(3);
  expect(await listed(page)).toEqual(home);

  await page.goto('/user_page');
  const going = page.getByRole('region', { name: 'To go on with' }).getByRole('article', { name: 'At the ford' });
  await expect(going).toContainText('Round 1, Charge');
  await expect(page.getByRole('row', { name: /At the ford/ }).getByRole('link', { name: /^Open/ })).toHaveAttribute(
    'href',
    `/game/${battle.gameId}/view`,
  );
  await expectAccessible(page);

  await battle.did('resign', { side: 0 });
  await battle.open();
  await expect(page.getByRole('heading', { name: 'The battle is over' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Statistics and awards' })).toHaveAttribute(
    'href',
    `/games/${battle.gameId}/logs?view=statistics`,
  );
  await expect(page.getByRole('switch', { name: /Share the report/ })).toBeVisible();
  await page.goto('/games');
  const row = page.getByRole('row', { name: /At the ford/ });
  await expect(row).toContainText('Side 1 won');
  await expect(row.getByRole('link', { name: /^Open/ })).toHaveAttribute('href', `/games/${battle.gameId}/logs`);
  await row.getByRole('link', { name: 'At the ford', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'The battle is over' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Blue army' })).toContainText('Side 0');
  await expect(page.getByText('Back to the table')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Invite an opponent' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Rematch' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Rematch: At the ford' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start Game' })).toBeEnabled();
});

test('the list of games fits its window at every width', async ({ page }) => {
  await signedIn(page);
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const headers = { authorization: `Bearer ${token}` };
  const data = {
    game_name: 'Saturday at the old mill beside the weir',
    description: 'A rematch, by night',
    simulation: true,
  };
  await page.request.post('/api/game/create_new_game', { headers, data });
  for (const width of [1440, 1024, 900, 768, 390]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/games');
    await expect(page.getByText('A rematch, by night')).toBeInViewport();
    const last = (await page.getByRole('button', { name: /^Delete Saturday/ }).boundingBox())!;
    expect(last.x + last.width).toBeLessThanOrEqual(width);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
  }
});
