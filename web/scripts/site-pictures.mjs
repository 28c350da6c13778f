// The landing page's pictures of the app, taken from the running app in both themes:
//   node scripts/site-pictures.mjs BASE_URL        (writes public/pictures/*.webp)
import { mkdirSync, writeFileSync } from 'node:fs';
import { chromium } from '@playwright/test';

const [base] = process.argv.slice(2);
const out = new URL('../public/pictures/', import.meta.url);
mkdirSync(out, { recursive: true });

const answer = await (await fetch(`${base}/api/game/shared/demo/json`)).json();
const actions = answer.logs.rounds.flatMap((round) =>
  round.turns.flatMap((turn) => turn.phases.flatMap((phase) => phase.actions)),
);
const dice = (action) => action.targets[0].dice_logs[0].attacks.length;
/** A volley of one weapon at one target with enough dice for a picture and few enough for a table. */
const shot = actions
  .filter(
    (action) =>
      action.round > 1 && action.log_type === 'combat' && action.phase === 'shooting' && action.targets?.length === 1,
  )
  .filter(({ targets: [target] }) => target.models_killed > 0 && target.dice_logs?.length === 1)
  .filter((action) =>
    action.targets[0].dice_logs[0].attacks.some(
      (attack) => attack.hit_roll?.roll && attack.hit_roll.active_abilities?.length,
    ),
  )
  .sort((a, b) => Math.abs(dice(a) - 6) - Math.abs(dice(b) - 6))[0];

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-gpu',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
});

/** Chromium writes WebP by itself; Playwright's own screenshots are PNG and JPEG only. */
async function keep(page, name, clip, scale) {
  const session = await page.context().newCDPSession(page);
  const { data } = await session.send('Page.captureScreenshot', {
    format: 'webp',
    quality: 82,
    clip: { ...clip, scale },
  });
  writeFileSync(new URL(`${name}.webp`, out), Buffer.from(data, 'base64'));
}

for (const theme of ['dark', 'light']) {
  const open = async (width, height) => {
    const context = await browser.newContext({
      viewport: { width, height },
      reducedMotion: 'reduce',
      hasTouch: width < 500,
      isMobile: width < 500,
    });
    const page = await context.newPage();
    await page.addInitScript((value) => localStorage.setItem('theme', value), theme);
    await page.goto(`${base}/shared/demo/logs?action=${shot.id}`);
    await page.getByText(/logs loaded for game/).waitFor();
    await page.waitForTimeout(800);
    return page;
  };
  const wide = await open(1440, 900);
  await keep(wide, `report-${theme}`, { x: 0, y: 0, width: 1440, height: 900 }, 1);
  const table = wide.locator('table').first();
  await table.evaluate((each) => each.scrollIntoView({ block: 'center' }));
  await wide.waitForTimeout(300);
  const panel = await wide.locator(`[data-action="${shot.id}"]`).boundingBox();
  const { y, height } = await table.boundingBox();
  const tall = height + 8;
  await keep(wide, `dice-${theme}`, { x: panel.x, y: y + height - tall, width: panel.width, height: tall }, 2);
  const phone = await open(390, 780);
  await keep(phone, `phone-${theme}`, { x: 0, y: 0, width: 390, height: 780 }, 1.5);
}

/** What comes out of the printer, small: the sheets as they are, the guides as a page of type, the archive as a pile. */
const sheet = (name) => `<img src="${base}/api/downloads/${name}">`;
const guide = async (name) =>
  `<pre>${(await (await fetch(`${base}/api/downloads/${name}`)).text()).replaceAll('<', '&lt;')}</pre>`;
const PAPERS = {
  'transponders-basic': sheet('transponders-basic'),
  'objectives-color': sheet('objectives-color'),
  'objectives-bw': sheet('objectives-bw'),
  'printable-markers': await guide('printable-markers'),
  'setup-guide': await guide('setup-guide'),
  'transponders-zip': `<i style="rotate:-5deg;translate:-26px 22px">${sheet('objectives-bw')}</i><i style="rotate:3deg;translate:18px 10px">${sheet('objectives-color')}</i><i style="rotate:-1deg">${sheet('transponders-basic')}</i>`,
};
const STYLE = `body{margin:0;width:360px;height:480px;overflow:hidden;background:#fff;color:#14181c}img{width:100%;display:block;background:#fff}
pre{margin:22px;font:5.6px/1.5 monospace;white-space:pre-wrap}i{position:absolute;inset:34px;border:1px solid #b5b0a4;box-shadow:0 6px 18px #0003;background:#fff;overflow:hidden}`;
const paper = await (await browser.newContext({ viewport: { width: 360, height: 480 } })).newPage();
for (const [name, body] of Object.entries(PAPERS)) {
  await paper.setContent(`<style>${STYLE}</style>${body}`, { waitUntil: 'networkidle' });
  await keep(paper, name, { x: 0, y: 0, width: 360, height: 480 }, 1);
}
await browser.close();
