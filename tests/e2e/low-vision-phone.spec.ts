import { expect, test } from '@playwright/test';
import { expectAccessibleInBothThemes } from './axe';
import { newBattle, toMovement } from './game-table';
import { Skirmish } from './skirmish';
import { signedIn } from './support';

test('on a phone a hint lies over no button, and the chat is there when it is closed', async ({ page }) => {
  const battle = await newBattle(page);
  await toMovement(battle);
  await page.goto(`/game/${battle.id}/view`);
  const hint = page.getByRole('complementary', { name: 'Hint' });
  await expect(hint).toBeVisible();
  const move = page.locator('[data-unit-card]').first().getByRole('button', { name: 'Move', exact: true });
  const [button, below] = [(await move.boundingBox())!, (await hint.boundingBox())!];
  expect(button.y + button.height).toBeLessThanOrEqual(below.y);
  await expectAccessibleInBothThemes(page);

  const chat = page.getByRole('button', { name: /^Game Chat/ });
  await expect(chat).toBeHidden();
  await hint.getByRole('button', { name: 'Close the hint' }).tap();
  await expect(chat).toBeVisible();
});

test('on a phone a chat that is closed beside a hint keeps the focus', async ({ page, browser }) => {
  const place = await browser.newContext();
  const other = await place.newPage();
  const battle = await Skirmish.begin(page, ['human', 'human'], { other });
  await battle.deploy();
  await battle.until('movement');
  const [mine, theirs] = battle.due === 0 ? [page, other] : [other, page];
  await mine.setViewportSize({ width: 390, height: 844 });
  for (const each of [mine, theirs]) await each.goto(`/game/${battle.gameId}/view`);
  await expect(mine.getByRole('complementary', { name: 'Hint' })).toBeVisible();
  await theirs.getByRole('button', { name: /^Game Chat/ }).click();
  await theirs.getByLabel('Message', { exact: true }).fill('Your move.');
  await theirs.keyboard.press('Enter');
  const chat = mine.getByRole('button', { name: /^Game Chat/ });
  await expect(chat).toHaveText(/1 new/);
  await chat.focus();
  for (const open of ['true', 'false']) {
    await mine.keyboard.press('Enter');
    await expect(chat).toHaveAttribute('aria-expanded', open);
  }
  await expect(chat).toBeFocused();
  await place.close();
});

test('on a phone the bar of a set-up takes a sixth of the window when all is ready, and says what is missing', async ({
  page,
}) => {
  await signedIn(page);
  await page.goto('/games?new=1');
  await page.getByLabel('Game Name').fill('By one thumb');
  await page.getByRole('button', { name: 'Create Game' }).tap();
  const bar = page.getByRole('region', { name: 'Readiness' });
  await expect(bar.getByText('Choose a sample army or one of your rosters.').first()).toBeVisible();
  expect((await bar.boundingBox())!.height).toBeLessThan(180);
  await expectAccessibleInBothThemes(page);
  await page.getByRole('button', { name: 'Take sample armies' }).tap();
  await expect(page.getByRole('button', { name: 'Start Game' })).toBeEnabled();
  expect((await bar.boundingBox())!.height).toBeLessThan(844 / 6);
  await expectAccessibleInBothThemes(page);
});
