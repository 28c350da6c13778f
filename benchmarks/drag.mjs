// Drags a unit of twenty among two hundred miniatures in a real browser that is slowed down, and prints the frames:
//   node drag.mjs PLAYWRIGHT_MODULE BASE_URL GAME_ID TOKEN SLOWDOWN
const [module, base, game, token, slowdown] = process.argv.slice(2);
const { chromium } = await import(module);

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.addInitScript((value) => localStorage.setItem('access_token', value), token);
await page.goto(`${base}/game/${game}/view`);
await page.getByRole('heading', { name: 'Movement Phase', exact: true }).waitFor();
const card = page.locator('[data-unit-card]').first();
await card.getByRole('button', { name: 'Move', exact: true }).click();
await page.locator('.ghost-handle').waitFor();
await page.locator('[data-layer="ahead"] .ahead-line').first().waitFor();

const grip = await page.locator('.ghost-handle').boundingBox();
const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2];
const devtools = await page.context().newCDPSession(page);
await devtools.send('Emulation.setCPUThrottlingRate', { rate: Number(slowdown) });
await page.mouse.move(x, y);
await page.mouse.down();
await page.mouse.move(x + 8, y, { steps: 3 });
await page.evaluate(() => {
  window.frames_ = [];
  let last = performance.now();
  const tick = (now) => { window.frames_.push(now - last); last = now; window.ticking = requestAnimationFrame(tick); };
  window.ticking = requestAnimationFrame(tick);
});
// The thread's own time: a machine that is busy with something else does not count.
await devtools.send('Performance.setTimeDomain', { timeDomain: 'threadTicks' }).catch(() => undefined);
await devtools.send('Performance.enable');
const busy = async () => (await devtools.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration').value * 1000;
const before = await busy();
const began = Date.now();
let moves = 0;
for (let angle = 0; Date.now() - began < 5000; angle += 0.07) {
  await page.mouse.move(x + Math.cos(angle) * 70, y + Math.sin(angle) * 70);
  moves += 1;
}
const frames = await page.evaluate(() => { cancelAnimationFrame(window.ticking); return window.frames_.slice(1); });
const busyMs = (await busy()) - before;
const figure = await page.getByTestId('ghost-figure').textContent();
await page.mouse.up();
const minis = await page.locator('.base').count();
const lines = await page.locator('[data-layer="ahead"] .ahead-line').count();
await browser.close();
console.log(JSON.stringify({ frames, moves, busy_ms: busyMs, miniatures: minis, lines, figure }));
