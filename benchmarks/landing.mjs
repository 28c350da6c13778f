// Opens the landing page several times in a fresh browser context, with the processor slowed down, and prints what was
// measured:  node landing.mjs PLAYWRIGHT_MODULE URL TIMES SLOWDOWN WIDTH HEIGHT
import { gzipSync } from 'node:zlib';

const [module, url, times, slowdown, width, height] = process.argv.slice(2);
const { chromium } = await import(module);

/** Keeps the largest paint and the sum of layout shifts in the page, from its first moment on. */
function watch() {
  window.seen = { paint: 0, element: '', shift: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      window.seen.paint = entry.startTime;
      window.seen.element = entry.element?.tagName.toLowerCase() ?? '';
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox', '--disable-gpu'] });
const found = [];
for (let i = 0; i < Number(times); i += 1) {
  const context = await browser.newContext({ viewport: { width: Number(width), height: Number(height) } });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(slowdown) });
  await page.addInitScript(watch);
  const scripts = new Map();
  let replay = 0;
  page.on('response', (response) => response.request().resourceType() === 'script' && scripts.set(response.url(), response.body()));
  page.on('response', (response) => {
    if (response.url().includes('/api/game/shared/')) replay += Number(response.headers()['content-length'] ?? 0);
  });
  await page.goto(url, { waitUntil: 'commit' });
  await page.waitForFunction(() => document.querySelector('[data-moment] .unit'), undefined, { polling: 'raf', timeout: 60_000 });
  const board = await page.evaluate(() => performance.now());
  await page.waitForTimeout(1500);
  const seen = await page.evaluate(() => window.seen);
  const early = await page.evaluate((paint) => performance.getEntriesByType('resource').filter((each) => each.startTime < paint).map((each) => each.name), seen.paint);
  let [initial, all] = [0, 0];
  for (const [address, body] of scripts) {
    const size = gzipSync(await body).length;
    all += size;
    if (early.includes(address)) initial += size;
  }
  found.push({ ...seen, board, initial, all, replay });
  await context.close();
}
await browser.close();
console.log(JSON.stringify(found));
