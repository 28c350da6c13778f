// Walks through the site in another browser than the tests' own, and prints as JSON what it did:
//   node walk.mjs firefox|webkit PROGRAM DRIVER BASE_URL TOKEN wide|phone [FOLDER FOR PICTURES]
// Set-up, a turn by direct manipulation (with a finger on a phone), and the timeline. Where something is stands is asked
// of the page; what is done is done by a pointer and keys.
import { setTimeout as wait } from 'node:timers/promises';

const [name, program, driver, base, token, kind, pictures] = process.argv.slice(2);
const phone = kind === 'phone';
const { open } = await import(`./${name}.mjs`);
const browser = await open({
  program,
  driver,
  ...(phone ? { width: 390, height: 844 } : { width: 1440, height: 900 }),
});
const done = [];
const say = (what) => {
  done.push(what);
  if (process.env.WALK_VERBOSE) console.error(what);
};
let count = 0;

async function picture(what) {
  count += 1;
  if (pictures) await browser.picture(`${pictures}/${name}-${kind}-${count}-${what}.png`);
}

async function until(what, ask, timeout = 30_000) {
  for (const began = Date.now(); Date.now() - began < timeout; await wait(100)) {
    const found = await ask();
    if (found) return found;
  }
  await picture('in-vain');
  throw new Error(`Waited in vain: ${what}`);
}

/** The middle of the first button, link or field with this name that can be pressed; scrolled into view. */
const place = (wanted) =>
  browser.run((text) => {
    const named = (each) => [each.getAttribute('aria-label'), each.textContent, each.labels?.[0]?.textContent];
    const all = [...document.querySelectorAll('button, a, input, [role="switch"]')];
    const shown = all.filter((each) => !each.disabled && each.getClientRects().length > 0);
    const found = shown.find((each) => named(each).some((label) => label?.trim().startsWith(text)));
    if (!found) return null;
    const middle = () => {
      const { left, top, width, height } = found.getBoundingClientRect();
      return [left + width / 2, top + height / 2];
    };
    if (!found.contains(document.elementFromPoint(...middle())))
      found.scrollIntoView({ block: 'center', behavior: 'instant' });
    return middle();
  }, wanted);

const poke = ([x, y]) => (phone ? browser.tap(x, y) : browser.click(x, y));

async function press(wanted) {
  await poke(await until(wanted, () => place(wanted)));
  say(wanted);
}

const state = () =>
  browser.run(async () => {
    const [, id] = /game\/([\w-]+)/.exec(location.pathname) ?? [];
    const headers = { authorization: `Bearer ${localStorage.getItem('access_token')}` };
    return id ? (await fetch(`/api/games/${id}/state`, { headers })).json() : null;
  });

/** Where the pointer finds a unit: its badge, or a base of it that nothing lies over. */
const grip = (uuid) =>
  browser.run((id) => {
    const unit = document.querySelector(`[data-unit="${id}"]`);
    for (const part of [unit?.querySelector('.unit-marker'), ...(unit?.querySelectorAll('.base') ?? [])]) {
      if (!part) continue;
      const { left, top, width, height } = part.getBoundingClientRect();
      const [x, y] = [left + width / 2, top + height / 2];
      if (unit.contains(document.elementFromPoint(x, y))) return [x, y];
    }
    return null;
  }, uuid);

const mainLabel = () => browser.run(() => document.querySelector('.prompt-main:enabled')?.textContent ?? '');
/** What is due, to tell whether something came of a press. */
const due = ({ number, request }) => JSON.stringify([number, request?.kinds]);

/** Presses the button that goes on, and waits for what comes of it. */
async function goOn(known) {
  const before = due(await state());
  const label = known ?? (await until('the button that goes on', mainLabel, 90_000));
  await press(label);
  await until(
    `what comes of ${label}`,
    async () => due(await state()) !== before || (await place('Hold them')) || (await place('Leave it')),
    20_000,
  );
}

async function setUp() {
  await browser.goto(`${base}/favicon.svg`);
  await browser.run((value) => localStorage.setItem('access_token', value), token);
  await browser.goto(`${base}/games`);
  await press('Create New Game');
  await press('Game Name');
  await browser.type('In another browser');
  await press('Create Game');
  await until('the set-up', () => place('Quick start'));
  await picture('set-up');
  await press('Quick start');
  await press('Roll for Deployment');
  await until('the zones', async () => (await place('Blue Zone')) || (await place('Set up the rest')));
  if (await place('Blue Zone')) await press('Blue Zone');
  await press('Set up the rest');
  await until('the battle', async () => (await mainLabel()) === 'Begin', 90_000);
  await picture('deployed');
  await press('Begin');
}

/** Goes on to the first own movement, and lets what is asked on the way be. */
async function toMovement() {
  const moving = async () => {
    const label = await mainLabel();
    if (label && label !== 'On to shooting') await goOn(label);
    return label === 'On to shooting';
  };
  await until('the own movement', moving, 180_000);
}

/** Drags a unit some inches towards the middle, and asks whether it stands there. */
async function move() {
  const before = await state();
  const unit = before.units.find((each) => each.marches?.length);
  const at = await until(`a hold of ${unit.name}`, () => grip(unit.uuid));
  const inch = await browser.run(
    () => document.querySelector('[data-testid="board"]').getBoundingClientRect().width / 60,
  );
  const [x, y] = unit.location;
  const angle = Math.atan2(22 - y, 30 - x);
  const bad = () => browser.run(() => document.querySelector('.ghost')?.getAttribute('data-state') ?? 'none');
  for (const turn of [0, 0.5, -0.5, 1, -1, 1.5, -1.5]) {
    const far = (unit.movement - 1) * inch;
    const [toX, toY] = [at[0] + Math.cos(angle + turn) * far, at[1] + Math.sin(angle + turn) * far];
    const letGo = await browser.drag(
      [at, [at[0] + 8, at[1] + 3], [(at[0] + toX) / 2, (at[1] + toY) / 2], [toX, toY]],
      phone,
    );
    const shown = await until('the ghost', bad);
    await picture('dragged');
    await letGo();
    if (shown === 'bad' || shown === 'none') {
      await browser.key('Escape');
      continue;
    }
    const after = await until('the move', async () => {
      const now = await state();
      return now.number > before.number && now;
    });
    const moved = after.game_model.armies.flatMap((army) => army.units).find((each) => each.uuid === unit.uuid);
    say(`${unit.name} moved ${Math.hypot(moved.location[0] - x, moved.location[1] - y).toFixed(1)} inches`);
    return;
  }
  throw new Error(`${unit.name} could not be dragged anywhere.`);
}

/** On to shooting: aims by a click on an enemy, fires. */
async function shoot() {
  await until('the shooting', async () => {
    const { game_model: now } = await state();
    if (now.phase === 'shooting' && now.phase_time === 'middle') return true;
    // The question may come after the button was pressed, which is grey as long as it is open.
    const next = await until(
      'the way on',
      async () => ((await place('Hold them')) ? 'Hold them' : mainLabel()),
      90_000,
    );
    await (next === 'Hold them' ? press(next) : goOn(next));
    return false;
  });
  const aiming = async () => {
    const now = await state();
    const unit = now.units.find((each) => each.uuid === now.request?.selected_unit_uuid);
    const target = unit?.weapons?.flatMap((each) => each.targets)[0]?.target_unit_uuid;
    return now.game_model.phase === 'shooting' && target ? { now, target } : null;
  };
  const found = await until('a shooter in hand', aiming, 5000).catch(() => null);
  if (!found) return say('nobody could shoot');
  const at = await grip(found.target);
  if (at) await poke(at);
  await until('the aim', async () => (await mainLabel()).startsWith('Fire at'));
  await picture('aimed');
  await press('Fire at');
  await until('the shots', async () => (await state()).number > found.now.number);
}

/** On to the end of the turn. */
async function endTurn() {
  await until(
    'the end of the turn',
    async () => {
      const now = await state();
      if (now.current_army_uuid !== now.game_model.armies[0].uuid || now.game_model.round > 2) return true;
      for (const word of ['Hold them', 'Leave it']) if (await place(word)) await press(word);
      const mine = now.request?.mine && now.request.controller === 'human';
      if (mine && (await mainLabel())) await goOn().catch(() => undefined);
      return false;
    },
    180_000,
  );
  say('the turn is over');
  await picture('turn-over');
}

async function timeline() {
  await browser.goto(`${base}/shared/demo/logs`);
  await until('the log', () => browser.run(() => /logs loaded for game demo/.test(document.body.textContent)), 60_000);
  const units = () => browser.run(() => document.querySelectorAll('.unit').length);
  await until('the units', units);
  const moment = () => browser.run(() => /Round \d · Turn \d · \w+/i.exec(document.body.innerText)?.[0] ?? '');
  const before = await moment();
  for (const step of ['Next phase', 'Next phase', 'Next action']) await press(step);
  await until('another moment', async () => !['', before].includes(await moment()));
  say(`timeline: ${before} to ${await moment()}`);
  await picture('timeline');
}

try {
  await setUp();
  await toMovement();
  await picture('movement');
  await move();
  await shoot();
  await endTurn();
  await timeline();
  console.log(
    JSON.stringify({ browser: browser.version, done: done.length, said: done, errors: await browser.errors() }),
  );
} catch (error) {
  await picture('failed').catch(() => undefined);
  console.error(done.join('\n'));
  throw error;
} finally {
  await browser.close();
}
