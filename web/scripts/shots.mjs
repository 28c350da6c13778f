// Pictures of a page at several sizes: node scripts/shots.mjs BASE_URL PATH OUT_PREFIX [WIDTHxHEIGHT[:light]] ...
import { readFileSync } from 'node:fs';
import { chromium } from '@playwright/test';
import { runnerImport } from 'vite';

const [base, path, prefix, ...sizes] = process.argv.slice(2);
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});
const { module } = await runnerImport('./src/test/fixtures/battle.ts');
const steps = process.env.STEPS ? process.env.STEPS.split(';') : [];
for (const size of sizes) {
  const [, width, height, theme] = /^(\d+)x(\d+):?(\w*)$/.exec(size);
  const phone = Number(width) < 500;
  const context = await browser.newContext({
    viewport: { width: Number(width), height: Number(height) },
    hasTouch: phone,
    isMobile: phone,
    deviceScaleFactor: Number(process.env.SCALE ?? 1),
  });
  const page = await context.newPage();
  page.on('console', (message) => ['error', 'warning'].includes(message.type()) && console.log(size, message.text()));
  page.on('pageerror', (error) => console.log(size, 'PAGE ERROR', error.message));
  if (process.env.FIXTURE) {
    const body =
      process.env.FIXTURE === '1' ? JSON.stringify(module.makeBattle()) : readFileSync(process.env.FIXTURE, 'utf8');
    await page.route('**/api/game/**', (route) => route.fulfill({ contentType: 'application/json', body }));
  }
  if (process.env.FIXTURE === '1') {
    await page.route('**/api/sight', (route) =>
      route.fulfill({
        contentType: 'application/json',
        body: JSON.stringify({
          blocked: false,
          rays: Array.from({ length: 144 }, (_, i) => (i % 48 < 14 ? 8 + (i % 5) : 24)),
        }),
      }),
    );
    await page.route('**/static/**', (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0zM2 2v2h2V2zM5 1v2h2V1zM1 5v2h2V5zM4 5h3v2H4z" fill-rule="evenodd"/></svg>',
      }),
    );
  }
  if (theme) await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
  await page.goto(base + path);
  await page.waitForTimeout(900);
  for (const step of steps) {
    const [verb, ...rest] = step.split('=');
    const value = rest.join('=');
    if (verb === 'click') await page.locator(value).first().click();
    if (verb === 'key') await page.keyboard.press(value);
    if (verb === 'fill') {
      const [selector, number] = value.split('|');
      await page.locator(selector).first().fill(number);
    }
    if (verb === 'hover') await page.locator(value).first().hover();
    await page.waitForTimeout(250);
  }
  await page.waitForTimeout(400);
  await page.screenshot({ path: `${prefix}-${width}${theme ? `-${theme}` : ''}.png` });
  await context.close();
}
await browser.close();
