import { expect, test } from '@playwright/test';
import { newBattle, playTo } from './game-table';

// DEP-38
test('leaders of the army that is set up last join units before the battle begins', async ({ page }) => {
  const battle = await newBattle(page, undefined, 'human', false, ['fen-2000', 'vow-2000']);
  await playTo(battle, (now) => now.request?.kinds[0] === 'advance');
  await page.goto(`/game/${battle.id}/view`);
  await expect(page.getByText(/^Leaders of The Long Watch may still join units\. The battle/).first()).toBeVisible();
  await expect(page.getByText('joins a unit that it may lead').first()).toBeVisible();
  await page.getByRole('button', { name: 'Activate' }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Leader' });
  await dialog.getByText('Joinable via Leader (Vowkeeper)').first().click();
  await dialog.getByRole('button', { name: /^Join to Slatewardens/ }).click();
  await expect(dialog).toBeHidden();
  await expect(page.getByText('Vowkeeper castable abilities')).toBeHidden();
  // Nobody else can lead one now, so the set-up is done.
  await expect(page.getByText(/^Ready to begin the battle\./).first()).toBeVisible();
});
