// Plays in a real browser and prints the times as JSON:
//   node play.mjs PLAYWRIGHT_MODULE BASE_URL TOKEN choices GAME_ID SAMPLES
//   node play.mjs PLAYWRIGHT_MODULE BASE_URL TOKEN opening GAME_ID TIMES
const [module, base, token, what, game, times] = process.argv.slice(2);
const { chromium } = await import(module);

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox', '--disable-gpu'] });

async function fresh() {
  const page = await (await browser.newContext({ viewport: { width: 1440, height: 900 } })).newPage();
  await page.addInitScript((value) => localStorage.setItem('access_token', value), token);
  return page;
}

/** From a click on `button` to the first frame after `done` holds, measured in the page. */
const clicked = (page, button, done) => button.evaluate((element, found) => new Promise((resolve) => {
  const began = performance.now();
  const is = new Function(`return ${found}`);
  const watch = new MutationObserver(() => {
    if (!is()) return;
    watch.disconnect();
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - began)));
  });
  watch.observe(document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  element.click();
}), done);

/** Every unit holds its position, and all of it is taken back, until there are enough choices. */
async function choices() {
  const page = await fresh();
  await page.goto(`${base}/game/${game}/view`);
  await page.getByRole('heading', { name: 'Movement Phase', exact: true }).waitFor();
  const waiting = 'document.querySelectorAll("[data-unit-card]").length';
  const found = [];
  while (found.length < Number(times)) {
    const units = await page.locator('[data-unit-card]').count();
    for (let left = units - 1; left >= 1; left -= 1) {
      const hold = page.getByRole('button', { name: 'Hold position' }).first();
      await hold.and(page.locator(':enabled')).waitFor();
      found.push(await clicked(page, hold, `${waiting} === ${left}`));
    }
    for (let left = 2; left <= units; left += 1) {
      const back = page.getByRole('button', { name: /^Take back/ });
      await back.and(page.locator(':enabled')).waitFor();
      found.push(await clicked(page, back, `${waiting} === ${left}`));
    }
  }
  return found;
}

/** Until the header, the units on the map and the panel stand. */
async function opening() {
  const found = [];
  for (let time = 0; time < Number(times); time += 1) {
    const page = await fresh();
    const began = Date.now();
    await page.goto(`${base}/game/${game}/view?from_setup=1`);
    await page.locator('.base').first().waitFor();
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page.locator('.game-panel, [aria-label="Battlefield"]').first().waitFor();
    found.push(Date.now() - began);
    await page.context().close();
  }
  return found;
}

console.log(JSON.stringify(await (what === 'choices' ? choices() : opening())));
await browser.close();
