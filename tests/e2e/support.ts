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
