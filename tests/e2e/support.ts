import AxeBuilder from '@axe-core/playwright';
import { expect, type Locator, type Page } from '@playwright/test';

export interface DemoAction {
  id: number;
  log_type: string;
  phase: string;
  message: string;
  location: [number, number] | null;
  success?: boolean;
  graphics?: { arrows: unknown[] };
  targets?: { dice_logs: { attacks: unknown[] }[] }[];
}

export interface Demo {
  total: number;
  actions: DemoAction[];
}

let known: Promise<Demo> | undefined;

/** The demo battle as the server sends it: it stays the same, and is large. */
export const demo = (page: Page): Promise<Demo> => (known ??= askForDemo(page));

async function askForDemo(page: Page): Promise<Demo> {
  const answer = await (await page.request.get('/api/game/shared/demo/json')).json();
  const actions = answer.logs.rounds.flatMap((round: { turns: { phases: { actions: DemoAction[] }[] }[] }) =>
    round.turns.flatMap((turn) => turn.phases.flatMap((phase) => phase.actions)),
  );
  return { total: answer.total, actions };
}

export async function openDemo(page: Page, action?: number): Promise<void> {
  await page.goto(`/shared/demo/logs${action === undefined ? '' : `?action=${action}`}`);
  await expect(page.getByText(/logs loaded for game demo/)).toBeVisible();
  // The whole log has taken the place of its short form.
  await expect(page.getByRole('button', { name: 'Refresh Logs' })).toBeEnabled();
}

export const slider = (page: Page, name: string): Locator => page.getByRole('slider', { name, exact: true });
/** A message in the corner; beside it stands for a second what a screen reader is given of it. */
export const message = (page: Page, text: string | RegExp): Locator =>
  page.getByRole('region', { name: /^Messages/ }).getByText(text);
export const units = (page: Page): Locator => page.locator('.unit');

/** A unit that no other unit's badge covers. */
export async function freeUnit(page: Page): Promise<Locator> {
  const count = await units(page).count();
  for (let index = 0; index < count; index += 1) {
    const unit = units(page).nth(index);
    const free = await unit.locator('.unit-marker').evaluate((marker) => {
      const { left, top, width, height } = marker.getBoundingClientRect();
      return marker.closest('.unit')?.contains(document.elementFromPoint(left + width / 2, top + height / 2)) ?? false;
    });
    if (free) return unit;
  }
  throw new Error('Every unit is covered by another.');
}

/** What axe finds on the page or in parts of it, by all its rules by default, in one line a finding. */
export async function findings(page: Page, parts: readonly string[] = [], rules?: string[]): Promise<string[]> {
  // Axe stays where it was on this page already, and needs half a second to be there.
  const there = await page.evaluate(() => 'axe' in window);
  // No page of ours has frames: the other mode would open a page of its own each time to put theirs together.
  const axe = new AxeBuilder({ page, ...(there && { axeSource: 'void 0' }) }).setLegacyMode();
  parts.forEach((part) => axe.include(part));
  // To describe all that is well takes as long as to find what is not. Style sheets are fetched for a rule that is off.
  axe.options({ resultTypes: ['violations'], preload: false, ...(rules && { runOnly: rules }) });
  const { violations } = await axe.analyze();
  return violations.map(
    (each) =>
      `${each.id}: ${each.nodes
        .map((node) => node.target.join(' '))
        .slice(0, 4)
        .join(' | ')}`,
  );
}

/** Fails with what axe found. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await findings(page)).toEqual([]);
}

type Theme = 'dark' | 'light';
/** Colours that fade into those of the other theme are there at once, those too that begin as what they inherit ends. */
const dressed = (page: Page, theme: Theme): Promise<void> =>
  page.evaluate(async (value) => {
    document.documentElement.dataset.theme = value;
    for (let still = 0; still < 3; still += 1) {
      const fading = document.getAnimations().filter((each) => each instanceof CSSTransition);
      if (fading.length > 0) still = 0;
      for (const each of fading) each.finish();
      await new Promise((done) => requestAnimationFrame(done));
    }
  }, theme);

/** The same in both themes. A theme is colours and nothing else, so that in the other one only contrast is looked at. */
export async function expectAccessibleInBothThemes(page: Page): Promise<void> {
  await expectAccessible(page);
  expect(await findingsInOtherTheme(page, [])).toEqual([]);
}

/** What axe finds of contrast in the theme that is not shown. */
export async function findingsInOtherTheme(page: Page, parts: readonly string[]): Promise<string[]> {
  const own = (await page.evaluate(() => document.documentElement.dataset.theme)) as Theme;
  await dressed(page, own === 'dark' ? 'light' : 'dark');
  const found = await findings(page, parts, ['color-contrast']);
  await dressed(page, own);
  return found;
}

export interface Person {
  email: string;
  password: string;
  displayName: string;
}

let people = 0;

/** Somebody who has no account yet. */
export function somebody(displayName = 'Ada Flint'): Person {
  people += 1;
  return {
    email: `player${Date.now().toString(36)}${people}@example.org`,
    password: 'a long enough password',
    displayName,
  };
}

/** Makes an account by the server's own calls; gives its login. */
export async function enrol(page: Page, person: Person = somebody()): Promise<{ person: Person; token: string }> {
  const made = await page.request.post('/api/auth/register', {
    data: { email: person.email, password: person.password, display_name: person.displayName },
  });
  expect(made.status(), await made.text()).toBe(201);
  const login = await page.request.post('/api/auth/login', {
    data: { email: person.email, password: person.password },
  });
  return { person, token: (await login.json()).access_token };
}

/** Opens the browser's pages signed in, as a new player unless one is given. */
export async function signedIn(page: Page, person: Person = somebody()): Promise<Person> {
  const { token } = await enrol(page, person);
  await page.goto('/favicon.svg');
  await page.evaluate((value) => localStorage.setItem('access_token', value), token);
  return person;
}
