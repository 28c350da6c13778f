// Plays in a real browser and prints the times as JSON:
//   node play.mjs PLAYWRIGHT_MODULE BASE_URL TOKEN choices GAME_ID SAMPLES
//   node play.mjs PLAYWRIGHT_MODULE BASE_URL TOKEN steps GAME_ID STEPS
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

/** What the page's main thread has done so far, in milliseconds. */
async function worked(session) {
  const { metrics } = await session.send('Performance.getMetrics');
  const of = (name) => (metrics.find((each) => each.name === name)?.value ?? 0) * 1000;
  return { all: of('TaskDuration'), script: of('ScriptDuration'), style: of('RecalcStyleDuration') + of('LayoutDuration') };
}

/** The computer plays by itself: what each of its steps costs the main thread, from the call to the drawing. */
async function steps() {
  const page = await fresh();
  let made = 0;
  page.on('request', (request) => (made += request.url().endsWith('/ai_step') ? 1 : 0));
  await page.goto(`${base}/game/${game}/view`);
  await page.locator('.base').first().waitFor();
  const session = await page.context().newCDPSession(page);
  // What the thread itself has done: other work of the machine does not count.
  await session.send('Performance.enable', { timeDomain: 'threadTicks' });
  const until = async (wanted) => {
    while (made < wanted) await page.waitForTimeout(50);
  };
  await page.getByRole('switch', { name: 'The AI plays by itself' }).click();
  await until(5);
  const before = await worked(session);
  const [from, began] = [made, Date.now()];
  await until(from + Number(times));
  const after = await worked(session);
  const count = made - from;
  const each = (name) => Math.round(((after[name] - before[name]) / count) * 10) / 10;
  return {
    computer_steps: count,
    miniatures_drawn: await page.locator('.base').count(),
    computer_step_every_ms: Math.round((Date.now() - began) / count),
    computer_step_main_thread_ms: each('all'),
    computer_step_script_ms: each('script'),
    computer_step_style_and_layout_ms: each('style'),
  };
}

const ways = { choices, steps, opening };
console.log(JSON.stringify(await ways[what]()));
await browser.close();
