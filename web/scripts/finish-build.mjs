// After `vite build`: writes the pages that show something before any script (dist/pages) and the service worker with
// the list of what it keeps (dist/sw.js).
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { JSDOM } from 'jsdom';

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url));
const manifest = JSON.parse(readFileSync(at('dist/.vite/manifest.json'), 'utf8'));

/** The page with `early.js` inside it: what it asks the server for need not wait for a file. The server allows it by its hash. */
function withEarly(page) {
  const script = readFileSync(at('dist/early.js'), 'utf8').replace(/^\s*(\/\/.*\n)?/gm, '');
  if (!page.includes(EARLY) || script.includes('</')) throw new Error('early.js cannot stand within the page.');
  return page.replace(EARLY, () => `<script>${script}</script>`);
}
const EARLY = '<script src="/early.js"></script>';
const shell = withEarly(readFileSync(at('dist/index.html'), 'utf8'));
writeFileSync(at('dist/index.html'), shell);
rmSync(at('dist/early.js'));

const TABLE = ['src/features/game/index.ts', 'src/features/game/panels/PhasePanel.tsx'];

/** A chunk with all that it imports. */
function withImports(name, found = new Set()) {
  if (found.has(name) || !manifest[name]) return found;
  found.add(name);
  for (const each of manifest[name].imports ?? []) withImports(each, found);
  return found;
}
const filesOf = (names, kind) => [
  ...new Set([...names].flatMap((name) => (kind === 'css' ? (manifest[name].css ?? []) : [manifest[name].file]))),
];

/** The shell with links to all that these sources need; what it has already is not named again. */
function shellWith(sources, priority = '') {
  const chunks = sources.reduce((found, source) => withImports(source, found), new Set());
  for (const source of sources) if (!chunks.has(source)) throw new Error(`The build has no ${source}.`);
  const links = [
    ...filesOf(chunks, 'css').map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...filesOf(chunks, 'js').map((file) => `<link rel="modulepreload" crossorigin${priority} href="/${file}">`),
  ].filter((link) => !shell.includes(/href="([^"]+)"/.exec(link)[1]));
  return shell.replace('</head>', `  ${links.join('\n    ')}\n  </head>`);
}

/** A page of the router, drawn as far as it stands without a script. */
function writePage(name, path, source, markupOf) {
  const page = shellWith([source], ' fetchpriority="low"')
    .replaceAll('<script type="module"', '<script type="module" fetchpriority="low"')
    .replace('<div id="root"></div>', () => `<div id="root">${markupOf(name, path)}</div>\n    <!--stated-->`);
  writeFileSync(at(`dist/pages/${name}.html`), page);
}

async function writePages() {
  const { window } = new JSDOM('<!doctype html>', { url: 'http://localhost/', pretendToBeVisual: true });
  window.matchMedia = () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  });
  window.scrollTo = () => undefined;
  for (const name of Object.getOwnPropertyNames(window)) if (!(name in globalThis)) globalThis[name] = window[name];
  globalThis.window = window;
  const { markupOf } = await import(at('node_modules/.prerender/prerender.js'));
  mkdirSync(at('dist/pages'), { recursive: true });
  writePage('landing', '/', 'src/app/pages/LandingPage.tsx', markupOf);
  writePage('report', '/shared/some/logs', 'src/app/pages/LogsPage.tsx', markupOf);
  // A table is drawn from what the server says alone; its code comes with the page, and not one part after another.
  writeFileSync(at('dist/pages/game.html'), shellWith(TABLE));
  window.close();
}

/** What a page needs that is opened without a connection: the start, the reports, the check of dice, the front page. */
function writeWorker() {
  const wanted = Object.keys(manifest).filter(
    (name) =>
      manifest[name].isEntry ||
      /\/(LogsPage|LandingPage|VerifyPage|UserLayout|Footer|Replay|log-timeline\/KeysDialog)\.tsx$|\/(fair-dice|match-statistics)\/index\.ts$/.test(
        name,
      ),
  );
  const chunks = wanted.reduce((found, name) => withImports(name, found), new Set());
  const assets = [
    ...filesOf(chunks, 'js'),
    ...filesOf(chunks, 'css'),
    ...[...chunks].flatMap((name) => manifest[name].assets ?? []),
  ];
  const fonts = [...shell.matchAll(/href="\/(assets\/[^"]+\.woff2)"/g)].map(([, file]) => file);
  const plain = ['index.html', 'favicon.svg', 'manifest.webmanifest', 'icon-192.png'].filter((file) =>
    existsSync(at(`dist/${file}`)),
  );
  const files = [...new Set([...plain, ...fonts, ...assets.filter((file) => !/\.woff2?$/.test(file))])].map(
    (file) => `/${file}`,
  );
  const worker = readFileSync(at('worker/sw.js'), 'utf8').replace("['%files%']", () => JSON.stringify(files));
  const digest = createHash('sha256').update(worker).update(shell).digest('hex').slice(0, 12);
  writeFileSync(at('dist/sw.js'), worker.replace('%build%', digest));
}

await writePages();
writeWorker();
rmSync(at('dist/.vite'), { recursive: true });
rmSync(at('node_modules/.prerender'), { recursive: true });
