import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';

/** A site of its own whose identity provider is the one of the server's tests: both real processes on loopback. */
const PORT = Number(process.env.HIGHGROUND_E2E_PORT ?? 8091);
const [providerPort, sitePort] = [PORT + 1000, PORT + 1001];
const issuer = `http://127.0.0.1:${providerPort}`;
const site = `http://127.0.0.1:${sitePort}`;
const data = mkdtempSync(join(tmpdir(), 'highground-provider-'));
const running: ChildProcess[] = [];

function start(command: string, args: string[], env: Record<string, string> = {}): void {
  running.push(spawn(command, args, { cwd: '..', env: { ...process.env, ...env }, stdio: 'ignore' }));
}

async function up(url: string): Promise<void> {
  await expect
    .poll(
      () =>
        fetch(url).then(
          ({ ok }) => ok,
          () => false,
        ),
      { timeout: 60_000 },
    )
    .toBe(true);
}

const provider = async (wanted: Record<string, unknown>): Promise<void> => {
  const answer = await fetch(`${issuer}/control`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(wanted),
  });
  expect(answer.ok).toBe(true);
};

test.use({ baseURL: site });
test.beforeEach(({ page }) => page.clock.install());

/** What the page says of the login, and where it leads after a few seconds of its clock. */
async function shows(page: Page, text: string | RegExp): Promise<void> {
  await expect(page.getByText(text)).toBeVisible();
  await page.clock.runFor(4000);
}
const LET_IN = 'Authentication successful! Redirecting...';

test.beforeAll(async () => {
  start('.venv/bin/python', ['tests/server/oidc_provider.py', '--port', String(providerPort)]);
  start('.venv/bin/highground', ['serve', '--port', String(sitePort), '--data', data], {
    HIGHGROUND_OIDC_ISSUER: issuer,
    HIGHGROUND_OIDC_CLIENT_ID: 'highground',
    HIGHGROUND_OIDC_CLIENT_SECRET: 'provider secret',
    HIGHGROUND_PUBLIC_URL: site,
    HIGHGROUND_RATE_LIMITS: 'false',
    // It would be fought again, beside the tests.
    HIGHGROUND_DEMO: 'false',
    HIGHGROUND_LOG_LEVEL: 'ERROR',
  });
  await up(`${issuer}/.well-known/openid-configuration`);
  await up(`${site}/healthz`);
});

test.afterAll(() => {
  for (const each of running) each.kill();
  rmSync(data, { recursive: true, force: true });
});

// AUTH-16, AUTH-17: the redirect goes to this site's own address, whichever it is.
test('AUTH-8 AUTH-15 AUTH-16 AUTH-17 AUTH-37 AUTH-39 AUTH-40 the provider lets somebody in', async ({ page }) => {
  await provider({ mode: 'agree', sub: 'subject-7', email: 'flint@example.org', name: 'Ada Flint' });
  await page.goto('/login');
  const start_ = page.waitForRequest((request) => request.url().startsWith(`${site}/api/auth/google/login?begun=`));
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  expect((await start_).isNavigationRequest()).toBe(true);
  await expect(page.getByText(LET_IN)).toBeVisible();
  expect(new URL(page.url()).search).toBe('');
  await shows(page, LET_IN);
  await expect(page).toHaveURL('/user_page');
  await page.goto('/settings');
  await expect(page.getByText('flint@example.org')).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toMatch(/^[\w-]{30,}$/);
});

test("a link with somebody else's token logs nobody in", async ({ page }) => {
  await page.goto('/api/auth/callback?token=stranger&user_id=7');
  await expect(
    page.getByText('Authentication failed: This login was not begun in this window. Please log in again.'),
  ).toBeVisible();
  expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
});

test('the page that asked for the login opens after it', async ({ page }) => {
  await provider({ mode: 'agree' });
  await page.goto('/rosters');
  await expect(page).toHaveURL('/login');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await shows(page, LET_IN);
  await expect(page).toHaveURL('/rosters');
});

test('AUTH-24 the sign-up page leads there too', async ({ page }) => {
  await provider({ mode: 'agree', sub: 'subject-8', email: 'marsh@example.org', name: 'Bo Marsh' });
  await page.goto('/signup');
  await page.getByRole('button', { name: 'Continue with Google' }).click();
  await shows(page, LET_IN);
  await expect(page).toHaveURL('/user_page');
});

for (const mode of ['access_denied', 'wrong_state', 'wrong_nonce', 'bad_signature', 'token_down']) {
  test(`AUTH-32 AUTH-33 AUTH-43 ERR-30 a login that fails (${mode}) is reported, and leads back to the login`, async ({
    page,
  }) => {
    await provider({ mode });
    await page.goto('/login');
    await page.getByRole('button', { name: 'Continue with Google' }).click();
    await shows(page, /^Authentication failed: .{10,}/);
    await expect(page).toHaveURL('/login');
    expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull();
  });
}
