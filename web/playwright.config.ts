import { existsSync } from 'node:fs';
import { defineConfig } from '@playwright/test';

const port = Number(process.env.HIGHGROUND_E2E_PORT ?? 8091);
/** The data folder stays, so that the demo battle is fought once a version and not once a run. */
const data = process.env.HIGHGROUND_E2E_DATA ?? '/tmp/highground-e2e';

/** Debian's Chromium: $CHROMIUM_PATH, then the usual places. `playwright install` needs a network that may be absent. */
function chromium(): string {
  const places = [
    process.env.CHROMIUM_PATH,
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ];
  const found = places.find((place) => place && existsSync(place));
  if (!found)
    throw new Error('No Chromium found. Set CHROMIUM_PATH, or as root on Debian: apt-get install -y chromium');
  return found;
}

/** Almost every test makes an account, and hashing a password as dearly as a site does takes 0.2 s. */
const hurried = { HIGHGROUND_RATE_LIMITS: 'false', HIGHGROUND_PASSWORD_MEMORY: '64' };

const server = (at: number, folder: string) => ({
  command: `${existsSync('../.venv/bin/highground') ? '.venv/bin/highground' : 'uv run --frozen highground'} serve --port ${at} --data ${folder}`,
  cwd: '..',
  reuseExistingServer: false,
  timeout: 120_000,
});

export default defineConfig({
  testDir: '../tests/e2e',
  outputDir: './test-results',
  // The tests of a file follow one another; files go side by side. Times are those of a slow machine with other work.
  fullyParallel: false,
  workers: 2,
  // A test that fails now and then is mended, not tried again.
  retries: 0,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
  use: {
    // Emptied between two tests. What the browser has compiled of the app stays, which takes a fifth off the whole.
    reuseContext: true,
    baseURL: `http://127.0.0.1:${port}`,
    // Recording every test would take a third of the time: --trace on where one is looked for.
    trace: 'off',
    // Pictures that move cost a browser without a graphics card most of its time; what is about motion asks for it.
    contextOptions: { reducedMotion: 'reduce' },
    // A worker would answer what a test answers itself; what is about it allows it.
    serviceWorkers: 'block',
    launchOptions: {
      executablePath: chromium(),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
        // Without it, every test starts a process for its pages, which compiles the app again.
        '--process-per-site',
        // Each page lives for seconds: optimising its scripts costs more than it saves.
        '--js-flags=--no-maglev --no-turbofan',
      ],
    },
  },
  projects: [
    { name: 'wide', use: { viewport: { width: 1440, height: 900 } }, testIgnore: /phone[^/]*$/ },
    {
      name: 'phone',
      use: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, deviceScaleFactor: 2 },
      testMatch: /phone[^/]*\.spec\.ts$/,
    },
  ],
  webServer: [
    {
      ...server(port, data),
      env: { ...hurried, HIGHGROUND_BATTLE_SEED: '11' },
      url: `http://127.0.0.1:${port}/api/game/shared/demo/json`,
    },
    // A site as people run it: its dice are sealed, and come from no seed.
    {
      ...server(port + 1, `${data}-sealed`),
      env: { ...hurried, HIGHGROUND_DEMO: 'false' },
      url: `http://127.0.0.1:${port + 1}/readyz`,
    },
  ],
});
