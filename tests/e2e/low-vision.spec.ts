import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { unseenStops } from './focus-seen';
import { newBattle, toMovement } from './game-table';
import { Keys } from './keys';
import { Skirmish } from './skirmish';
import { openDemo, signedIn, somebody } from './support';

/** A window of 1280 by 1024 whose page is shown at four times its size has as much room. */
const LARGEST = { width: 320, height: 256 };
/** At twice its size, a small laptop's. */
const LARGER = { width: 720, height: 450 };

const sideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

async function atMovement(page: Page): Promise<void> {
  const battle = await newBattle(page);
  await toMovement(battle);
  await page.goto(`/game/${battle.id}/view`);
  await expect(page.getByRole('heading', { name: 'Units Awaiting Movement' })).toBeVisible();
}

for (const size of [{ width: 1440, height: 900 }, LARGER, { width: 390, height: 844 }, LARGEST])
  test(`at a table of ${size.width} by ${size.height} nothing lies over what the keyboard comes to`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await atMovement(page);
    await expect(page.getByRole('complementary', { name: 'Hint' })).toBeVisible();
    expect(await unseenStops(page, 70)).toEqual([]);
    expect(await sideways(page)).toBe(0);
  });

test('an offer that stays in view lies over nothing that the keyboard goes back to', async ({ page, browser }) => {
  const place = await browser.newContext();
  const other = await place.newPage();
  const battle = await Skirmish.begin(page, ['human', 'human'], { other });
  await battle.deploy();
  for (const each of [page, other]) {
    await each.goto(`/game/${battle.gameId}/view`);
    await each.getByRole('navigation', { name: 'Game' }).getByRole('button', { name: 'Settings' }).click();
  }
  await page.getByRole('button', { name: 'Offer a Draw' }).click();
  await expect(other.getByRole('alert', { name: 'Offer' })).toBeVisible();
  await other.getByRole('button', { name: /^Game Chat/ }).focus();
  expect(await unseenStops(other, 25, 'Shift+Tab')).toEqual([]);
  await place.close();
});

test('the map follows the keyboard to a unit that is out of sight', async ({ page }) => {
  await atMovement(page);
  const zoom = page.getByRole('button', { name: 'Zoom in' });
  for (let times = 0; times < 3; times += 1) await zoom.click();
  const map = page.getByRole('group', { name: /^Battle map/ });
  for (const key of ['Shift+Tab', 'ArrowLeft', 'ArrowLeft', 'ArrowDown', 'ArrowDown', 'ArrowRight']) {
    await page.keyboard.press(key);
    const badge = page.locator('.unit:focus .unit-marker, .terrain:focus, .objective:focus').first();
    const [box, all] = [(await badge.boundingBox())!, (await map.boundingBox())!];
    expect(box.x + box.width / 2).toBeGreaterThan(all.x);
    expect(box.x + box.width / 2).toBeLessThan(all.x + all.width);
    expect(box.y + box.height / 2).toBeGreaterThan(all.y);
    expect(box.y + box.height / 2).toBeLessThan(all.y + all.height);
  }
});

for (const size of [LARGEST, LARGER])
  test(`a report in a window of ${size.width} by ${size.height} is scrolled, and has its map and its panel`, async ({
    page,
  }) => {
    await page.setViewportSize(size);
    await openDemo(page, 20);
    const map = page.locator('.map-svg');
    await map.scrollIntoViewIfNeeded();
    expect((await map.boundingBox())!.height).toBeGreaterThan(180);
    expect(await unseenStops(page, 60)).toEqual([]);
    expect(await sideways(page)).toBe(0);
    await expectAccessible(page);
  });

test('a set-up at four times its size is filled in by keys, and its start is at its end', async ({ page }) => {
  await signedIn(page);
  await page.setViewportSize(LARGEST);
  await page.goto('/games?new=1');
  await page.getByLabel('Game Name').fill('Large letters');
  await page.getByRole('button', { name: 'Create Game' }).click();
  await expect(page.getByRole('button', { name: 'Start Game' })).toBeAttached();
  expect(await unseenStops(page, 60)).toEqual([]);
  expect(await sideways(page)).toBe(0);
});

test('at four times its size a public page has a bar of one row, whose menu is scrolled to its end', async ({
  page,
}) => {
  await page.setViewportSize(LARGEST);
  await page.goto('/supplies');
  expect((await page.getByRole('banner').boundingBox())!.height).toBeLessThan(60);
  await page.getByRole('button', { name: 'Open the menu' }).click();
  expect(await unseenStops(page, 7)).toEqual([]);
});

test('in a dialog that is longer than its window the keyboard sees every control, round and round', async ({
  page,
}) => {
  await signedIn(page);
  await page.setViewportSize(LARGER);
  await page.goto('/games?new=1');
  await expect(page.getByLabel('Game Name')).toBeFocused();
  expect(await unseenStops(page, 20)).toEqual([]);
});

test("the first heading of a signed-in page is the page's own", async ({ page }) => {
  await signedIn(page);
  for (const path of ['/games', '/rosters', '/achievements', '/settings', '/games/new_sim']) {
    await page.goto(path);
    await expect(page.locator('h1')).toBeVisible();
    expect(
      await page
        .locator('h1, h2, h3, h4')
        .first()
        .evaluate((each) => each.tagName),
      path,
    ).toBe('H1');
  }
});

test('an account is made by keys alone, which go on at the heading of each next page', async ({ page }) => {
  const keys = new Keys(page);
  const heading = page.locator('h1');
  const { email, password, displayName } = somebody();
  await page.goto('/');
  await keys.push(page.getByRole('link', { name: 'Join and play' }).first());
  await expect(heading).toBeFocused();
  await keys.fill(page.getByLabel('Email'), email);
  await keys.fill(page.getByLabel('Password', { exact: true }), password);
  await keys.fill(page.getByLabel('Display name'), displayName);
  await keys.reach(page.getByRole('checkbox', { name: 'I accept the terms' }));
  await keys.press('Space');
  await keys.press('Enter');
  await expect(page).toHaveURL('/user_page');
  await expect(heading).toBeFocused();
});
