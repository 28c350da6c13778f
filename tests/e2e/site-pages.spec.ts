import { readFile } from 'node:fs/promises';
import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from './axe';
import { enrol, message, signedIn, somebody } from './support';

test.describe('the blog', () => {
  const posts = (page: Page) => page.getByRole('list', { name: 'Posts' }).getByRole('article');

  test('SITE-30 SITE-31 SITE-32 SITE-33 SITE-35 SITE-41 SITE-43 NAV-33 shows the featured post and six more, and calls nothing', async ({
    page,
  }) => {
    const calls: string[] = [];
    page.on('request', (request) => new URL(request.url()).pathname.startsWith('/api') && calls.push(request.url()));
    await page.goto('/blog');
    await expect(page.getByRole('heading', { level: 1, name: 'The blog' })).toBeVisible();
    await expect(page.getByRole('article', { name: 'How the camera reads a table' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 2, name: 'Popular Post' })).toBeVisible();
    await expect(page.getByRole('combobox', { name: 'Show by category' })).toBeVisible();
    await expect(posts(page)).toHaveCount(6);
    await expect(page.getByRole('button', { name: 'Load More' })).toBeVisible();
    await page.waitForLoadState('networkidle');
    expect(calls).toEqual([]);
  });

  test('SITE-36 SITE-37 SITE-38 SITE-39 SITE-40 each post shows picture, category, date, title and description', async ({
    page,
  }) => {
    await page.goto('/blog');
    await expect(posts(page)).toHaveCount(6);
    for (const post of await posts(page).all()) {
      await expect(post.getByRole('img')).toBeVisible();
      await expect(post.locator('time')).toHaveText(/^\d{1,2} \w+ 2026$/);
      await expect(post.getByText(/^(Camera|Dice|Rules|Play|Lists)$/)).toBeVisible();
      await expect(post.getByRole('heading', { level: 3 })).not.toBeEmpty();
      expect((await post.locator('p').last().textContent())?.length).toBeGreaterThan(60);
    }
  });

  // SITE-34 and SITE-42 are overruled: the filter filters, and the button shows more.
  // OPEN-8
  test('SITE-34 the category filter filters, and stands in the address', async ({ page }) => {
    await page.goto('/blog');
    await page.getByRole('combobox', { name: 'Show by category' }).selectOption('Dice');
    await expect(page).toHaveURL('/blog?category=Dice');
    await expect(posts(page)).toHaveCount(2);
    for (const post of await posts(page).all()) await expect(post).toContainText('Dice');
    await expect(page.getByRole('button', { name: 'Load More' })).toHaveCount(0);
    await page.reload();
    await expect(posts(page)).toHaveCount(2);
    await page.getByRole('combobox', { name: 'Show by category' }).selectOption('All categories');
    await expect(posts(page)).toHaveCount(6);
  });

  // OPEN-9
  test('SITE-42 Load More shows the rest', async ({ page }) => {
    await page.goto('/blog');
    await page.getByRole('button', { name: 'Load More' }).click();
    await expect(posts(page)).toHaveCount(9);
    await expect(page.getByRole('button', { name: 'Load More' })).toHaveCount(0);
  });

  test('a post has its own page, its neighbours, and an address of its own', async ({ page }) => {
    await page.goto('/blog');
    await posts(page).nth(1).click();
    await expect(page).toHaveURL('/blog/one-inch-between-bases');
    await expect(page.getByRole('heading', { level: 1, name: 'What one inch means between bases' })).toBeInViewport();
    await page
      .getByRole('navigation', { name: 'More posts' })
      .getByRole('link', { name: 'How luck is measured' })
      .click();
    await expect(page.getByRole('heading', { level: 1, name: 'How luck is measured' })).toBeVisible();
    await page.goto('/blog/not-there');
    await expect(page.getByText('There is no such post')).toBeVisible();
  });
});

test.describe('the supplies page', () => {
  // OPEN-56
  test('SITE-44 SITE-45 SITE-46 SITE-47 SITE-48 SITE-49 SITE-50 SITE-51 SITE-52 SITE-53 NAV-34 lists what is required', async ({
    page,
  }) => {
    await page.goto('/supplies');
    await expect(page.getByRole('heading', { level: 1, name: 'Game Supplies' })).toBeVisible();
    const items = page.getByRole('list', { name: 'Required items' }).getByRole('listitem');
    expect(await items.getByRole('heading').allTextContents()).toEqual([
      'Camera mount or stand',
      'Magnetic phone holder',
      'Objective markers',
      'Transponders',
      'Devices',
      'Tabletop',
    ]);
    await expect(items.nth(4)).toContainText('One phone for capture plus one device with a screen for input');
    await expect(items.nth(5)).toContainText(/Flat, with consistent lighting.*neoprene mat is optional/);
    for (const item of await items.all())
      await expect(item.getByRole('link').first()).toHaveAttribute('href', /^https:\/\//);
    await expect(page.getByRole('button', { name: /^Download:/ })).toHaveCount(6);
  });

  for (const [row, button, name, start] of [
    ['DL-1', 'Printing guide', 'txt', 'HIGHGROUND: PRINTABLE'],
    ['DL-2', 'Set-up guide', 'txt', 'HIGHGROUND: SETTING UP'],
    ['DL-3', 'Everything to print', 'zip', 'PK'],
    ['DL-4', 'Objectives, colour', 'png', '\x89PNG'],
    ['DL-5', 'Objectives, black', 'png', '\x89PNG'],
    ['DL-6', 'Transponders', 'png', '\x89PNG'],
  ] as const) {
    test(`${row} DL-7 ${button} is saved as a ${name} file`, async ({ page }) => {
      await page.goto('/supplies');
      const saved = page.waitForEvent('download');
      await page.getByRole('button', { name: new RegExp(`^Download: ${button} `) }).click();
      const file = await saved;
      expect(file.suggestedFilename()).toMatch(new RegExp(`^[\\w-]+\\.${name}$`));
      expect(file.url()).toMatch(/^blob:/);
      expect((await readFile(await file.path())).toString('latin1')).toContain(start);
    });
  }

  test('DL-8 ERR-9 a download that fails says so', async ({ page }) => {
    await page.goto('/supplies');
    await page.route('**/api/downloads/**', (route) => route.fulfill({ status: 500, json: { detail: 'Broken' } }));
    await page.getByRole('button', { name: /^Download: Set-up guide/ }).click();
    await expect(page.getByRole('alert')).toContainText('Download failed. Please try again or contact support.');
    await expect(page.getByRole('button', { name: /^Download: Set-up guide/ })).toBeEnabled();
  });

  test('every file has a picture of what is printed', async ({ page }) => {
    await page.goto('/supplies');
    await expect(page.locator('.download img')).toHaveCount(6);
    for (const picture of await page.locator('.download img').all()) {
      await picture.scrollIntoViewIfNeeded();
      await expect.poll(() => picture.evaluate((each: HTMLImageElement) => each.naturalWidth)).toBe(360);
    }
  });
});

// OPEN-44
test('NAV-8 NAV-35 the test page stands bare: no bar, no sidebar', async ({ page }) => {
  await page.goto('/test');
  await expect(page.getByRole('heading', { level: 1, name: 'Router test page' })).toBeVisible();
  await expect(page.getByRole('banner')).toHaveCount(0);
  await expect(page.getByRole('complementary')).toHaveCount(0);
});

test('the kit asks, informs and opens', async ({ page }) => {
  await page.goto('/test');
  await page.getByRole('button', { name: 'Confirm' }).click();
  const question = page.getByRole('alertdialog', { name: 'Strike the camp?' });
  await expect(question).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(message(page, 'The camp stands.')).toBeVisible();
  await page.getByRole('button', { name: 'Dialog' }).click();
  await expect(page.getByRole('dialog', { name: 'A dialog' })).toBeVisible();
  await expectAccessible(page);
});

test.describe('the signed-in layout', () => {
  const sidebar = (page: Page) => page.getByRole('complementary', { name: 'Sidebar' });

  // OPEN-48
  test('SITE-3 NAV-5 NAV-6 NAV-22 NAV-23 NAV-24 NAV-25 NAV-26 has a sidebar with its groups and a header with a title', async ({
    page,
  }) => {
    await signedIn(page, somebody('Marshal Ivo'));
    await page.goto('/achievements');
    const group = (name: string) =>
      sidebar(page)
        .getByRole('list', { name })
        .getByRole('link')
        .evaluateAll((links) => links.map((each) => [each.textContent, each.getAttribute('href')]));
    await expect(sidebar(page)).toBeVisible();
    expect(await group('GENERAL')).toEqual([['Home', '/user_page']]);
    expect(await group('GAME MENU')).toEqual([
      ['Dashboard', '/user_page'],
      ['Games', '/games'],
      ['Rosters', '/rosters'],
      ['Logs', '/logs'],
      ['Achievements', '/achievements'],
      ['Settings', '/settings'],
    ]);
    await expect(page.getByRole('banner')).toContainText('Achievements');
    await expect(page.getByRole('banner')).toContainText('Marshal Ivo');
    await sidebar(page).getByRole('link', { name: 'Settings' }).click();
    await expect(page.getByRole('banner')).toContainText('Settings');
    await expect(sidebar(page).getByRole('link', { name: 'Settings' })).toHaveAttribute('aria-current', 'page');
  });

  test('NAV-27 Logout calls the server and leads to /login', async ({ page }) => {
    await signedIn(page);
    await page.goto('/games');
    const call = page.waitForRequest(
      (request) => request.url().endsWith('/api/auth/logout') && request.method() === 'POST',
    );
    await sidebar(page).getByRole('button', { name: 'Logout' }).click();
    await call;
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
  });

  // ERR-6 is overruled: the user learns that the login stands.
  test('ERR-4 ERR-5 ERR-6 a logout that fails keeps the token and says so', async ({ page }) => {
    await signedIn(page);
    await page.goto('/games');
    const logged = page.waitForEvent(
      'console',
      (message) => message.type() === 'error' && message.text().includes('Not logged out'),
    );
    await page.route('**/api/auth/logout', (route) =>
      route.fulfill({ status: 503, json: { detail: 'The server is busy.' } }),
    );
    await sidebar(page).getByRole('button', { name: 'Logout' }).click();
    await logged;
    await expect(page.getByRole('alert')).toContainText('You are still logged in.');
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).not.toBeNull();
    await expect(page).toHaveURL('/games');
  });

  test('NAV-46 the map pages fold the sidebar, and the user may unfold it', async ({ page }) => {
    await signedIn(page);
    await page.goto('/logs');
    await expect(page.getByRole('heading', { name: 'Open a battle' })).toBeVisible();
    const width = async () => (await sidebar(page).boundingBox())!.width;
    expect(await width()).toBeLessThan(80);
    await expect(sidebar(page).getByRole('link', { name: 'Games' })).toBeVisible();
    await page.getByRole('button', { name: 'Unfold the sidebar' }).click();
    await expect.poll(width).toBeGreaterThan(200);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Fold the sidebar' })).toBeVisible();
  });

  test('NAV-47 the log of a game stands in the signed-in layout', async ({ page }) => {
    await signedIn(page);
    await page.goto('/games/not-there/logs');
    await expect(sidebar(page)).toBeVisible();
    await expect(page.getByRole('banner')).toContainText('Battle log');
    await expect(page.getByRole('alert')).toContainText('No logs found for this game.');
  });

  // OPEN-94
  test('NAV-7 NAV-45 the game view has neither bar nor sidebar and asks for a login', async ({ page }) => {
    await page.goto('/game/abc/view');
    await expect(page).toHaveURL(/\/login/);
    await signedIn(page);
    await page.goto('/game/abc/view');
    await expect(page.getByRole('main')).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
    await expect(page.getByRole('complementary', { name: 'Sidebar' })).toHaveCount(0);
  });

  test('axe finds nothing in the layout, dark and light, folded and open', async ({ page }) => {
    const { token } = await enrol(page);
    await page.addInitScript((value) => localStorage.setItem('access_token', value), token);
    for (const path of ['/games', '/logs']) {
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await expectAccessibleInBothThemes(page);
    }
  });
});
