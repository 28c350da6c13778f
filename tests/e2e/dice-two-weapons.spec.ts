import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe';
import { Skirmish } from './skirmish';
import { inOrder, twoColours } from './table-photos';

test.describe.configure({ timeout: 180_000 });

// DICE-1
test('dice of two colours are two weapons, each with its own', async ({ page }, info) => {
  const battle = await Skirmish.begin(page, ['human', 'human'], { physical: true });
  await battle.deploy();
  await battle.closeIn(5);
  await battle.tray({ startX: 0, startY: 0, endX: 1, endY: 1 });
  for (const { uuid: army_uuid } of battle.state.game_model.armies)
    await battle.post('reactions', { army_uuid, rest: 'never' });
  await battle.playOn(({ game_model: { phase, phase_time: time } }) => phase === 'charge' && time === 'middle');
  const [{ unit_uuid: charger, targets }] = battle.state.chargeable_units;
  const foe: string = targets[0].target_unit_uuid;
  await battle.did('charge_phase/record_charges', { charges: { [charger]: [foe] } });
  const dice = { faces: [6, 6], source: 'typed' };
  await battle.did('charge_phase/process_charge', { charging_unit_uuid: charger, dice });
  await battle.playOn(({ request }) => request.kinds[0] === 'strike' && request.unit_uuid === charger);
  const { weapons } = battle.state.units.find(({ uuid }: { uuid: string }) => uuid === charger);
  const aim = (name: string, from: number, to: number) => {
    const { weapon_uuid, bearers } = weapons.find((each: { name: string }) => each.name === name);
    return { unit_uuid: charger, weapon_uuid, target_unit_uuid: foe, bearers: bearers.slice(from, to) };
  };
  await battle.did('combat_phase/select_targets', { targets: [aim('Trench blade', 0, 3), aim('Boat hook', 3, 5)] });
  await battle.playOn(({ request }) => request.kinds[0] === 'roll');
  await battle.open();

  const { path, faces, blue } = twoColours(info.outputPath(), 11, 2);
  await battle.photograph(path, 'dice tray');
  await page.getByRole('button', { name: 'View Dice Image' }).click();
  const read = page.getByRole('dialog', { name: 'Dice Tray Analysis' });
  await expect(read.getByText('11 dice in the tray.')).toBeVisible({ timeout: 60_000 });
  const hooks = read.getByRole('button', { name: /^Die \d+ shows \d, Boat hook$/ });
  await expect(hooks).toHaveCount(2);
  const shown = async () =>
    inOrder(await hooks.evaluateAll((all) => all.map((each) => Number(/shows (\d)/.exec(each.ariaLabel ?? '')?.[1]))));
  const blueFaces = inOrder(faces.filter((_, index) => blue[index]));
  await expect.poll(shown).toEqual(blueFaces);
  await page.screenshot({ path: info.outputPath('two-colours.png') });
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await read.getByRole('group', { name: 'Whose dice' }).scrollIntoViewIfNeeded();
  await page.screenshot({ path: info.outputPath('two-colours-narrow.png') });
  await read.getByRole('button', { name: 'Use these dice' }).click();
  await expect(read).toBeHidden();
  await battle.now();
  const rolls = battle.state.game_model.latest_roll.miniature_rolls.flatMap(
    (each: { weapon_rolls: { weapon_name: string; attacks: { hit_roll: { roll: number } }[] }[] }) => each.weapon_rolls,
  );
  const hit = (name: string): number[] =>
    rolls
      .filter((each: { weapon_name: string }) => each.weapon_name === name)
      .flatMap((each: { attacks: { hit_roll: { roll: number } }[] }) =>
        each.attacks.map(({ hit_roll: { roll } }) => roll),
      );
  expect(inOrder(hit('Boat hook'))).toEqual(blueFaces);
  expect(hit('Trench blade')).toHaveLength(9);
});
