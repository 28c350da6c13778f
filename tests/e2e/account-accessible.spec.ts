import { expect, test, type Page } from '@playwright/test';
import { expectAccessibleInBothThemes } from './axe';
import { message, signedIn } from './support';

/** The pages at the door and those behind it, with what shows that each of them is there. */
const DOORS: [string, string][] = [
  ['/login', 'Log in'],
  ['/signup', 'Sign Up'],
  ['/forgot', 'Forgot your password?'],
  ['/reset/abc', 'Choose a new password'],
  ['/upload_list', 'Upload a roster'],
  ['/display', 'No roster here yet'],
  ['/invitation/abc', 'An invitation'],
];
const ROOMS: [string, string][] = [
  ['/user_page', 'Your Games'],
  ['/rosters', 'Your rosters'],
  ['/achievements', 'Achievements for user'],
  ['/settings', 'Settings'],
];

async function arrive(page: Page, path: string, heading: string): Promise<void> {
  await page.goto(path);
  await expect(page.getByRole('heading', { name: heading }).first()).toBeVisible();
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
}

async function newGame(page: Page, name: string): Promise<string> {
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  const made = await page.request.post('/api/game/create_new_game', {
    data: { game_name: name, description: 'At dusk' },
    headers: { Authorization: `Bearer ${token}` },
  });
  return (await made.json()).game_id;
}

test('axe finds nothing at the door, in the dark and in the light', async ({ page }) => {
  for (const [path, heading] of DOORS) {
    await arrive(page, path, heading);
    await expectAccessibleInBothThemes(page);
  }
  await page.goto('/login');
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page.getByRole('alert')).toBeVisible();
  await expectAccessibleInBothThemes(page);
});

test('axe finds nothing behind it, in the dark and in the light', async ({ page }) => {
  await signedIn(page);
  for (const [path, heading] of ROOMS) {
    await arrive(page, path, heading);
    await expectAccessibleInBothThemes(page);
  }
  const game = await newGame(page, 'The ford');
  await arrive(page, `/games/setup/${game}`, 'The ford');
  await expectAccessibleInBothThemes(page);
  await arrive(page, '/games', 'Your Games');
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Create New Game' }).click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await expectAccessibleInBothThemes(page);
  await page.keyboard.press('Escape');
  await page.goto('/upload_list');
  await page.getByLabel('Select a roster file (.ros)').setInputFiles('../tests/e2e/rosters/border-watch.ros');
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Border watch' })).toBeVisible();
  await page.getByText('Rally to the lamp', { exact: true }).click();
  await expectAccessibleInBothThemes(page);
  await arrive(page, '/rosters', 'Your rosters');
  await expectAccessibleInBothThemes(page);
});

test('a game is made, found and deleted by keys alone', async ({ page }) => {
  await signedIn(page);
  await newGame(page, 'Amber hill');
  await arrive(page, '/games', 'Your Games');
  const reach = async (name: string) => {
    for (let presses = 0; presses < 40; presses += 1) {
      const here = await page.evaluate(
        () => document.activeElement?.getAttribute('aria-label') || document.activeElement?.textContent || '',
      );
      if (here.trim() === name) return;
      await page.keyboard.press('Tab');
    }
    throw new Error(`${name} is not reached by Tab.`);
  };
  await reach('Create New Game');
  await page.keyboard.press('Enter');
  await expect(page.getByLabel('Game Name')).toBeFocused();
  await page.keyboard.type('The ford');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'The ford' })).toBeVisible();
  await page.goBack();
  await page.goto('/games');
  await expect(page.getByRole('row', { name: /The ford/ })).toBeVisible();
  await reach('Delete Amber hill');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('alertdialog')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(message(page, 'Game deleted!')).toBeVisible();
  await expect(page.getByRole('row', { name: /Amber hill/ })).toHaveCount(0);
});
