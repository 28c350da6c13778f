import { expect, test, type Page } from '@playwright/test';
import { findings, findingsInOtherTheme } from './axe';
import { Skirmish } from './skirmish';

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });

const SHOTS = process.env.HIGHGROUND_SHOTS;
/** A section by the start of its name, and the heading that stands when its panel is there. */
const SECTIONS = [
  ['Side', 'Side'],
  ['Strat', 'Stratagems'],
  ['Effects', 'Effects'],
  ['Summary', 'Summary'],
  ['History', 'Game History'],
  ['Logs', 'Game Logs'],
  ['Score', 'Score Sheet'],
  ['Settings', 'Settings'],
] as const;
const TYPES = [
  'combat',
  'movement',
  'scoring',
  'deployment',
  'charge',
  'battleshock',
  'abilities',
  'phase_change',
  'cleanup',
  'snapshot',
  'game_end',
];

const section = (page: Page, name: string) =>
  page
    .getByRole('navigation', { name: 'Game' })
    .getByRole('button', { name: new RegExp(`^${name}`) })
    .first();

/** Opens each panel: it fits its place, and axe finds nothing in it. The parts around the panels are checked once. */
async function allFit(page: Page, shot: string, otherTheme = false) {
  let around = ['.game-header', '.prompt-line', '.game-nav'];
  for (const [name, heading] of SECTIONS) {
    await section(page, name).click();
    await expect(page.locator('.game-panel').getByRole('heading', { level: 2, name: heading })).toBeVisible();
    await expect(page.locator('.game-panel [role="status"][aria-label]')).toHaveCount(0);
    if (SHOTS) await page.screenshot({ path: `${SHOTS}/${name}-${shot}.png` });
    expect
      .soft(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth), name)
      .toBeLessThanOrEqual(0);
    expect
      .soft(await page.locator('.game-panel').evaluate((panel) => panel.scrollWidth - panel.clientWidth), name)
      .toBeLessThanOrEqual(0);
    // The timeline has a spec of its own.
    if (name === 'History') continue;
    const parts = ['.game-panel', ...around];
    expect.soft(await findings(page, parts), name).toEqual([]);
    if (otherTheme) expect.soft(await findingsInOtherTheme(page, parts), name).toEqual([]);
    around = [];
  }
}

test(
  'the reading panels in high contrast, in both themes, on a screen of 1024 pixels',
  { tag: '@slow' },
  async ({ page }) => {
    const battle = await Skirmish.begin(page);
    await battle.deploy();
    await battle.until('command');
    await page.setViewportSize({ width: 1024, height: 768 });
    await page.addInitScript(() => localStorage.setItem('contrast', 'more'));
    await battle.open();
    await expect(page.locator('html')).toHaveAttribute('data-contrast', 'more');
    await allFit(page, 'contrast-1024', true);
  },
);

test('SHELL-7 LOGS-31 the reading panels on a wide screen in the dark, and on a phone in the light, with a clock that runs on', async ({
  page,
}) => {
  const battle = await Skirmish.begin(page);
  await battle.deploy();
  await battle.until('command');
  await page.setViewportSize({ width: 1440, height: 900 });
  await battle.open();
  await expect(page).toHaveTitle(/^Side \d to act · Round 1, Command · Highground$/);
  await allFit(page, 'dark-1440');

  await page.getByRole('button', { name: 'Start Clock' }).click();
  await expect(page.getByRole('timer').first()).toBeVisible();
  await page.getByRole('switch', { name: /Light theme/ }).click();
  await page.reload();
  await expect(page.getByRole('banner').getByRole('timer')).toHaveCount(2);
  await page.setViewportSize({ width: 390, height: 844 });
  await allFit(page, 'light-390');

  await section(page, 'Summary').click();
  await expect(page.getByText('Current phase')).toBeVisible();
  await section(page, 'History').click();
  await expect(page.locator('.game-panel').getByTestId('board')).toBeVisible();
  await section(page, 'Logs').click();
  await expect(page.locator('.game-panel .log-entry').first()).toBeVisible();
  const strokes = await page.locator('.game-panel').evaluate(
    (panel, types) =>
      types.map((type) => {
        const entry = panel.appendChild(Object.assign(document.createElement('p'), { className: 'log-entry' }));
        entry.dataset.type = type;
        const { borderLeftColor, borderLeftStyle } = getComputedStyle(entry);
        return `${borderLeftStyle} ${borderLeftColor}`;
      }),
    TYPES,
  );
  expect(new Set(strokes).size).toBe(TYPES.length);
});

test('the report shows the table of phases that were played while the game was open', async ({ page }) => {
  const battle = await Skirmish.begin(page);
  await battle.playOn(() => [...battle.units(0), ...battle.units(1)].some((unit) => unit.deployed));
  const known = page.waitForResponse((answer) => answer.url().endsWith('logs_json'));
  await battle.open();
  await known;
  const loaded = page.waitForResponse((answer) => answer.url().includes('logs_json?since_id'));
  await battle.setEverybodyUp();
  await battle.until('movement');
  await loaded;
  await section(page, 'Logs').click();
  await expect(
    page
      .locator('.log-entry')
      .filter({ hasText: /are set up|is set up/ })
      .first(),
  ).toBeVisible();
  // By the page's own way, with the log that the game has kept.
  await page.evaluate((to) => {
    history.pushState({}, '', to);
    dispatchEvent(new PopStateEvent('popstate'));
  }, `/games/${battle.gameId}/logs`);
  await expect(page.getByRole('heading', { name: 'Log Visualization' })).toBeVisible();
  await expect(page.locator('.unit')).toHaveCount(4);

  await battle.until('shooting');
  await expect(page.getByRole('slider', { name: 'Phase', exact: true })).toHaveAttribute('max', /[3-9]/);
  await page.getByRole('slider', { name: 'Phase', exact: true }).press('End');
  await expect(page.locator('.unit')).toHaveCount(4);
});
