// Opens pages several times as a phone on a slow line, each in a fresh browser context, and prints what was measured:
//   node slow_phone.mjs PLAYWRIGHT_MODULE URL TIMES SLOWDOWN LATENCY_MS BYTES_PER_SECOND PATH READY [PATH READY ...]
// READY is a selector that stands once the page can be used.
const [module, url, times, slowdown, latency, bytes, ...pages] = process.argv.slice(2);
const { chromium } = await import(module);

/** Keeps the largest paint and the sum of layout shifts in the page, from its first moment on. */
function watch() {
  window.seen = { paint: 0, element: '', text: '', shift: 0 };
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      window.seen.paint = entry.startTime;
      window.seen.element = entry.element?.tagName.toLowerCase() ?? '';
      window.seen.text = entry.element?.textContent?.slice(0, 60) ?? '';
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.seen.shift += entry.value;
  }).observe({ type: 'layout-shift', buffered: true });
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox', '--disable-gpu'] });

async function opened(path, ready) {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2, serviceWorkers: 'block' });
  const page = await context.newPage();
  const session = await context.newCDPSession(page);
  const weights = {};
  let total = 0;
  const kinds = new Map();
  await session.send('Network.enable');
  session.on('Network.responseReceived', ({ requestId, type }) => kinds.set(requestId, type));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = (kinds.get(requestId) ?? 'Other').toLowerCase();
    weights[kind] = (weights[kind] ?? 0) + encodedDataLength;
    total += encodedDataLength;
  });
  await session.send('Network.emulateNetworkConditions', { offline: false, latency: Number(latency), downloadThroughput: Number(bytes), uploadThroughput: Number(bytes) });
  await session.send('Emulation.setCPUThrottlingRate', { rate: Number(slowdown) });
  await page.addInitScript(watch);
  await page.goto(url + path, { waitUntil: 'commit' });
  await page.waitForSelector(ready, { state: 'attached', timeout: 90_000 });
  const usable = await page.evaluate(() => performance.now());
  await page.waitForTimeout(3000);
  const seen = await page.evaluate(() => ({ ...window.seen, first: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? 0 }));
  await context.close();
  return { ...seen, usable, total, weights };
}

const found = {};
for (let at = 0; at < pages.length; at += 2) {
  const [path, ready] = pages.slice(at, at + 2);
  found[path] = [];
  for (let i = 0; i < Number(times); i += 1) found[path].push(await opened(path, ready));
}
await browser.close();
console.log(JSON.stringify(found));
