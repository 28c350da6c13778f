import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { signedIn } from './support';

const FOLDER = '../tests/e2e/rosters';
const ros = () => readFileSync(`${FOLDER}/border-watch.ros`);
const field = (page: Page) => page.getByLabel('Select a roster file (.ros)');
const send = (page: Page) => page.getByRole('button', { name: 'Upload' }).click();

test('ROST-3 ROST-5 ERR-7 a file of another ending is refused', async ({ page }) => {
  await page.goto('/upload_list');
  await field(page).setInputFiles({ name: 'army.txt', mimeType: 'text/plain', buffer: Buffer.from('x') });
  await expect(page.getByText('Please select a .ros file', { exact: true })).toBeVisible();
  await send(page);
  await expect(page).toHaveURL('/upload_list');
});

// OPEN-6
test('ROST-4 ROST-6 ROST-7 ROST-8 an upper-case ending is taken, without a login too', async ({ page }) => {
  await page.goto('/upload_list');
  await field(page).setInputFiles({ name: 'ARMY.ROS', mimeType: 'application/octet-stream', buffer: ros() });
  const request = page.waitForRequest('**/api/upload_list');
  await send(page);
  // The server takes nothing but a multipart form with the field `file`.
  expect((await request).headers()['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect((await (await request).response())?.status()).toBe(200);
  await expect(page).toHaveURL('/display');
  await expect(page.getByRole('heading', { level: 1, name: 'Border watch' })).toBeVisible();
  await expect(page.getByText(/This roster is only in this browser/)).toBeVisible();
  // ENT-1: the roster of the upload
  const stored = await page.evaluate(() => JSON.parse(localStorage.getItem('roster_dict') ?? '{}'));
  expect(stored.units.map((unit: { name: string }) => unit.name)).toContain('Siege wagon');
});

test('the cards show units, weapons and abilities; the report what was read', async ({ page }) => {
  await page.goto('/upload_list');
  await field(page).setInputFiles(`${FOLDER}/border-watch.ros`);
  await send(page);
  const card = page.getByRole('article', { name: 'Siege wagon' });
  await expect(card.getByRole('row', { name: /Ram/ })).toContainText('lance');
  await expect(page.getByText('The file states 560 points, its units add up to 550.')).toBeVisible();
  await expect(page.getByText('The file states 560 points, its selections add up to 550.')).toBeVisible();
  const ability = page.getByText("While this model leads a unit, add 1 to that unit's hit rolls.");
  await expect(ability).toBeHidden();
  await page.getByText('Rally to the lamp', { exact: true }).click();
  await expect(ability).toBeVisible();
});

for (const ending of ['rosz', 'json']) {
  test(`a .${ending} file goes into the field for any format, which reads it at once`, async ({ page }) => {
    await page.goto('/upload_list');
    await page.getByLabel('Roster files of any format').setInputFiles(`${FOLDER}/border-watch.${ending}`);
    await page.getByRole('button', { name: 'Open', exact: true }).click();
    await expect(page.getByRole('article', { name: 'Thorn lancers' })).toBeVisible();
  });
}

test('ERR-8 a file that is no roster is refused in a sentence, and can be tried again', async ({ page }) => {
  await page.goto('/upload_list');
  await field(page).setInputFiles({
    name: 'army.ros',
    mimeType: 'text/plain',
    buffer: Buffer.from('no roster at all'),
  });
  await send(page);
  await expect(page.getByText('Upload failed, see console for details.')).toBeVisible();
  // Said once, with the reason.
  await expect(page.getByRole('alert')).toHaveText(/^✕Upload failed, see console for details\. \S+ \S+ \S+/);
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('roster_dict'))).toBeNull();
});

test('saved rosters are listed, renamed, opened and deleted', async ({ page }) => {
  await signedIn(page);
  await page.goto('/rosters');
  await page.getByRole('main').getByRole('link', { name: 'Upload a roster' }).first().click();
  await field(page).setInputFiles(`${FOLDER}/border-watch.ros`);
  await send(page);
  await expect(page.getByRole('link', { name: 'Use in a game' })).toBeVisible();
  await page.goto('/rosters');
  await page.getByRole('button', { name: 'Rename Border watch' }).click();
  await page.getByRole('textbox', { name: 'Name' }).fill('Second watch');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('article', { name: 'Second watch' })).toBeVisible();
  await page.reload();
  await page.getByRole('article', { name: 'Second watch' }).getByRole('link', { name: 'Open' }).click();
  await expect(page.getByRole('article', { name: 'Captain Orrin' })).toBeVisible();
  await page.goto('/rosters');
  await page.getByRole('button', { name: 'Delete Second watch' }).click();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(page.getByText('No roster yet')).toBeVisible();
});
