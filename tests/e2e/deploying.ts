import { expect, type Locator, type Page } from '@playwright/test';
import { newBattle, type Battle } from './game-table';

/** The setting-up against a computer that plays by itself, as a new player meets it: with the hints. */
export async function againstComputer(page: Page): Promise<Battle> {
  await page.addInitScript(() => {
    localStorage.setItem('ai-plays', 'always');
    localStorage.removeItem('hints-seen');
  });
  const battle = await newBattle(page, undefined, 'ai');
  await page.goto(`/game/${battle.id}/view`);
  return battle;
}

export async function pressMain(page: Page, name: string): Promise<void> {
  await page.locator('.prompt-line').getByRole('button', { name, exact: true }).click({ timeout: 60_000 });
}

/** The cards of the player's own units that are not set up yet. */
export const firstUnits = (page: Page): Locator =>
  page
    .locator('.game-panel ul')
    .filter({ has: page.locator('.unit-card') })
    .first();

/** Whether the hint leaves the whole board free. */
export async function uncovered(page: Page): Promise<boolean> {
  const hint = (await page.getByRole('complementary', { name: 'Hint' }).boundingBox())!;
  const board = (await page.locator('.game-map-table').boundingBox())!;
  expect(hint.width).toBeGreaterThan(100);
  return (
    hint.y >= board.y + board.height ||
    hint.y + hint.height <= board.y ||
    hint.x >= board.x + board.width ||
    hint.x + hint.width <= board.x
  );
}
