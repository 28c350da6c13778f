import { expect, test, type Page } from '@playwright/test';
import { enrol, message, type Person, signedIn, somebody } from './support';

const ROSTER = '../tests/e2e/rosters/border-watch.ros';

async function logIn(page: Page, person: Person): Promise<void> {
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Log in' }).click();
}

async function createGame(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Create New Game' }).click();
  await page.getByLabel('Game Name').fill(name);
  await page.getByRole('button', { name: 'Create Game' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

// NAV-31, NAV-32, NAV-30, NAV-38, NAV-43, NAV-41 on the way.
test('from the front page to a game and out again', async ({ page }) => {
  const person = somebody();
  await page.goto('/');
  await page.getByRole('link', { name: 'Sign Up', exact: true }).first().click();
  await expect(page).toHaveURL('/signup');

  // AUTH-23, AUTH-27, AUTH-28
  await expect(page.getByRole('button', { name: 'Signup' })).toBeDisabled();
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Display name').fill(person.displayName);
  await page.getByLabel('I accept the terms').check();
  const gone: string[] = [];
  page.on('framenavigated', (frame) => gone.push(new URL(frame.url()).pathname));
  await page.getByRole('button', { name: 'Signup' }).click();
  await expect(message(page, 'Your account is ready.')).toBeVisible();

  // AUTH-11, AUTH-12: the login needs nothing typed again.
  await expect(page).toHaveURL('/user_page');
  expect(gone).toContain('/login');
  await expect(page.getByText('No battle yet')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toMatch(/^[\w-]{30,}$/);

  // ROST-2, ROST-6, ROST-7, ROST-8
  await page.goto('/upload_list');
  await page.getByLabel('Select a roster file (.ros)').setInputFiles(ROSTER);
  const upload = page.waitForRequest('**/api/upload_list');
  await page.getByRole('button', { name: 'Upload' }).click();
  expect((await upload).headers()['content-type']).toContain('multipart/form-data');
  await expect(page).toHaveURL('/display');
  await expect(page.getByRole('article', { name: 'Warden squad' })).toContainText('10 miniatures');
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('roster_dict') ?? '{}').name)).toBe('Border watch');

  await page.getByRole('link', { name: 'Use in a game' }).click();
  await expect(page.getByLabel('Your army')).toHaveValue(/.+/);
  await page.getByLabel('Game Name').fill('The ford');
  await page.getByLabel('Description').fill('At dusk');
  await page.getByRole('button', { name: 'Create Game' }).click();
  await expect(page).toHaveURL(/\/games\/setup\/[\w-]+\?roster=/);
  await expect(page.getByRole('heading', { level: 1, name: 'The ford' })).toBeVisible();

  // GAMES-9, GAMES-11, GAMES-22, GAMES-24, GAMES-26, ERR-26
  await page.goto('/games');
  await createGame(page, 'Amber hill');
  await page.goto('/games');
  await expect(page.getByRole('link', { name: /^Open/ })).toHaveCount(2);
  await page.getByRole('searchbox').fill('dusk');
  await expect(page.getByRole('link', { name: /^Open/ })).toHaveCount(1);
  await page.getByRole('button', { name: 'Delete The ford' }).click();
  await expect(page.getByText('Are you sure you want to delete game "The ford"?')).toBeVisible();
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  await expect(message(page, 'Game deleted!')).toBeVisible();
  await page.getByRole('searchbox').fill('');
  await expect(page.getByRole('row', { name: /Amber hill/ })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('link', { name: /^Open/ })).toHaveCount(1);

  // SET-5, SET-6, SET-7
  await page.goto('/settings');
  await page.getByLabel('Display name').fill('Ada of the Ford');
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(message(page, 'Display name updated!')).toBeVisible();
  await page.reload();
  await expect(page.getByLabel('Display name')).toHaveValue('Ada of the Ford');

  // AUTH-44, AUTH-45, AUTH-46, NAV-27
  const logout = page.waitForRequest('**/api/auth/logout');
  await page.getByRole('button', { name: 'Logout' }).click();
  expect((await logout).method()).toBe('POST');
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
  await page.goto('/settings');
  await expect(page).toHaveURL('/login');
});

test('AUTH-48 ERR-4 ERR-5 ERR-6 a logout that fails keeps the login, and says so', async ({ page }) => {
  await signedIn(page);
  await page.goto('/settings');
  await page.route('**/api/auth/logout', (route) => route.abort());
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(message(page, /^You are still logged in\./)).toBeVisible();
  await expect(page).toHaveURL('/settings');
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).not.toBeNull();
});

test('AUTH-14 ERR-3 a wrong password is shown where it was typed', async ({ page }) => {
  const { person } = await enrol(page);
  await page.goto('/login');
  await logIn(page, { ...person, password: 'not that one' });
  await expect(page.getByText('Wrong email or password.')).toBeVisible();
  await expect(page.getByLabel('Email')).toHaveValue(person.email);
  await expect(page).toHaveURL('/login');
});

test('ERR-1 an address that has an account already', async ({ page }) => {
  const { person } = await enrol(page);
  await page.goto('/signup');
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Display name').fill('Another');
  await page.getByLabel('I accept the terms').check();
  await page.getByRole('button', { name: 'Signup' }).click();
  await expect(page.getByText('Error: There is already an account with this email address.')).toBeVisible();
});

test('AUTH-4 Remember me off: another tab is not logged in, this one is', async ({ page, context }) => {
  const { person } = await enrol(page);
  await page.goto('/login');
  await page.getByLabel('Remember me').uncheck();
  await logIn(page, person);
  await expect(page).toHaveURL('/user_page');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your Games' })).toBeVisible();
  const other = await context.newPage();
  await other.goto('/games');
  await expect(other).toHaveURL('/login');
});

test('NAV-59 NAV-60 ERR-28 ERR-29 a stale token opens nothing and is forgotten', async ({ page }) => {
  await page.goto('/favicon.svg');
  await page.evaluate(() => localStorage.setItem('access_token', 'stale'));
  await page.goto('/games');
  await expect(page).toHaveURL('/login');
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
});

test('NAV-54 NAV-55 at the front page it is forgotten, and the page opens', async ({ page }) => {
  await page.goto('/favicon.svg');
  await page.evaluate(() => localStorage.setItem('access_token', 'stale'));
  await page.goto('/');
  await expect(page.getByRole('main')).toBeVisible();
  await expect(page).toHaveURL('/');
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
});

test('NAV-51 NAV-53 the front page leads who is logged in to the dashboard', async ({ page }) => {
  await signedIn(page);
  await page.goto('/');
  await expect(page).toHaveURL('/user_page');
});

test('a login that ends during use leads to the login and back', async ({ page }) => {
  const person = await signedIn(page);
  await page.goto('/games');
  await expect(page.getByText('No battle yet')).toBeVisible();
  const token = await page.evaluate(() => localStorage.getItem('access_token'));
  await page.request.post('/api/auth/logout', { headers: { Authorization: `Bearer ${token}` } });
  await page.getByRole('button', { name: 'Create New Game' }).click();
  await expect(page).toHaveURL(/\/login\?next=%2Fgames/);
  await logIn(page, person);
  await expect(page).toHaveURL('/games?new=1');
});

test('two tabs stay in step', async ({ page, context }) => {
  await signedIn(page);
  await page.goto('/games');
  const other = await context.newPage();
  await other.goto('/settings');
  await other.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/login');
});

test('AUTH-6 a forgotten password: the answer, and a link that is no longer valid', async ({ page }) => {
  await page.goto('/login');
  await page.getByRole('link', { name: 'Forgot Password?' }).click();
  await expect(page.getByRole('heading', { name: 'Forgot your password?' })).toBeVisible();
  await page.getByLabel('Email').fill('nobody@example.org');
  await page.getByRole('button', { name: 'Send the link' }).click();
  await expect(page.getByText(/This site cannot send email/)).toBeVisible();
  await page.goto('/reset/used-up');
  await page.getByLabel('New password').fill('a long enough password');
  await page.getByRole('button', { name: 'Set the password' }).click();
  await expect(page.getByText('This link is no longer valid. Please ask for a new one.')).toBeVisible();
});

test('an opponent is invited by link, takes the seat and reads the shared report', async ({ page, browser }) => {
  await signedIn(page);
  await page.goto('/games');
  await createGame(page, 'The ford');
  await page.getByRole('button', { name: 'Invite an opponent' }).click();
  const link = await page.getByLabel('Link for your opponent').inputValue();

  const other = await (await browser.newContext()).newPage();
  const bo = somebody('Bo Marsh');
  await enrol(other, bo);
  await other.goto(link);
  await expect(other.getByRole('heading', { name: 'Ada Flint challenges you' })).toBeVisible();
  await other.getByRole('main').getByRole('link', { name: 'Log in' }).click();
  await logIn(other, bo);
  await other.getByRole('button', { name: 'Take the seat' }).click();
  await expect(other.getByRole('heading', { level: 1, name: 'The ford' })).toBeVisible();
  await expect(other.getByRole('button', { name: 'Delete' })).toHaveCount(0);
  await other.goto('/games');
  await expect(other.getByRole('row', { name: /The ford/ })).toContainText('against Ada Flint');

  await page.reload();
  await expect(page.getByRole('region', { name: 'Red army' })).toContainText('Bo Marsh');
  await page.getByRole('switch', { name: /Share the report/ }).click();
  const report = await page.getByLabel('Link to the report').inputValue();
  expect(new URL(report).pathname).toMatch(/^\/shared\/[\w-]+\/logs$/);
  await other.goto(link);
  await expect(other.getByRole('heading', { level: 1, name: 'The ford' })).toBeVisible();
  await other.close();
});

test('an account is exported and deleted', async ({ page }) => {
  const person = await signedIn(page);
  await page.goto('/settings');
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export' }).click();
  expect((await download).suggestedFilename()).toBe('highground-export.zip');
  await page.getByRole('button', { name: 'Delete account' }).click();
  await page.getByLabel('Your password').fill('wrong one here');
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await expect(page.getByRole('dialog').getByRole('alert')).toBeVisible();
  await page.getByLabel('Your password').fill(person.password);
  await page.getByRole('button', { name: 'Delete everything' }).click();
  await expect(message(page, 'Your account is deleted.')).toBeVisible();
  await expect(page).toHaveURL('/');
  const again = await page.request.post('/api/auth/login', {
    data: { email: person.email, password: person.password },
  });
  expect(again.status()).toBe(401);
});
