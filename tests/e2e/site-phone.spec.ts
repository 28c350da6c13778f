import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { signedIn } from './support';

const opener = (page: Page) => page.getByRole('button', { name: 'Open the menu' });
const menu = (page: Page) => page.getByRole('navigation', { name: 'Menu' });

test('NAV-4 NAV-20 NAV-21 the hamburger opens the menu; choosing any item closes it', async ({ page }) => {
  await page.goto('/supplies');
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeHidden();
  for (const [item, path] of [
    ['Home', '/'],
    ['About Us', '/#about-us'],
    ['Compatibility', '/#compatibility'],
    ['Battle Reports', '/#battle-reports'],
    ['Blog', '/blog'],
    ['Supplies', '/supplies'],
    ['Sign Up', '/signup'],
  ] as const) {
    await expect(menu(page)).toBeHidden();
    await expect(opener(page)).toHaveAttribute('aria-expanded', 'false');
    await opener(page).tap();
    await expect(menu(page)).toBeVisible();
    await expect(page.getByRole('button', { name: 'Close the menu' })).toHaveAttribute('aria-expanded', 'true');
    await menu(page).getByRole('link', { name: item }).tap();
    await expect(page).toHaveURL(path);
    await expect(menu(page)).toBeHidden();
  }
});

test('NAV-16 NAV-17 an anchor item leaves 100 px above its section on a phone as well', async ({ page }) => {
  await page.goto('/');
  await opener(page).tap();
  await menu(page).getByRole('link', { name: 'Battle Reports' }).tap();
  await expect
    .poll(() => page.locator('#battle-reports').evaluate((each) => Math.round(each.getBoundingClientRect().top)))
    .toBe(100);
});

test('the menu closes by Escape, which gives the focus back, and by a press beside it', async ({ page }) => {
  await page.goto('/');
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(menu(page)).toBeVisible();
  await page.keyboard.press('Tab');
  await expect(menu(page).getByRole('link', { name: 'Home' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(menu(page)).toBeHidden();
  await expect(opener(page)).toBeFocused();
  await opener(page).tap();
  await page.touchscreen.tap(195, 780);
  await expect(menu(page)).toBeHidden();
});

test("what is pressed before the page's own code has come is done when it is there", async ({ page }) => {
  let arrive = () => {};
  const arrival = new Promise<void>((resolve) => (arrive = resolve));
  await page.route(/\/assets\/.*\.js$/, async (route) => {
    await arrival;
    await route.continue();
  });
  await page.goto('/', { waitUntil: 'commit' });
  await opener(page).focus();
  await page.keyboard.press('Enter');
  await expect(menu(page)).toBeHidden();
  arrive();
  await expect(menu(page)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Close the menu' })).toBeFocused();
});

test('no public page scrolls sideways, and what is pressed is 44 px high', async ({ page }) => {
  for (const path of ['/', '/blog', '/blog/what-cover-is-worth', '/supplies', '/terms', '/privacy', '/test']) {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBe(390);
    const small = await page
      .locator('button:visible, header a:visible, footer a:visible')
      .evaluateAll((all) =>
        all
          .filter(
            (each) =>
              !each.closest('[inert]') &&
              each.getBoundingClientRect().height < 43.5 &&
              each.getBoundingClientRect().top > 0,
          )
          .map((each) => `${each.textContent} ${each.getBoundingClientRect().height}`),
      );
    expect(small, path).toEqual([]);
  }
});

test('the bar is one row on every phone, and has the name where there is room for it', async ({ page }) => {
  const bar = page.getByRole('banner');
  const name = bar.getByRole('link', { name: 'Highground, home' }).getByText('Highground');
  const fits = async (width: number) => {
    await page.setViewportSize({ width, height: 740 });
    await expect.poll(async () => (await bar.boundingBox())!.height, `${width} px`).toBeLessThan(60);
  };
  await page.goto('/supplies');
  for (const width of [320, 335, 336, 360]) await fits(width);
  await expect(name).toBeVisible();
  await signedIn(page);
  await page.goto('/supplies');
  await expect(bar.getByRole('link', { name: 'Your games' })).toBeVisible();
  for (const width of [320, 360, 383, 384, 390]) await fits(width);
  await expect(name).toBeVisible();
});

test('axe finds nothing with the menu open', async ({ page }) => {
  await page.goto('/blog');
  await opener(page).tap();
  await expectAccessible(page);
});

test('the signed-in layout folds into a menu on a phone', async ({ page }) => {
  await signedIn(page);
  await page.goto('/games');
  await expect(page.getByRole('complementary', { name: 'Sidebar' })).toBeHidden();
  await opener(page).tap();
  await expect(menu(page).getByRole('button', { name: 'Logout' })).toBeVisible();
  await expectAccessible(page);
  await menu(page).getByRole('link', { name: 'Achievements' }).tap();
  await expect(page).toHaveURL('/achievements');
  await expect(menu(page)).toBeHidden();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});
