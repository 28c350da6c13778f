import { writeFile } from 'node:fs/promises';
import { Builder, Capabilities, Key, Origin } from 'selenium-webdriver';
import { Pointer } from 'selenium-webdriver/lib/input.js';

const MOVE_MS = 40;

/** WebKit by the WebDriver that answers at this address; its window has a bar of its own above the page. */
export async function open({ program, driver: address, width, height }) {
  const capabilities = new Capabilities({
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: program, args: ['--automation'] },
  });
  const driver = await new Builder().usingServer(address).withCapabilities(capabilities).build();
  const window = driver.manage().window();
  await window.setRect({ x: 0, y: 0, width, height });
  const inside = await driver.executeScript('return [innerWidth, innerHeight]');
  await window.setRect({ x: 0, y: 0, width: 2 * width - inside[0], height: 2 * height - inside[1] });
  const finger = new Pointer('finger', Pointer.Type.TOUCH);
  const mouse = new Pointer('mouse', Pointer.Type.MOUSE);
  const to = (pointer, [x, y], duration = MOVE_MS) =>
    pointer.move({ x: Math.round(x), y: Math.round(y), duration, origin: Origin.VIEWPORT });
  const act = (pointer, ...steps) =>
    driver
      .actions({ async: true })
      .insert(pointer, ...steps)
      .perform();
  const press = (pointer, place) => act(pointer, to(pointer, place), pointer.press(), pointer.release());
  return {
    version: `webkit/${(await driver.getCapabilities()).get('browserVersion')}`,
    errors: () => driver.executeScript('return window.walkErrors ?? []'),
    async goto(url) {
      await driver.get(url);
      await driver.executeScript(
        'window.walkErrors = []; addEventListener("error", (event) => walkErrors.push(String(event.message)));' +
          'addEventListener("unhandledrejection", (event) => walkErrors.push(String(event.reason)));',
      );
    },
    run: (script, ...values) =>
      driver.executeAsyncScript(
        `const done = arguments[arguments.length - 1]; Promise.resolve((${script})(...[...arguments].slice(0, -1))).then(done, (e) => done(String(e)));`,
        ...values,
      ),
    click: (x, y) => press(mouse, [x, y]),
    tap: (x, y) => press(finger, [x, y]),
    async drag([from, ...way], byTouch) {
      const pointer = byTouch ? finger : mouse;
      await act(pointer, to(pointer, from), pointer.press(), ...way.map((place) => to(pointer, place)));
      return () => act(pointer, pointer.release());
    },
    type: (text) => driver.actions().sendKeys(text).perform(),
    key: (name) =>
      driver
        .actions()
        .sendKeys(Key[name.toUpperCase()] ?? name)
        .perform(),
    picture: async (path) => writeFile(path, await driver.takeScreenshot(), 'base64'),
    close: () => driver.quit(),
  };
}
