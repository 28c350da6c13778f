// Plays in three real browsers at one table and prints what each was sent and sent itself, as JSON:
//   node traffic.mjs PLAYWRIGHT_MODULE BASE_URL GAME_ID TOKENS computer|player STEPS
// TOKENS are those of both players, parted by a comma; the third window watches without a login.
import { gzipSync } from 'node:zlib';

const [module, base, game, tokens, what, times] = process.argv.slice(2);
const { chromium } = await import(module);
const STEPS = Number(times);
/** Bodies from this size on come packed. */
const PACKED = 1024;

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM_PATH, args: ['--no-sandbox', '--disable-gpu'] });

const packed = (body) => (body.length < PACKED ? body.length : gzipSync(body).length);

/** A window at the table, and a list of what goes over its wires from now on. */
async function seat(token, computer) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, serviceWorkers: 'block' });
  const page = await context.newPage();
  await page.addInitScript(
    ([login, plays]) => {
      if (login) localStorage.setItem('access_token', login);
      if (plays) localStorage.setItem('ai-plays', 'always');
    },
    [token, computer],
  );
  const seen = [];
  const bodies = [];
  const note = (kind, name, size, more) => seen.push({ kind, name, size, ...more });
  page.on('websocket', (socket) => {
    socket.on('framereceived', ({ payload }) => note('socket', JSON.parse(payload).type, payload.length, { packed: packed(Buffer.from(payload)) }));
    socket.on('framesent', ({ payload }) => note('sent', 'socket', payload.length));
  });
  page.on('request', (request) => {
    if (request.url().includes('/api/')) note('sent', path(request.url()), request.postDataBuffer()?.length ?? 0);
  });
  page.on('response', (response) => {
    if (!response.url().includes('/api/')) return;
    const name = `${path(response.url())}${response.status() === 304 ? ' (304)' : ''}`;
    bodies.push(
      response.body().then((body) => note('http', name, packed(body)), () => note('http', name, 0)),
    );
  });
  await page.goto(`${base}${token ? `/game/${game}/view` : `/shared/${game}`}`);
  await page.locator('.base').first().waitFor();
  return { page, seen, bodies };
}

/** A call's address without what is the game's own. */
const path = (url) => new URL(url).pathname.split(game).at(-1) || '/';

/** All bytes by what they were, a step. */
async function measured({ seen, bodies }, steps) {
  await Promise.all(bodies);
  const sum = {};
  for (const { kind, name, size } of seen) {
    const key = `${kind} ${name}`;
    sum[key] ??= { count: 0, bytes: 0 };
    sum[key].count += 1;
    sum[key].bytes += size;
  }
  const total = (...kinds) =>
    Math.round(seen.filter(({ kind }) => kinds.includes(kind)).reduce((all, { size }) => all + size, 0) / steps);
  return {
    http: total('http'),
    socket: total('socket'),
    socket_if_packed: Math.round(seen.reduce((all, { kind, packed = 0 }) => all + (kind === 'socket' ? packed : 0), 0) / steps),
    sent: total('sent'),
    parts: Object.fromEntries(
      Object.entries(sum).map(([name, { count, bytes }]) => [
        name,
        { a_step: Number((count / steps).toFixed(2)), bytes: Math.round(bytes / steps) },
      ]),
    ),
  };
}

const settle = (page) => page.waitForTimeout(1500);

const [first, second] = tokens.split(',');
const watching = await seat('', false);
const other = await seat(second, false);
const caller = await seat(first, what === 'computer');
if (what === 'player') await caller.page.getByRole('button', { name: 'Hold position' }).first().waitFor();
const seats = { caller, other, watching };
await settle(caller.page);
for (const each of Object.values(seats)) each.seen.length = 0;
const steps = () => caller.seen.filter(({ kind, name }) => kind === 'sent' && name === '/ai_step').length;
let made = 0;
if (what === 'computer') {
  while (steps() < STEPS) await caller.page.waitForTimeout(200);
  await caller.page.getByRole('button', { name: 'Pause', exact: true }).click();
  await settle(caller.page);
  made = steps();
} else {
  // A unit that has held may keep a card, for getting aboard: those that may still hold are counted.
  const holds = caller.page.locator('[data-unit-card]').getByRole('button', { name: 'Hold position' });
  while (made < STEPS) {
    const left = await holds.count();
    if (left <= 1) break;
    await holds.and(caller.page.locator(':enabled')).first().click();
    made += 1;
    while ((await holds.count()) !== left - 1) await caller.page.waitForTimeout(100);
    await settle(caller.page);
  }
}
const found = { steps: made };
for (const [name, each] of Object.entries(seats)) found[name] = await measured(each, made);
console.log(JSON.stringify(found));
await browser.close();
