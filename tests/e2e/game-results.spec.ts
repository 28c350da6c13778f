import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe';
import { declared, rolled, RESULT } from './volley';

test('what shots, a test and a charge came to stays over the map, which keeps its size', async ({ page }) => {
  const battle = await declared(page);
  const last = page.getByRole('region', { name: 'The last dice' });
  const board = async () => (await page.getByTestId('board').boundingBox())!;
  await rolled(battle);
  await expect(last).toContainText(RESULT);
  const size = await board();
  const dice = last.getByRole('button', { name: 'Dice of the last roll' });
  await expect(last.getByText('Save 5+')).toBeVisible();
  await dice.click();
  await expect(last.getByText('Save 5+')).toBeHidden();
  await page.waitForTimeout(5000);
  await expect(last).toContainText(RESULT);
  expect(await board()).toEqual(size);
  await expectAccessible(page);

  await battle.playOn(({ request, game_model: { phase } }) => phase === 'command' && request.kinds[0] === 'roll');
  await expect(page.getByRole('region', { name: 'What is asked' })).toContainText(
    /battle-shock: 6 or more on two dice\. Failed, it holds no objectives/,
  );
  await page.getByRole('button', { name: 'Roll the dice' }).click();
  await expect(last).toContainText(/(pass|fail)s? a battle-shock test.*: rolled \d+, leadership 6\+/);
  await expect(last.getByText('Battle-shock 6+')).toBeVisible();

  await battle.now();
  await battle.playOn(({ game_model: { phase, phase_time: time } }) => phase === 'charge' && time === 'middle');
  const [{ unit_uuid: charger, targets }] = battle.state.chargeable_units;
  const foe = targets.find((each: { needed: number }) => each.needed > 2) ?? targets[0];
  await battle.did('charge_phase/record_charges', { charges: { [charger]: [foe.target_unit_uuid] } });
  await battle.did('charge_phase/process_charge', {
    charging_unit_uuid: charger,
    dice: { faces: [1, 1], source: 'typed' },
  });
  await expect(last).toContainText(/charges? .*: rolled 2, needed \d+/);
});
