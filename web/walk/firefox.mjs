import puppeteer from 'puppeteer-core';

/** Firefox by WebDriver BiDi, of this size. */
export async function open({ program, width, height }) {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath: program,
    headless: true,
    extraPrefsFirefox: { 'ui.prefersReducedMotion': 1, 'dom.w3c_touch_events.enabled': 1 },
  });
  const page = await browser.newPage();
  await page.setViewport({ width, height });
  const errors = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  return {
    version: await browser.version(),
    errors: () => errors,
    goto: (url) => page.goto(url, { waitUntil: 'domcontentloaded' }),
    run: (script, ...values) => page.evaluate(script, ...values),
    click: (x, y) => page.mouse.click(x, y),
    tap: (x, y) => page.touchscreen.tap(x, y),
    async drag(places, byTouch) {
      const [[x, y], ...way] = places;
      if (byTouch) {
        const finger = await page.touchscreen.touchStart(x, y);
        for (const [nextX, nextY] of way) await finger.move(nextX, nextY);
        return () => finger.end();
      }
      await page.mouse.move(x, y);
      await page.mouse.down();
      for (const [nextX, nextY] of way) await page.mouse.move(nextX, nextY, { steps: 3 });
      return () => page.mouse.up();
    },
    type: (text) => page.keyboard.type(text),
    key: (name) => page.keyboard.press(name),
    picture: (path) => page.screenshot({ path }),
    close: () => browser.close(),
  };
}
