// The app's icons from public/favicon.svg, and the picture that goes with a shared link:
//   node scripts/icons.mjs        (writes public/*.png and public/favicon.ico)
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { chromium } from '@playwright/test';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const font = (path) => `data:font/woff2;base64,${readFileSync(at(`node_modules/${path}`)).toString('base64')}`;
const mark = readFileSync(at('public/favicon.svg'), 'utf8');
/** Without its rounded frame: whoever masks it has an own. */
const bare = mark.replace(/<rect[^>]*\/>/, '');

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM_PATH ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu'],
});
const page = await browser.newPage();

async function picture(html, width, height, clear) {
  await page.setViewportSize({ width, height });
  await page.setContent(`<style>*{margin:0}svg{display:block}</style>${html}`);
  await page.evaluate(() => document.fonts.ready);
  return page.screenshot({ omitBackground: clear });
}
const sized = (svg, size) => svg.replace('<svg ', `<svg width="${size}" height="${size}" `);
const framed = (size, share) =>
  `<div style="width:${size}px;height:${size}px;background:#0d1217;display:grid;place-items:center">${sized(bare, size * share)}</div>`;

writeFileSync(at('public/icon-192.png'), await picture(sized(mark, 192), 192, 192, true));
writeFileSync(at('public/icon-512.png'), await picture(sized(mark, 512), 512, 512, true));
writeFileSync(at('public/icon-maskable-512.png'), await picture(framed(512, 0.66), 512, 512, false));
writeFileSync(at('public/apple-touch-icon.png'), await picture(framed(180, 0.8), 180, 180, false));

/** An .ico with one PNG inside. */
const small = await picture(sized(mark, 32), 32, 32, true);
const head = Buffer.alloc(22);
head.writeUInt16LE(1, 2);
head.writeUInt16LE(1, 4);
head.set([32, 32, 0, 0, 1, 0, 32, 0], 6);
head.writeUInt32LE(small.length, 14);
head.writeUInt32LE(22, 18);
writeFileSync(at('public/favicon.ico'), Buffer.concat([head, small]));

const ring = (x, y, r, n) =>
  Array.from(
    { length: n },
    (_, i) =>
      `<ellipse cx="${x + i * 3}" cy="${y + i * 5}" rx="${r + i * 46}" ry="${(r + i * 46) * 0.62}" transform="rotate(${-14 + i} ${x} ${y})"/>`,
  ).join('');
const bases = (fill, stroke, places) =>
  places
    .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="17" fill="${fill}" stroke="${stroke}" stroke-width="3"/>`)
    .join('');
writeFileSync(
  at('public/og.png'),
  await picture(
    `
<style>@font-face{font-family:B;src:url(${font('@fontsource/barlow-condensed/files/barlow-condensed-latin-600-normal.woff2')})}@font-face{font-family:S;src:url(${font('@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2')})}</style>
<svg width="1200" height="630" viewBox="0 0 1200 630" style="background:#0c1116">
  <g fill="none" stroke="rgb(150 176 198 / 0.16)" stroke-width="2">${ring(860, 250, 60, 14)}</g>
  <g>${bases('rgb(64 132 255 / 0.5)', '#6ea8ff', [
    [720, 470],
    [770, 490],
    [735, 520],
    [690, 505],
    [800, 530],
  ])}${bases('rgb(255 72 64 / 0.5)', '#ff7f73', [
    [990, 150],
    [1040, 165],
    [1010, 200],
    [1065, 210],
  ])}</g>
  <path d="M770 470 1000 195" stroke="#f3b562" stroke-width="4" stroke-dasharray="14 10"/><rect x="840" y="308" width="96" height="44" rx="8" fill="#131a21" stroke="#f3b562" stroke-width="2"/>
  <text x="888" y="338" text-anchor="middle" font-family="S" font-weight="600" font-size="25" fill="#f3b562">14.3″</text>
  <g transform="translate(84 96) scale(3.2)">${bare.replace(/<\/?svg[^>]*>/g, '')}</g>
  <text x="84" y="350" font-family="B" font-size="128" fill="#e4eaee">HIGHGROUND</text>
  <text x="88" y="412" font-family="S" font-size="36" fill="#a9b6c1">Tabletop battles,</text><text x="88" y="458" font-family="S" font-size="36" fill="#a9b6c1">measured and remembered.</text>
</svg>`,
    1200,
    630,
    false,
  ),
);
await browser.close();
