import { test } from '@playwright/test';
import { expectAccessible } from './axe';
import { againstTheComputer, playsItsTurn } from './computer-turn';
import { expect } from './players';

test.describe.configure({ timeout: 240_000 });
test.use({ actionTimeout: 30_000 });

test(
  'a person plays the computer on a phone: by its buttons, and its whole turn at once, which a thumb stops',
  { tag: '@slow' },
  async ({ page }) => {
    const players = await againstTheComputer(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await playsItsTurn(players, async () => {
      await players.asked.press('Pause');
      await expect(page.getByText('AI paused')).toBeVisible();
      const goOn = page.getByRole('button', { name: 'Go on' });
      expect((await goOn.boundingBox())!.height).toBeGreaterThanOrEqual(44);
      await expectAccessible(page);
      await players.asked.press(goOn);
    });
  },
);
