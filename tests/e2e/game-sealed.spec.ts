import { execFileSync } from 'node:child_process';
import { expect, test, type Page } from '@playwright/test';
import { Hand, Players } from './players';
import { Skirmish } from './skirmish';

const site = `http://127.0.0.1:${Number(process.env.HIGHGROUND_E2E_PORT ?? 8091) + 1}`;
test.use({ baseURL: site, actionTimeout: 20_000 });

/** Takes a browser off the network as soon as the server has fixed a roll that waits for it. */
async function cutOffAtRoll(page: Page): Promise<void> {
  await page.route(
    '**/dice/reveal',
    async (route) => {
      await page.context().setOffline(true);
      await route.abort('internetdisconnected');
    },
    { times: 1 },
  );
}

test('a battle in two browsers, one of them cut off for ten seconds during a roll, ends and is verified', async ({
  page,
  browser,
}) => {
  test.setTimeout(240_000);
  const other = await (await browser.newContext({ baseURL: site })).newPage();
  const battle = await Skirmish.begin(page, ['human', 'human'], { other });
  const players = new Players(battle, [new Hand(page), new Hand(other)]);
  await players.open();
  for (const each of [page, other])
    await expect(each.getByRole('heading', { name: 'Roll for Deployment Zone Selection' })).toBeVisible();
  await expect(other.getByText(/^Waiting for /).first()).toBeVisible();
  await expect
    .poll(
      async () =>
        (await (await page.request.get(`/api/game/${battle.gameId}/dice`, { headers: battle.headersOf(0) })).json())
          .parties.length,
    )
    .toBe(3);

  await cutOffAtRoll(other);
  const began = Date.now();
  await players.do('Roll for Deployment');
  expect(Date.now() - began, 'the roll waits for its witness a few seconds only').toBeLessThan(10_000);
  await expect(page.getByText(/Last roll: no witness/)).toBeVisible();
  await page.waitForTimeout(Math.max(0, 10_000 - (Date.now() - began)));
  await other.context().setOffline(false);
  await expect(other.getByText(/Last roll: no witness/)).toBeVisible();

  await battle.playOn(({ game_model: { phase, phase_time: time } }) => phase === 'movement' && time === 'middle');
  const mine = players.asked.page;
  await players.do('Advance');
  await expect(mine.getByText('Last roll: made by both players and the server.')).toBeVisible();
  await battle.playOn(({ request }) => !request);
  for (const each of [page, other])
    await expect(each.getByRole('heading', { name: 'The battle is over' })).toBeVisible();

  await page.getByRole('navigation', { name: 'Game' }).getByRole('button', { name: 'Logs', exact: true }).click();
  await page.getByLabel('Type').selectOption('Deployment');
  await expect(page.getByText('no witness').first()).toBeVisible();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save for Checking' }).click();
  const file = await (await saved).path();
  const printed = execFileSync('../.venv/bin/highground', ['verify', file], { encoding: 'utf8' });
  expect(printed).toMatch(/had no witness/);
  await page.getByRole('link', { name: 'Check the Dice' }).click();
  await page.getByRole('button', { name: 'Check this game' }).click();
  await expect(page.getByRole('heading', { name: 'All dice check out' })).toBeVisible();
});
