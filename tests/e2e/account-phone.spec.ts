import { readFileSync } from 'node:fs';
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { enrol, signedIn } from './support';

const DOORS = ['/login', '/signup', '/forgot', '/reset/abc', '/upload_list', '/invitation/abc'];
const ROOMS = ['/user_page', '/rosters', '/achievements', '/settings'];

/** What can be pressed and is too small for a thumb; links within a sentence may be as high as their line. */
const small = (page: Page) =>
  page.locator('main').evaluate((main) =>
    [...main.querySelectorAll('button, a, select, summary, input:not([type=checkbox]):not([type=radio])')].flatMap(
      (each) => {
        const { width, height } = each.getBoundingClientRect();
        const inSentence = each.tagName === 'A' && each.closest('p') !== null;
        return width > 0 && height < 43.5 && !inSentence
          ? [`${each.tagName} ${each.textContent?.trim() || each.getAttribute('aria-label') || each.id} ${height}`]
          : [];
      },
    ),
  );

async function fits(page: Page): Promise<void> {
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page.getByRole('status', { name: /^Loading/ })).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
  expect(await small(page)).toEqual([]);
}

test('the pages at the door fit a phone and a thumb', async ({ page }) => {
  for (const path of DOORS) {
    await page.goto(path);
    await fits(page);
  }
  await expectAccessible(page);
});

test('the pages behind it fit a phone and a thumb', async ({ page }) => {
  await signedIn(page);
  for (const path of ROOMS) {
    await page.goto(path);
    await fits(page);
  }
  await page.goto('/games?new=1');
  await page
    .getByLabel('Game Name')
    .fill('A battle with a name that is so long that it takes more than a line of a telephone');
  await page.getByRole('button', { name: 'Create Game' }).tap();
  await expect(page.getByRole('heading', { level: 1, name: /^A battle/ })).toBeVisible();
  await fits(page);
  await expectAccessible(page);
  await page.goto('/games');
  await expect(page.getByRole('link', { name: /^Open/ })).toBeVisible();
  await fits(page);
  await expectAccessible(page);
});

test('a name that is one long word is broken on every page, and moves none aside', async ({ page }) => {
  const { token } = await enrol(page);
  await page.addInitScript((value) => localStorage.setItem('access_token', value), token);
  const name = 'Wardensofthenorthernfenlandsandthehighmoorbeyondtheblackriver';
  const roster = readFileSync('../tests/e2e/rosters/border-watch.json', 'utf8').replaceAll('Border watch', name);
  const headers = { authorization: `Bearer ${token}` };
  const sent = async (path: string, body: object) =>
    (await page.request.post(`/api/${path}`, { headers, ...body })).json();
  const file = { name: 'roster.json', mimeType: 'application/json', buffer: Buffer.from(roster) };
  const { roster_id } = await sent('upload_list', { multipart: { file } });
  const { game_id } = await sent('game/create_new_game', { data: { game_name: name, description: name } });
  const army = { source: 'roster', id: String(roster_id), player: name };
  await page.request.patch(`/api/game/${game_id}/setup`, { headers, data: { army_0: army, army_1: army } });
  await sent(`game/${game_id}/start`, {});
  for (const path of ['/games', '/rosters', '/workshop', `/games/setup/${game_id}`, `/game/${game_id}/view`]) {
    await page.goto(path);
    await expect(page.getByText(name).filter({ visible: true }).first()).toBeVisible();
    const beyond = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    await expect.poll(beyond, path).toBeLessThanOrEqual(0);
  }
});

test('an army is read on a phone', async ({ page }) => {
  await page.goto('/upload_list');
  await page.getByLabel('Select a roster file (.ros)').setInputFiles('../tests/e2e/rosters/border-watch.ros');
  await page.getByRole('button', { name: 'Upload' }).tap();
  await expect(page.getByRole('article', { name: 'Warden squad' })).toBeVisible();
  await fits(page);
  await expectAccessible(page);
});
