import { expect, test } from '@playwright/test';
import { againstTheComputer, playsByItself, playsItsTurn } from './computer-turn';

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });

// AI-6, AI-7, AI-8, AI-9, AI-10, AI-11, AI-12, AI-13
test('a person plays the computer: by its buttons, by itself, and its whole turn at once', async ({ page }) => {
  const players = await againstTheComputer(page);
  await playsByItself(players);
  await playsItsTurn(players);
  await players.asked.press(/Game Chat/);
  await expect(
    page
      .getByRole('log')
      .getByRole('listitem')
      .filter({ hasText: /moves|holds|shoots|sets up/i })
      .first(),
  ).toBeVisible();
});
