import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { signedIn } from './support';

/** A list of names that is filled in from the shelf, and what is done about what the shelf lacks. */

const ROSTER = '../tests/e2e/rosters/border-watch.ros';
const LIST = `River watch (330 points)

Ashen Wardens
Strike Force (2,000 points)

ATTACHED UNITS
ATTACHED UNIT 1

Captain Orrin (90 points)
• Attached as: Leader (Character)
  • Warlord
  • 1x Signal pistol
    1x Standard pole

Warden squad (150 points)
• Attached as: Bodyguard
  • 4x Warden
    • 4x Thorn rifle
      4x Trench blade
  • 1x Lamp bearer
    • 1x Lamp cannon

OTHER DATASHEETS

Rowers (90 points)
  • 5x Rower
    • 5x Reed bow
`;

async function paste(page: Page, list: string): Promise<void> {
  await page.goto('/upload_list');
  await page.getByText('Paste a list').click();
  await page.getByLabel('The list as text').fill(list);
  await page.getByRole('button', { name: 'Read the list' }).click();
}

test('a text list fights within a minute once its units are on the shelf', async ({ page }) => {
  await signedIn(page);
  await page.goto('/upload_list');
  await page.getByLabel('Roster files of any format').setInputFiles(ROSTER);
  await expect(page.getByText('4 data sheets of it are on your shelf now', { exact: false })).toBeVisible();

  const begun = Date.now();
  await paste(page, LIST.replace(/\nRowers[^]*$/, ''));
  const pasted = page.getByRole('listitem', { name: 'Pasted list.txt' });
  await expect(pasted).toContainText('Ready to fight');
  await pasted.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('link', { name: 'Use in a game' }).click();
  await expect(page.getByRole('dialog').getByLabel('Game Name')).toHaveAttribute('placeholder', 'River watch');
  await page.getByRole('dialog').getByRole('button', { name: 'Create Game' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'River watch' })).toBeVisible();
  await page.getByRole('button', { name: 'Take a sample army' }).click();
  await page.getByRole('button', { name: 'Start Game' }).click();
  await expect(page.getByRole('button', { name: 'Roll for Deployment' })).toBeVisible();
  await expect(page.getByRole('banner').getByText('River watch')).toBeVisible();
  const seconds = (Date.now() - begun) / 1000;
  console.log(`from a text list to a battle that it fights: ${seconds.toFixed(1)} s`);
  expect(seconds).toBeLessThan(60);
});

test('what the shelf lacks is typed in, and the shelf is looked through', async ({ page }) => {
  await signedIn(page);
  await page.goto('/upload_list');
  await page.getByLabel('Roster files of any format').setInputFiles(ROSTER);
  await expect(page.getByText('on your shelf now', { exact: false })).toBeVisible();
  await paste(page, LIST);
  const pasted = page.getByRole('listitem', { name: 'Pasted list.txt' });
  await expect(pasted).toContainText('Fights without 1 unit');
  await expect(pasted).toContainText("Captain Orrin: the sheet is from the roster 'Border watch'. 2 of 2 things");
  await expect(pasted).toContainText('Rowers: no data sheet of that name is on your shelf');
  await pasted.getByRole('button', { name: 'Open' }).click();
  await expectAccessible(page);
  const form = page.getByRole('form', { name: 'Numbers of Rowers' });
  const line = form.getByRole('group', { name: 'Stat line of each model' });
  const stats = { M: '6', T: '3', SV: '5', W: '1', LD: '7', OC: '2' };
  for (const [label, value] of Object.entries(stats)) await line.getByLabel(label, { exact: true }).fill(value);
  const bow = form.getByRole('group', { name: 'Reed bow' });
  const values = { Range: '18', A: '1', Hit: '4+', S: '4', AP: '0', D: '1' };
  for (const [label, value] of Object.entries(values)) await bow.getByLabel(label, { exact: true }).fill(value);
  await form.getByRole('button', { name: 'Use these numbers' }).click();
  await expect(page.getByText('Ready to fight')).toBeVisible();
  await expect(page.getByRole('article', { name: 'Rowers' })).toContainText('Reed bow');
  await page.goto('/rosters');
  const sheets = page.getByRole('list', { name: 'Data sheets' });
  await expect(sheets.getByRole('listitem')).toHaveCount(5);
  await page.getByRole('searchbox', { name: 'Search the shelf' }).fill('row');
  await page.getByRole('button', { name: 'Take Rowers off the shelf' }).click();
  await expect(page.getByText('Taken off the shelf.', { exact: true })).toBeVisible();
  await expectAccessible(page);
});
