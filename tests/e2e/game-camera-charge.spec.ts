import { expect, test } from '@playwright/test';
import { expectAccessible } from './axe';
import { Skirmish } from './skirmish';
import { photos } from './table-photos';

test.describe.configure({ timeout: 180_000 });

type Spot = [number, number];
type Unit = Skirmish['state'];

const places = (unit: Unit): Spot[] => unit.miniatures.map(({ location }: { location: Spot }) => location);

test('a charge at a real table: the unit waits to be moved there, a photo puts it down, and it piles in or stays', async ({
  page,
}, info) => {
  const battle = await Skirmish.begin(page, ['human', 'human'], { physical: true });
  await battle.deploy();
  await battle.closeIn(5);
  const army_uuid = battle.state.game_model.armies[battle.active].uuid;
  await battle.post('reactions', { army_uuid, rest: 'never' });
  await battle.playOn(({ game_model: { phase, phase_time: time } }) => phase === 'charge' && time === 'middle');
  const [{ unit_uuid: charger, unit_name: mine, targets }] = battle.state.chargeable_units;
  await battle.did('charge_phase/record_charges', { charges: { [charger]: [targets[0].target_unit_uuid] } });
  await battle.did('charge_phase/process_charge', {
    charging_unit_uuid: charger,
    dice: { faces: [6, 6], source: 'typed' },
  });
  await battle.playOn(({ request }) => request.kinds[0] === 'place');
  const of = (id: string) => [...battle.units(0), ...battle.units(1)].find(({ uuid }) => uuid === id)!;
  const stand = Object.fromEntries([...battle.units(0), ...battle.units(1)].map((unit) => [unit.marker, places(unit)]));
  await battle.did('answer', { answer: { choice: 'place' } });
  const there = places(of(charger));
  await battle.did('undo');
  photos(info.outputPath(), { ...stand, [of(charger).marker]: there }, 2 * of(charger).miniatures[0].radius);
  const { image_id: empty } = await battle.photograph(info.outputPath('empty.jpg'));
  await battle.post('camera/calibration', { image_id: empty });
  await battle.photograph(info.outputPath('full.jpg'));
  await battle.open();

  const asked = page.getByRole('region', { name: 'What is asked' });
  await expect(asked).toContainText('Move it on the table and take a photo, drag it within 1″ of its target');
  await expect(asked.getByRole('button', { name: 'It stays' })).toBeHidden();
  await page.getByRole('button', { name: 'Read it' }).click();
  const table = page.getByRole('region', { name: 'Table and battle' });
  await expect(table).toContainText('The battle waits: the table differs from it in 1 place.', { timeout: 60_000 });
  await page.screenshot({ path: info.outputPath('charge.png') });
  await expectAccessible(page);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.screenshot({ path: info.outputPath('charge-narrow.png') });
  await page.setViewportSize({ width: 1440, height: 900 });
  await table.getByRole('button', { name: `Accept ${mine}` }).click();
  await expect(table).toContainText('The table stands as the battle knows it.');
  await battle.now();
  expect(of(charger)).toMatchObject({ engaged: true, charged: true });

  await battle.playOn(({ request }) => request.why === 'pile_in' && request.unit_uuid === charger);
  const engaged = places(of(charger));
  await page.reload();
  await expect(asked).toContainText(`Pile in: choose a place for ${mine}, up to 3.0″ away.`);
  await page.screenshot({ path: info.outputPath('pile-in.png') });
  await asked.getByRole('button', { name: 'It stays' }).click();
  await expect(asked).not.toContainText('Pile in:');
  await battle.now();
  expect(places(of(charger))).toEqual(engaged);
});
