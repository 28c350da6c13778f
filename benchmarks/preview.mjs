// Draws a unit to places of the table and prints how soon after the pointer rests the map shows what it would see there:
//   node preview.mjs PLAYWRIGHT_MODULE BASE_URL GAME_ID TOKEN
const [module, base, game, token] = process.argv.slice(2);
const { chromium } = await import(module);

const TIMES = 20;
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox', '--disable-gpu'] });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
await page.addInitScript((value) => localStorage.setItem('access_token', value), token);
let asked = 0;
page.on('request', (request) => { if (request.url().endsWith('/preview')) asked += 1; });
await page.goto(`${base}/game/${game}/view`);
await page.getByRole('heading', { name: 'Movement Phase', exact: true }).waitFor();
await page.locator('[data-unit-card]').first().getByRole('button', { name: 'Move', exact: true }).click();
await page.locator('[data-layer="ahead"] .ahead-line').first().waitFor();

const grip = await page.locator('.ghost-handle').boundingBox();
const [x, y] = [grip.x + grip.width / 2, grip.y + grip.height / 2];
await page.evaluate(() => {
  window.shown = 0;
  window.moved = 0;
  window.addEventListener('pointermove', () => { window.moved = performance.now(); }, { capture: true });
  const seen = (record) => record.target instanceof Element && record.target.closest('[data-layer="ahead"]');
  new MutationObserver((records) => { if (records.some(seen)) window.shown = performance.now(); }).observe(
    document.querySelector('.map-svg'), { subtree: true, childList: true, attributes: true, characterData: true });
});
await page.mouse.move(x, y);
await page.mouse.down();
const after = [];
for (let time = 0; time < TIMES; time += 1) {
  const angle = time * 2.1;
  await page.mouse.move(x + Math.cos(angle) * 60, y + Math.sin(angle) * 60, { steps: 6 });
  await page.waitForTimeout(400);
  const { shown, moved } = await page.evaluate(() => ({ shown: window.shown, moved: window.moved }));
  if (shown < moved) throw new Error('The map did not show what would be seen there.');
  after.push(shown - moved);
}
await page.keyboard.press('Escape');
await page.mouse.up();
await browser.close();
console.log(JSON.stringify({ after, asked }));
