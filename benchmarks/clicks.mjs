// Plays a battle of 1,000 points against the computer in a real browser, and counts what is pressed, as JSON:
//   node clicks.mjs PLAYWRIGHT_MODULE BASE_URL TOKEN GAME_ID WAY ROUNDS [phone]
// WAY is `panels`, by the buttons of each phase's panel, or `map`, by dragging and clicking on the map with the main
// button. A press is one of a pointer or a key; a drag is one. Every unit is used in every phase that it can act in.
const [module, base, token, game, way, rounds, phone] = process.argv.slice(2);
const { chromium } = await import(module);
const { byPanels } = await import('./clicks_panels.mjs');
const { byMap } = await import('./clicks_map.mjs');

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox', '--disable-gpu'] });
const viewport = phone ? { width: 390, height: 844 } : { width: 1440, height: 900 };
const page = await (await browser.newContext({ viewport, hasTouch: Boolean(phone), isMobile: Boolean(phone) })).newPage();
page.setDefaultTimeout(15_000);
await page.addInitScript((value) => {
  localStorage.setItem('access_token', value);
  // What is counted is presses, not how long one watches.
  localStorage.setItem('film-pace', 'once');
}, token);

const headers = { authorization: `Bearer ${token}` };
const read = async () => (await page.request.get(`${base}/api/games/${game}/state`, { headers })).json();
const whatIsDue = ({ number, request, recorded_charges: recorded, game_model: { phase, phase_time: time } }) =>
  JSON.stringify([number, request, recorded, phase, time]);

/** The table as a player has it: what is known of the battle, and presses that are counted. */
class Table {
  page = page;
  phone = Boolean(phone);
  presses = 0;
  questions = 0;
  log = [];

  async look() {
    this.state = await read();
    return this.state;
  }

  /** Waits until something else is due than when this was last looked at. */
  async moved(timeout = 8000) {
    const before = whatIsDue(this.state);
    for (const began = Date.now(); Date.now() - began < timeout; ) {
      if (whatIsDue(await this.look()) !== before) return true;
      await page.waitForTimeout(40);
    }
    return false;
  }

  button(name, exact = true) {
    return page.getByRole('button', { name, exact });
  }

  async press(target) {
    this.presses += 1;
    await (this.phone ? target.tap() : target.click());
  }

  /** Presses what leads on, and waits until it has. What is gone by then, since another came first, is not pressed. */
  async go(target) {
    try {
      await (this.phone ? target.tap({ timeout: 4000 }) : target.click({ timeout: 4000 }));
    } catch {
      return false;
    }
    this.presses += 1;
    return this.moved();
  }

  async key(name) {
    this.presses += 1;
    await page.keyboard.press(name);
  }

  /** Where a place of the board is on the screen. */
  async onScreen([x, y]) {
    const box = await page.getByTestId('board').boundingBox();
    return [box.x + (x * box.width) / 60, box.y + (y * box.width) / 60];
  }

  /** Takes hold at one place and lets go where `fits` first says yes; where it never does, back where it was. */
  async drag(from, places, fits) {
    return this.dragBy(await this.onScreen(from), from, places, fits);
  }

  /** The same with a hold somewhere on the screen that moves what stands at `from`. */
  async dragBy(start, from, places, fits) {
    const [x, y] = await this.onScreen(from);
    await page.mouse.move(...start);
    await page.mouse.down();
    this.presses += 1;
    let found = false;
    for (const place of places) {
      const [toX, toY] = await this.onScreen(place);
      await page.mouse.move(start[0] + toX - x, start[1] + toY - y, { steps: 3 });
      found = await fits();
      if (found) break;
    }
    if (!found) await page.keyboard.press('Escape');
    await page.mouse.up();
    return found;
  }

  get mine() {
    return this.state.game_model.armies[0];
  }

  unit(uuid) {
    return this.state.game_model.armies.flatMap((army) => army.units).find((each) => each.uuid === uuid);
  }

  /** Places worth going to with so many inches: on the way to the nearest objective that is not held, fanned out. */
  goals(unit, reach) {
    const [x, y] = unit.location;
    const far = ({ location: [gx, gy] }) => Math.hypot(gx - x, gy - y);
    const { objectives } = this.state.game_model;
    const open = objectives.filter((each) => each.held_by !== this.mine.uuid && far(each) > 2);
    const [goal] = (open.length ? open : objectives).toSorted((a, b) => far(a) - far(b));
    const angle = Math.atan2(goal.location[1] - y, goal.location[0] - x);
    const most = Math.min(reach - 0.2, far(goal));
    return [1, 0.75, 0.5, 0.3].flatMap((share) =>
      [0, 0.35, -0.35, 0.8, -0.8, 1.4, -1.4].map((turn) => [
        Math.min(58, Math.max(2, x + Math.cos(angle + turn) * most * share)),
        Math.min(42, Math.max(2, y + Math.sin(angle + turn) * most * share)),
      ]),
    );
  }
}

const table = new Table();
await page.goto(`${base}/game/${game}/view`);
await page.getByTestId('board').waitFor();
await table.look();

/** How often Tab is pressed from the top of the page to the button that leads on. */
async function tabsTo(target) {
  await page.reload();
  await target.first().waitFor();
  for (let count = 1; count <= 120; count += 1) {
    await page.keyboard.press('Tab');
    if (await target.evaluateAll((all) => all.includes(document.activeElement))) return count;
  }
  return null;
}

const ways = { panels: byPanels, map: byMap };
const play = ways[way](table);
const turnOf = ({ game_model: { phase, round, turn } }) => (phase === 'deployment' ? 'setting up' : `${round}.${turn}`);
const [own, turns] = [{}, {}];
let main_button_tabs = null;
let stuck = 0;

await play.begin();
for (await table.look(); table.state.request && table.state.game_model.round <= Number(rounds); ) {
  const { controller, kinds } = table.state.request;
  const turn = turnOf(table.state);
  const whose = turn !== 'setting up' && table.state.current_army_uuid === table.mine.uuid;
  const [before, number] = [table.presses, whatIsDue(table.state)];
  // What Fire and Charge began is rolled to its end by itself.
  if (controller === 'ai') await table.moved(15_000);
  else if (way === 'map' && kinds[0] === 'roll' && turn !== 'setting up' && (await table.moved(1200))) continue;
  else if (kinds[0] === 'pass') {
    await play.answer();
    table.questions += 1;
  } else {
    if (main_button_tabs === null && kinds.includes('move')) main_button_tabs = await tabsTo(play.main());
    await play.act();
  }
  await page.waitForFunction(() => !document.querySelector('[aria-busy="true"]'), null, { timeout: 40_000 });
  await table.look();
  stuck = whatIsDue(table.state) === number ? stuck + 1 : 0;
  if (stuck > 4) {
    await page.screenshot({ path: '/tmp/clicks-stuck.png' });
    throw new Error(`Nothing goes on: ${number}`);
  }
  (whose ? own : turns)[turn] = ((whose ? own : turns)[turn] ?? 0) + table.presses - before;
  if (process.env.CLICKS_VERBOSE) console.error(turn, kinds[0], table.state.game_model.phase, table.presses);
}
await browser.close();
console.log(
  JSON.stringify({
    presses: table.presses,
    own_turns: own,
    other_turns: turns,
    questions_answered: table.questions,
    main_button_tabs,
    over: !table.state.request,
    reached: turnOf(table.state),
    points: table.state.game_model.armies.map((army) => army.vp),
  }),
);
