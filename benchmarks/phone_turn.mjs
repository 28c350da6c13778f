// Plays one turn of a person on a phone of 390 x 844, by touch alone, and counts taps and drags, as JSON:
//   node phone_turn.mjs PLAYWRIGHT_MODULE BASE_URL TOKEN GAME_ID
// Every unit moves, those that can shoot do, and charges are made that reach more often than not.
import { setTimeout as wait } from 'node:timers/promises';
const [module, base, token, game] = process.argv.slice(2);
const { chromium } = await import(module);

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox', '--disable-gpu'] });
const context = await browser.newContext({
  viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, reducedMotion: 'reduce', serviceWorkers: 'block',
});
const page = await context.newPage();
page.setDefaultTimeout(10_000);
await page.addInitScript((value) => {
  localStorage.setItem('access_token', value);
  localStorage.setItem('ai-plays', 'always');
}, token);
const touch = await context.newCDPSession(page);
const headers = { authorization: `Bearer ${token}` };
const read = async () => (await page.request.get(`${base}/api/games/${game}/state`, { headers })).json();
const due = ({ number, request, recorded_charges: recorded }) => JSON.stringify([number, request, recorded]);

let state = await read();
let taps = 0;
const log = [];
const count = (what) => {
  taps += 1;
  log.push(`${state.game_model.phase}: ${what}`);
};
const idle = () =>
  page.waitForFunction(() => !document.querySelector('.prompt-main[aria-busy="true"]'), null, { timeout: 4000 }).catch(() => log.push('busy'));
const settled = async (before, timeout = 5000) => {
  for (const began = Date.now(); Date.now() - began < timeout; await wait(50)) {
    state = await read();
    if (due(state) !== before) {
      await idle();
      return true;
    }
  }
  return false;
};
const main = page.locator('.prompt-main');
const press = async (target, what, timeout) => {
  const before = due(state);
  count(what ?? (await target.textContent()));
  await target.tap();
  return settled(before, timeout);
};

/** Where a finger finds the unit: its badge, or a base of it that nothing lies over. */
const grip = (uuid) =>
  page.locator(`[data-unit="${uuid}"]`).evaluate((unit) => {
    for (const part of [unit.querySelector('.unit-marker'), ...unit.querySelectorAll('.base')]) {
      const { left, top, width, height } = part.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (unit.contains(document.elementFromPoint(x, y))) return [x, y];
    }
    return null;
  });
/** The same, as soon as nothing that is on its way lies over the unit. */
async function gripped(uuid, timeout) {
  let at = await grip(uuid);
  for (const began = Date.now(); !at && Date.now() - began < timeout; at = await grip(uuid)) await wait(100);
  return at;
}
/** The same, after the whole board was asked for where the unit is out of sight. */
async function found(uuid) {
  const at = await gripped(uuid, 3000);
  if (at) return at;
  if (process.env.CLICKS_VERBOSE) await page.screenshot({ path: '/tmp/phone-lost.png' });
  count('fit the map');
  await page.getByRole('button', { name: 'Fit the map' }).tap();
  return gripped(uuid, 3000);
}
const tapUnit = async (uuid, what) => {
  const at = await found(uuid);
  if (!at) throw new Error(`No finger finds ${what}.`);
  const before = due(state);
  count(what);
  await page.touchscreen.tap(...at);
  return settled(before, 1500);
};
const send = (type, points) =>
  touch.send('Input.dispatchTouchEvent', { type, touchPoints: points.map(([x, y]) => ({ x, y })) });

/** Drags a unit to the first place, of those towards the nearest objective, where it may stand. */
async function drag(unit) {
  const at = await found(unit.uuid);
  if (!at) throw new Error(`No finger finds ${unit.name}.`);
  const before = due(state);
  const box = await page.getByTestId('board').boundingBox();
  const inch = box.width / 60;
  count(`drag ${unit.name}`);
  await send('touchStart', [at]);
  // The first stretch takes the unit up, the next ones carry it.
  await send('touchMove', [[at[0] + 8, at[1]]]);
  await page.locator('.ghost').waitFor();
  let fits = false;
  for (const [x, y] of steps(unit)) {
    await send('touchMove', [[at[0] + x * inch, at[1] + y * inch]]);
    await wait(60);
    fits = (await page.locator('.ghost').getAttribute('data-state')) !== 'bad';
    if (fits) break;
  }
  if (!fits) log.push(`no place: ${await page.getByTestId('ghost-word').textContent().catch(() => '')}`);
  await send(fits ? 'touchEnd' : 'touchCancel', []);
  return fits && (await settled(before));
}

function steps({ location: [x, y], movement }) {
  const { objectives, armies } = state.game_model;
  const far = ([gx, gy]) => Math.hypot(gx - x, gy - y);
  const open = objectives.filter((each) => each.held_by !== armies[0].uuid).map((each) => each.location);
  const [goal] = open.toSorted((a, b) => far(a) - far(b));
  const angle = Math.atan2(goal[1] - y, goal[0] - x);
  const most = Math.min(movement - 0.2, far(goal));
  return [1, 0.75, 0.5, 0.3].flatMap((share) =>
    [0, 0.35, -0.35, 0.8, -0.8, 1.4, -1.4].map((turn) => [
      Math.cos(angle + turn) * most * share,
      Math.sin(angle + turn) * most * share,
    ]),
  );
}

const tried = new Set();
const hasTarget = (unit) => unit.weapons?.some((weapon) => weapon.targets.length > 0);

async function move() {
  const unit = state.units.find((each) => each.marches?.length && !tried.has(each.uuid));
  if (unit) {
    tried.add(unit.uuid);
    return drag(unit);
  }
  await press(main, undefined, 800);
  const sure = page.getByRole('button', { name: 'Hold them' });
  if (await sure.isVisible()) await press(sure);
}

async function shoot() {
  const unit = state.request.selected_unit_uuid ? null : state.units.find(hasTarget);
  // The page takes up the next unit by itself, a moment after the one before has shot.
  if (unit && (await settled(due(state), 1000))) return null;
  if (unit) return tapUnit(unit.uuid, `pick ${unit.name}`);
  return press(main);
}

async function charge() {
  const able = state.chargeable_units.flatMap((unit) =>
    state.recorded_charges[unit.unit_uuid] || tried.has(`charge ${unit.unit_uuid}`) ? [] :
      unit.targets.filter((each) => each.in_range && each.needed <= 7).toSorted((a, b) => a.needed - b.needed).slice(0, 1).map((target) => [unit, target]));
  const asked = (await page.locator('.prompt-asked').textContent()) ?? '';
  const first = able.find(([unit]) => asked.startsWith(`${unit.unit_name},`)) ?? able[0];
  if (!first) {
    const off = page.getByRole('button', { name: 'Let go' });
    if (await off.isVisible()) await press(off, 'Let go', 300);
    const done = await press(main, undefined, 800);
    const sure = page.getByRole('button', { name: 'Leave it' });
    return (await sure.isVisible()) ? press(sure) : done;
  }
  const [unit, target] = first;
  tried.add(`charge ${unit.unit_uuid}`);
  const ready = page.getByRole('button', { name: `Charge at ${target.target_unit_name}` });
  if (!asked.startsWith(`${unit.unit_name},`)) await tapUnit(unit.unit_uuid, `pick ${unit.unit_name}`);
  if (!(await ready.isVisible())) await tapUnit(target.target_unit_uuid, `aim at ${target.target_unit_name}`);
  await press(ready);
}

/** Fights on; where several enemies are in reach, at the first of them. */
async function fight() {
  const { selected_unit_uuid: picked } = state.request;
  const unit = state.units.find((each) => each.uuid === picked);
  if (unit && (await main.isDisabled()) && /…/.test((await main.textContent()) ?? '')) {
    const target = unit.weapons.flatMap((weapon) => weapon.targets)[0].target_unit_uuid;
    const { name } = state.units.find((each) => each.uuid === target);
    await tapUnit(target, `aim at ${name}`);
  }
  return press(main);
}

async function act() {
  const { request, game_model: { phase, phase_time: time } } = state;
  const [kind] = request.kinds;
  if (kind === 'pass' || kind === 'place' || time !== 'middle') return press(main);
  if (phase === 'movement') return move();
  if (phase === 'shooting') return shoot();
  if (phase === 'charge' && kind === 'charge') return charge();
  if (kind === 'strike') return fight();
  return press(main);
}

const own = state.current_army_uuid;
await page.goto(`${base}/game/${game}/view`);
await main.waitFor();
/** Why it stopped, for whoever mends this: the last of what was done, the question and a picture. */
async function stopped(error) {
  await page.screenshot({ path: '/tmp/phone-turn.png' });
  console.error(log.join('\n'), JSON.stringify(await read().then(({ request, game_model: { phase } }) => ({ request, phase }))));
  throw error;
}
for (let left = 90; left > 0 && state.current_army_uuid === own && state.request; left -= 1) {
  if (state.request.controller === 'ai') {
    // The window has the computer answer; where it is set not to, it is asked to by the main button.
    if (!(await settled(due(state), 2000))) await press(main);
  } else if (!(state.request.kinds[0] === 'roll' && (await settled(due(state), 1200)))) await act().catch(stopped);
  await idle();
  await settled(due(state), 250);
}
const over = state.current_army_uuid !== own;
if (!over || process.env.CLICKS_VERBOSE) {
  await page.screenshot({ path: '/tmp/phone-turn.png' });
  console.error(log.join('\n'));
}
await browser.close();
console.log(JSON.stringify({ taps: over ? taps : null, log }));
