import { expect, test, type Page } from '@playwright/test';
import { expectAccessible, expectAccessibleInBothThemes } from './axe';
import { enrol, signedIn, somebody } from './support';

const newGame = async (page: Page, name: string): Promise<void> => {
  await page.goto('/games');
  await page.getByRole('button', { name: 'Create New Game' }).first().click();
  await page.getByLabel('Game Name').fill(name);
  await page.getByRole('button', { name: 'Create Game' }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
};

// OPEN-2, NAV-43, NAV-44
test("from 'Create New Game' to the deployment at the table in a few clicks", async ({ page }) => {
  await signedIn(page);
  await newGame(page, 'At the weir');
  const start = page.getByRole('button', { name: 'Start Game' });
  await expect(start).toBeDisabled();
  await page.getByRole('button', { name: 'Take sample armies' }).click();
  await page.getByLabel('Chess clock').selectOption('30 minutes each');
  await expect(start).toBeEnabled();
  await expectAccessibleInBothThemes(page);
  const arrived = page.waitForURL(/\/game\/[\w-]+\/view\?from_setup=1$/, { waitUntil: 'commit' });
  await start.click();
  await arrived;
  await expect(page.getByRole('button', { name: 'Roll for Deployment' })).toBeVisible();
  await expect(page.getByRole('banner').getByRole('timer', { name: /^Time left of / })).toHaveCount(2);

  await page.goto(new URL(page.url()).pathname.replace(/\/view$/, ''));
  await expect(page.getByRole('button', { name: 'Start Game' })).toHaveCount(0);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Back to the table' }).click();
  await expect(page.getByRole('button', { name: 'Roll for Deployment' })).toBeVisible();
});

// NAV-43, NAV-44: both pages are one, and ask for a login.
test("the set-up asks a stranger to log in, and shows nobody else's game", async ({ page, browser }) => {
  await signedIn(page);
  await newGame(page, 'A private matter');
  const id = /setup\/([\w-]+)/.exec(page.url())![1]!;
  await page.goto(`/game/${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'A private matter' })).toBeVisible();
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(`/games/setup/${id}`);
  await expect(stranger).toHaveURL(/\/login/);
  await signedIn(stranger, somebody('Bo Marsh'));
  await stranger.goto(`/game/${id}`);
  await expect(stranger.getByRole('link', { name: 'Your games' })).toBeVisible();
  await expect(stranger.getByText('A private matter')).toHaveCount(0);
  await stranger.context().close();
});

// OPEN-41, OPEN-52
test("an uploaded roster, the computer's temper, board and mission are kept", async ({ page }) => {
  const { token } = await enrol(page);
  await page.goto('/favicon.svg');
  await page.evaluate((value) => localStorage.setItem('access_token', value), token);
  await page.goto('/upload_list');
  await page.getByLabel('Select a roster file (.ros)').setInputFiles('../tests/e2e/rosters/border-watch.ros');
  await page.getByRole('button', { name: 'Upload' }).click();
  await expect(page).toHaveURL('/display');
  await newGame(page, 'The long dyke');
  const blue = page.getByRole('region', { name: 'Blue army' });
  const red = page.getByRole('region', { name: 'Red army' });
  await blue.getByText('Border watch').click();
  await red.getByText('The Spring Tide').click();
  await red.getByLabel('Personality').selectOption('Cautious');
  await red.getByText('5', { exact: true }).click();
  await blue.getByLabel('Player name').fill('Captain Reed');
  await page.getByText('Long Dyke', { exact: true }).click();
  await page.getByText('Toll of Names').click();
  await expect(page.getByRole('img', { name: /^Long Dyke/ })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start Game' })).toBeEnabled();
  await expect(page.getByText('Your choices are saved.')).toBeVisible();
  await page.reload();
  await expect(blue.getByRole('radio', { name: /^Border watch/ })).toBeChecked();
  await expect(blue.getByLabel('Player name')).toHaveValue('Captain Reed');
  await expect(red.getByLabel('Personality')).toHaveValue('cautious');
  await expect(red.getByRole('radio', { name: '5', exact: true })).toBeChecked();
  await expect(page.getByRole('radio', { name: 'Long Dyke' })).toBeChecked();
  await expect(page.getByRole('radio', { name: /^Toll of Names/ })).toBeChecked();
});

test('an opponent takes the red seat by its link, and chooses the red army', async ({ page, browser }) => {
  await signedIn(page);
  await newGame(page, 'Two at the table');
  await page.getByText('The Gate Guard').first().click();
  await page.getByRole('button', { name: 'Invite an opponent' }).click();
  const link = await page.getByLabel('Link for your opponent').inputValue();
  const guest = await (await browser.newContext()).newPage();
  await signedIn(guest, somebody('Bo Marsh'));
  await guest.goto(new URL(link).pathname);
  await guest.getByRole('button', { name: /Take the seat|Accept|Join/ }).click();
  const red = guest.getByRole('region', { name: 'Red army' });
  await red.getByText('The Great Flood').click();
  await expect(guest.getByText('Your choices are saved.')).toBeVisible();
  await guest.getByRole('button', { name: 'Agree to the set-up' }).click();
  await expect(guest.getByText("You agree. The game's owner starts it.")).toBeVisible();
  await page.reload();
  await expect(page.getByRole('region', { name: 'Red army' }).getByText('The Great Flood')).toBeVisible();

  await page.getByLabel('Chess clock').selectOption('90 minutes each');
  const owners = page.getByRole('region', { name: 'Readiness' });
  await expect(
    owners.getByText('The chess clock has changed since the other player agreed.', { exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Start Game' })).toBeDisabled();
  const guests = guest.getByRole('region', { name: 'Readiness' });
  await expect(guests.getByText('The chess clock has changed since you agreed.', { exact: true })).toBeVisible();
  await expectAccessible(guest);
  await guest.getByRole('button', { name: 'Agree to the set-up' }).click();
  await expect(owners.getByText('Both players agree.', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Start Game' }).click();
  await expect(page).toHaveURL(/\/view/);
  await expect(guest.getByRole('link', { name: 'Back to the table' })).toBeVisible();
  await guest.context().close();
});

test('SHELL-35 SHELL-36 SHELL-37 coming from the set-up, old chat is gone and the log is asked for before the game', async ({
  page,
}) => {
  await signedIn(page);
  await newGame(page, 'Afresh');
  const id = /setup\/([\w-]+)/.exec(page.url())![1]!;
  await page.evaluate(
    (key) => localStorage.setItem(key, '[{"id":"1","text":"an old word","type":"user","timestamp":1}]'),
    `chat-messages-${id}`,
  );
  await page.getByRole('button', { name: 'Take sample armies' }).click();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.getByRole('button', { name: 'Start Game' }).click();
  await expect(page.getByRole('button', { name: 'Roll for Deployment' })).toBeVisible();
  expect(asked.indexOf(`/api/game/${id}/logs_json`)).toBeGreaterThan(-1);
  expect(asked.indexOf(`/api/game/${id}/logs_json`)).toBeLessThan(asked.indexOf(`/api/games/${id}/state`));
  expect(await page.evaluate((key) => localStorage.getItem(key), `chat-messages-${id}`)).toBeNull();
  await expect(page).toHaveURL(new RegExp(`/game/${id}/view$`));

  await page.evaluate((key) => localStorage.setItem(key, '[]'), `chat-messages-${id}`);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Roll for Deployment' })).toBeVisible();
  expect(await page.evaluate((key) => localStorage.getItem(key), `chat-messages-${id}`)).toBe('[]');
});
