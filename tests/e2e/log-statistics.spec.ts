import { expect, test } from '@playwright/test';
import { expectAccessibleInBothThemes } from './axe';
import { openDemo } from './support';

const SIZES = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
];

test.describe('the statistics of the demo battle', () => {
  // SITE-7, OPEN-42, OPEN-43
  test('stand in the report: the figures that the server counted, and back to the timeline', async ({ page }) => {
    const { statistics, awards } = await (await page.request.get('/api/game/shared/demo/json')).json();
    const [blue, red] = statistics.armies;
    await openDemo(page);
    await page.getByRole('slider', { name: 'Round', exact: true }).fill('3');
    await page.getByRole('link', { name: 'Statistics' }).click();
    await expect(page).toHaveURL(/view=statistics/);
    const view = page.getByRole('region', { name: 'Match statistics' });
    await expect(view.getByRole('row', { name: `${blue.vp} Victory points ${red.vp}` })).toBeVisible();
    await expect(
      view.getByRole('row', { name: `${blue.damage_dealt} Wounds dealt ${red.damage_dealt}` }),
    ).toBeVisible();
    await expect(view.getByRole('list', { name: 'Victory points by round' }).getByRole('listitem')).toHaveCount(5);
    for (const army of statistics.armies)
      await expect(view.getByRole('region', { name: `Dice of ${army.name}` })).toContainText(
        `${army.rolls.hit.successes} rolled, ${army.rolls.hit.expected.toFixed(1)} expected`,
      );
    const best = [...statistics.units].sort(
      (a: { damage_dealt: number }, b: { damage_dealt: number }) => b.damage_dealt - a.damage_dealt,
    )[0];
    await expect(
      view.getByRole('row', { name: new RegExp(`^${best.name} .* ${best.damage_dealt} ${best.damage_taken} `) }),
    ).toBeVisible();
    for (const award of awards) await expect(view.getByText(award.reason, { exact: true }).first()).toBeVisible();
    for (const { description } of blue.achievements)
      await expect(view.getByText(description, { exact: true }).first()).toBeVisible();
    await page.getByRole('link', { name: 'Timeline' }).click();
    await expect(page.getByTestId('score-board')).toContainText('Round 3');
  });

  test('their code loads when they are opened, not with the board', async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await openDemo(page);
    await expect(page.locator('.unit').first()).toBeVisible();
    expect(asked.filter((url) => url.includes('MatchStatistics') || url.includes('match-statistics'))).toEqual([]);
    const before = asked.filter((url) => url.endsWith('.js')).length;
    await page.getByRole('link', { name: 'Statistics' }).click();
    await expect(page.getByRole('heading', { name: 'The battle in figures' })).toBeVisible();
    expect(asked.filter((url) => url.endsWith('.js')).length).toBeGreaterThan(before);
  });

  for (const size of SIZES) {
    test(`at ${size.width} in the dark and in the light: nothing scrolls sideways, axe finds nothing`, async ({
      page,
    }) => {
      await page.setViewportSize(size);
      await page.addInitScript(() => localStorage.setItem('theme', 'light'));
      await page.goto('/shared/demo/logs?view=statistics');
      await expect(page.getByRole('heading', { name: 'The battle in figures' })).toBeVisible();
      await expect(page.locator('html')).toHaveAttribute('data-theme', 'light');
      const view = page.getByRole('region', { name: 'Match statistics' });
      expect(await view.evaluate((each) => each.scrollWidth - each.clientWidth)).toBeLessThanOrEqual(0);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(
        0,
      );
      await expectAccessibleInBothThemes(page);
    });
  }
});
