import { expect, test, type Page } from '@playwright/test';
import { signedIn } from './support';

const choose = async (page: Page, name: string, content: string) => {
  await signedIn(page);
  await page.goto('/logs');
  await page
    .getByLabel('Select a JSON log file:')
    .setInputFiles({ name, mimeType: 'application/json', buffer: Buffer.from(content) });
  await page.getByRole('button', { name: 'Upload and Visualize' }).click();
};

test('LOGV-4 LOGV-8 ERR-21 the form asks for a file', async ({ page }) => {
  await signedIn(page);
  await page.goto('/logs');
  await page.getByRole('button', { name: 'Upload and Visualize' }).click();
  await expect(page.getByText('Please select a file to upload').first()).toBeVisible();
});

test('LOGV-9 ERR-22 what is not JSON is refused with the reason', async ({ page }) => {
  await choose(page, 'broken.json', '{"logs": [');
  await expect(page.getByText(/^Error reading log file: /).first()).toBeVisible();
});

test('LOGV-10 the demo battle, saved and uploaded, is shown', async ({ page }) => {
  const saved = await (await page.request.get('/api/game/shared/demo/json')).text();
  await choose(page, 'demo.json', saved);
  await expect(page.getByText(`${JSON.parse(saved).total} logs loaded for game demo`)).toBeVisible();
  await expect(page.getByTestId('board')).toBeVisible();
  await expect(page.getByRole('slider', { name: 'Phase', exact: true })).toHaveAttribute(
    'aria-valuetext',
    'Deployment',
  );
});

test('a battle log that is none is refused by the server in a sentence', async ({ page }) => {
  await choose(page, 'battle.json', JSON.stringify({ setup: {}, seed: 1, choices: [], records: [] }));
  await expect(page.getByText(/^Error reading log file: .{10,}/).first()).toBeVisible();
});

test('ERR-19 a report that is not there', async ({ page }) => {
  await page.goto('/shared/no-such-game/logs');
  await expect(page.getByText(/^Failed to load shared logs: /).first()).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
});

test('ERR-11 ERR-18 a game that is not there', async ({ page }) => {
  await signedIn(page);
  await page.goto('/games/no-such-game/logs');
  await expect(page.getByText('Error initializing logs: No logs found for this game.').first()).toBeVisible();
});

test('the front page leads to the demo battle', async ({ page }) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Watch the demo battle' }).click();
  await expect(page).toHaveURL(/\/shared\/demo\/logs/);
  await expect(page.getByTestId('board')).toBeVisible();
});
