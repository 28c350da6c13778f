import { expect, test, type APIRequestContext, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { newBattle } from './game-table';
import { enrol } from './support';

const HEADLINE = / beats | draw|against /;

test.describe('an address that leads nowhere', () => {
  test('is a 404 with a heading and a way home above the front page', async ({ page }) => {
    const answer = await page.goto('/no/such/page');
    expect(answer!.status()).toBe(404);
    await expect(page.getByRole('heading', { name: 'There is no page at this address' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1, name: 'Take the high ground.' })).toBeVisible();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Home', exact: true }).last().click();
    await expect(page).toHaveURL('/');
    await expect(page.getByRole('heading', { name: 'There is no page at this address' })).toHaveCount(0);
  });

  test('files are files: manifest, icons, robots.txt, sitemap.xml', async ({ request }) => {
    const manifest = await (await request.get('/manifest.webmanifest')).json();
    for (const { src, type } of manifest.icons as { src: string; type: string }[])
      expect((await request.get(src)).headers()['content-type']).toContain(type);
    for (const [path, type] of [
      ['/favicon.ico', 'image/x-icon'],
      ['/robots.txt', 'text/plain'],
      ['/sitemap.xml', 'application/xml'],
      ['/og.png', 'image/png'],
      ['/sw.js', 'javascript'],
    ]) {
      expect((await request.get(path!)).headers()['content-type']).toContain(type);
    }
    expect((await request.get('/humans.txt')).status()).toBe(404);
  });
});

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false });

  test('a shared report says who won, by how much and with what', async ({ page }) => {
    await page.goto('/shared/demo/logs');
    const heading = page.getByRole('heading', { level: 1 });
    await expect(heading).toHaveText(/\S+ beats .+, \d+ : \d+$/);
    await expect(page).toHaveTitle(`${await heading.textContent()} · Highground`);
    expect(await page.locator('meta[property="og:title"]').getAttribute('content')).toBe(await heading.textContent());
  });

  test('the front page stands', async ({ page }) => {
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: 'Take the high ground.' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Compatibility' })).toBeVisible();
  });
});

test('a shared report stands by its short form, and the dice come behind it', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/game/shared/')) asked.push(new URL(request.url()).pathname.split('/').pop()!);
  });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/game/shared/demo/json', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/shared/demo/logs');
  await expect(page.getByText(/logs loaded for game demo/)).toBeVisible();
  await expect(page.locator('.unit').first()).toBeAttached();
  await expect(page.getByRole('heading', { level: 1, name: HEADLINE })).toBeVisible();
  await expect(page.getByText(/Unknown/)).toHaveCount(0);
  release();
  await expect(page.getByRole('button', { name: 'Refresh Logs' })).toBeEnabled();
  expect(asked.filter((each) => each !== 'summary')).toEqual(['brief', 'json']);
  await expectAccessible(page);
});

test('a table is asked for, with all of its code, before any of that code is there', async ({ page }) => {
  const { id } = await newBattle(page);
  const address = `/game/${id}/view`;
  let asked: string[] = [];
  page.on('request', (request) => {
    // Whether a state has changed since is another question.
    if (!request.headers()['if-none-match']) asked.push(new URL(request.url()).pathname);
  });
  let there = (): void => undefined;
  const stateAsked = new Promise<void>((resolve) => {
    there = resolve;
  });
  page.on('request', (request) => request.url().endsWith('/state') && there());
  await page.route('**/assets/*.js', async (route) => {
    await stateAsked;
    await route.continue();
  });
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Roll for Deployment Zone Selection' })).toBeVisible();
  expect(asked.filter((path) => path === `/api/games/${id}/state` || path === '/api/auth/me')).toHaveLength(2);
  const html = await (await page.request.get(address)).text();
  const code = asked.slice(0, asked.indexOf('/api/auth/me')).filter((path) => path.endsWith('.js'));
  expect(code.filter((path) => path.startsWith('/assets/') && !html.includes(path))).toEqual([]);

  // Where it does not come that way it is asked for as ever.
  await page.goto('about:blank');
  asked = [];
  await page.route(`**/api/games/${id}/state`, (route) => route.abort(), { times: 1 });
  await page.goto(address);
  await expect(page.getByRole('heading', { name: 'Roll for Deployment Zone Selection' })).toBeVisible();
  expect(asked.filter((path) => path === `/api/games/${id}/state`)).toHaveLength(2);
});

test.describe('without a connection', () => {
  test.use({ serviceWorkers: 'allow' });

  test('what was read opens again, and the rest says that one is offline', async ({ page, context }) => {
    await page.goto('/shared/demo/logs');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true);
    await page.reload();
    await expect(page.getByRole('button', { name: 'Refresh Logs' })).toBeEnabled();
    await context.setOffline(true);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1, name: HEADLINE })).toBeVisible();
    await expect(page.locator('.unit').first()).toBeAttached();
    await page.goto('/');
    await expect(page.getByRole('heading', { level: 1, name: 'Take the high ground.' })).toBeVisible();
    await page.goto('/supplies');
    await expect(page.getByRole('heading', { level: 1, name: 'You are offline.' })).toBeVisible();
    await expect(page.getByText(/preload|module/i)).toHaveCount(0);
    await expectAccessible(page);
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Supplies' })).toBeVisible();
  });
});

/** A game of two sample armies that is ready to start, shared with everybody who has its link. */
async function ready(page: Page): Promise<{ gameId: string; headers: Record<string, string> }> {
  const { token } = await enrol(page);
  const headers = { authorization: `Bearer ${token}` };
  const gameId: string = (
    await (await page.request.post('/api/game/create_new_game', { headers, data: { game_name: 'Watched' } })).json()
  ).game_id;
  const { options } = await (await page.request.get(`/api/game/${gameId}/setup`, { headers })).json();
  const [first, second] = options.samples as { id: string }[];
  const chosen = { army_0: { source: 'sample', id: first!.id }, army_1: { source: 'sample', id: second!.id } };
  expect((await page.request.patch(`/api/game/${gameId}/setup`, { headers, data: chosen })).ok()).toBe(true);
  await page.request.patch(`/api/game/${gameId}`, { headers, data: { shared: true } });
  return { gameId, headers };
}

const sent = async (request: APIRequestContext, path: string, headers: Record<string, string>, data = {}) => {
  const answer = await request.post(path, { headers, data });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
};

test('who watches waits for the start, follows by changes alone, and hears the end of sharing', async ({
  page,
  browser,
}) => {
  const { gameId, headers } = await ready(page);
  const watcher = await (await browser.newContext()).newPage();
  const loads: string[] = [];
  await watcher.goto(`/shared/${gameId}`);
  await expect(watcher.getByRole('heading', { name: 'The battle has not begun yet' })).toBeVisible();
  await expectAccessible(watcher);
  await sent(page.request, `/api/game/${gameId}/start`, headers);
  await expect(watcher.getByText('Live')).toBeVisible();
  await expect(watcher.getByText('You are watching')).toBeVisible();
  await watcher.waitForTimeout(1000); // what it loads as the battle begins is not counted
  watcher.on('request', (request) => {
    if (request.url().endsWith('/state')) loads.push(request.url());
  });
  const state = await sent(page.request, `/api/game/${gameId}/roll`, headers, { stage: 'deployment' });
  await sent(page.request, `/api/game/${gameId}/update_deployment`, headers, {
    selecting_army_uuid: state.deployment_status.winner_army_uuid,
    selected_zone_index: 0,
  });
  await sent(page.request, `/api/game/${gameId}/undo`, headers);
  await watcher.waitForTimeout(600);
  expect(loads).toEqual([]);
  await page.request.patch(`/api/game/${gameId}`, { headers, data: { shared: false } });
  await expect(watcher.getByRole('heading', { name: 'This battle is no longer shared' })).toBeVisible();
  await expect(watcher.getByText('Live')).toHaveCount(0);
  await expectAccessible(watcher);
  await watcher.context().close();
});

test('a server that has no provider and no mail offers neither', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible();
  await expect(page.getByText('Continue with Google')).toHaveCount(0);
  await page.goto('/');
  await expect(page.getByText('This server cannot send letters yet.')).toBeVisible();
});
