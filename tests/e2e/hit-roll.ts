import { expect, type Page } from '@playwright/test';
import { ARMIES, Skirmish } from './skirmish';

/** A skirmish at a real table, whose dice tray fills the photo, before its first shot. */
export async function withTray(page: Page): Promise<Skirmish> {
  const battle = await Skirmish.begin(page, ['human', 'human'], { physical: true });
  await battle.deploy();
  await battle.closeIn(6);
  await battle.tray({ startX: 0, startY: 0, endX: 1, endY: 1 });
  await battle.until('shooting');
  return battle;
}

/** The first unit has declared its shots, and its hit roll is due. */
export async function toHitRoll(page: Page, battle: Skirmish): Promise<void> {
  await battle.open();
  await page.getByRole('button', { name: `Select Unit: ${ARMIES[battle.active]?.[0]}` }).click();
  await page.getByRole('button', { name: 'Confirm Targets' }).click();
  await expect.poll(async () => (await battle.now()).request.kinds[0]).toMatch(/pass|roll/);
  while (battle.state.request.kinds[0] === 'pass') await battle.did('answer', { answer: { choice: 'pass' } });
  await expect(page.getByRole('button', { name: 'Process Hit Roll' })).toBeVisible();
}
