// Opens a log page several times, each in a fresh browser context, and prints the milliseconds from the start of the
// navigation until the board has its units on it, and those from a key to the next painted board:
//   node log_page.mjs PLAYWRIGHT_MODULE URL TIMES
const [module, url, times] = process.argv.slice(2);
const { chromium } = await import(module);

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox', '--disable-gpu'] });
const [opened, stepped] = [[], []];
for (let i = 0; i < Number(times); i += 1) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.goto(url, { waitUntil: 'commit' });
  const handle = await page.waitForFunction(
    () => document.querySelector('[data-testid=board]') && document.querySelector('svg [aria-label*=" left"]') && performance.now(),
    undefined,
    { polling: 'raf', timeout: 60_000 },
  );
  opened.push(await handle.jsonValue());
  stepped.push(...await page.evaluate(async () => {
    const took = [];
    for (let step = 0; step < 12; step += 1) {
      const began = performance.now();
      window.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight' }));
      await new Promise((resolve) => { requestAnimationFrame(() => setTimeout(resolve, 0)); });
      took.push(performance.now() - began);
    }
    return took;
  }));
  await context.close();
}
await browser.close();
console.log(JSON.stringify({ opened, stepped }));
