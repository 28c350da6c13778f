import { readFileSync } from 'node:fs';
import { expect, type Page } from '@playwright/test';
import type Axe from 'axe-core';

/** The part of axe's class of colours that is used here. */
interface Colour {
  r: number;
  g: number;
  b: number;
  alpha: number;
  parseString: (text: string) => Colour;
}

type AxeInPage = typeof Axe & { commons: { color: { Color: { new (): Colour; prototype: Colour } } } };

declare global {
  interface Window {
    axe: AxeInPage;
  }
}

/** The minified source: every page has to parse it. */
const AXE = readFileSync('node_modules/axe-core/axe.min.js', 'utf8');

/** Makes axe parse each colour once. A page has few, and axe parses them for each text and everything behind it. */
function keepColours(): void {
  const { Color } = window.axe.commons.color;
  const { parseString } = Color.prototype;
  const known = new Map<string, Colour>();
  const read = (text: string): Colour => {
    const colour = known.get(text) ?? parseString.call(new Color(), text);
    known.set(text, colour);
    return colour;
  };
  Color.prototype.parseString = function (text) {
    const { r, g, b, alpha } = read(text);
    return Object.assign(this, { r, g, b, alpha });
  };
}

/** Puts axe into the page unless it is there already. */
async function withAxe(page: Page): Promise<void> {
  if (await page.evaluate(() => 'axe' in window)) return;
  await page.evaluate(AXE);
  await page.evaluate(keepColours);
}

/** What axe finds on the page or in parts of it, by all its rules unless some are named: one line a finding. */
export async function findings(page: Page, parts: readonly string[] = [], rules?: string[]): Promise<string[]> {
  await withAxe(page);
  return page.evaluate(
    async ([include, runOnly]) => {
      // Describing what passed would take as long as finding what did not. Preloading style sheets is for a rule that is off.
      const options: Axe.RunOptions = { resultTypes: ['violations'], preload: false, ...(runOnly && { runOnly }) };
      const { violations } = await window.axe.run(include.length ? { include: [...include] } : document, options);
      const places = ({ nodes }: Axe.Result) => nodes.map(({ target }) => target.join(' ')).slice(0, 4);
      return violations.map((each) => `${each.id}: ${places(each).join(' | ')}`);
    },
    [parts, rules] as const,
  );
}

/** Fails with what axe found. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findings(page)).toEqual([]);
}

type Theme = 'dark' | 'light';
/** Shows the page in a theme, with no colour still fading. A colour that is inherited may fade after its parent's. */
const dressed = (page: Page, theme: Theme): Promise<void> =>
  page.evaluate(async (value) => {
    document.documentElement.dataset.theme = value;
    const fading = () => document.getAnimations().filter((each) => each instanceof CSSTransition);
    for (let left = fading(); left.length > 0; left = fading()) {
      for (const each of left) each.finish();
      await new Promise((done) => requestAnimationFrame(done));
    }
  }, theme);

/** The same in both themes. A theme is colours and nothing else, so that in the other one only contrast is looked at. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page);
  expect(await findingsInOtherTheme(page, [])).toEqual([]);
}

/** Contrast that axe finds too low in the theme that is not shown. */
export async function findingsInOtherTheme(page: Page, parts: readonly string[]): Promise<string[]> {
  const own = (await page.evaluate(() => document.documentElement.dataset.theme)) as Theme;
  await dressed(page, own === 'dark' ? 'light' : 'dark');
  const found = await findings(page, parts, ['color-contrast']);
  await dressed(page, own);
  return found;
}
