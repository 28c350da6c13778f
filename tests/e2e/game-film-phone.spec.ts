import { expect, test } from '@playwright/test';
import { Skirmish } from './skirmish';

/** The computer's turn as a film on a phone, whose panel has little room. */

test.use({ contextOptions: { reducedMotion: 'no-preference' }, actionTimeout: 20_000 });

test('what may be answered is in sight while the film plays, and the map stays where it is from phase to phase', async ({
  page,
}) => {
  const battle = await Skirmish.begin(page, ['human', 'ai']);
  await battle.deploy();
  await battle.playOn(
    ({ game_model: model, current_army_uuid: current }) =>
      model.phase === 'movement' && current === model.armies[1].uuid,
  );
  await battle.open();
  const place = async () => JSON.stringify(await page.getByTestId('board').boundingBox());
  const places = new Set<string>();
  const leave = page.getByRole('button', { name: 'Let it be', exact: true });
  const recap = page.getByRole('region', { name: "The enemy's turn" });
  places.add(await place());
  await page.getByRole('button', { name: 'AI Plays Its Whole Turn' }).click();
  await expect(leave).toBeVisible();
  const offer = page.getByRole('article', { name: 'Shot on the Wing' });
  await expect(offer.getByText('Shot on the Wing', { exact: true })).toBeInViewport();
  const [button, says] = [offer.getByRole('button', { name: /^Use / }), offer.getByText('Only unmodified sixes hit.')];
  expect((await button.boundingBox())!.y).toBeLessThan((await says.boundingBox())!.y);
  await expect(async () => {
    places.add(await place());
    if (await leave.isEnabled({ timeout: 100 }).catch(() => false)) await leave.click({ timeout: 1000 });
    await expect(recap).toBeVisible({ timeout: 500 });
  }).toPass({ timeout: 60_000, intervals: [100] });
  expect([...places]).toEqual([await place()]);
});
