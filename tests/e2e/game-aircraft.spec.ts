import { expect, test, type Page } from '@playwright/test';
import { expectAccessible } from './axe';
import { ghostFacing, onScreen } from './long-bases';
import { Skirmish } from './skirmish';

test.describe.configure({ timeout: 150_000 });

const PLANE = 'Torch Runners';

/** Answers whatever is asked in the plainest way, until it is the first army's turn to move in a round. */
async function toMovementOf(battle: Skirmish, round: number): Promise<void> {
  for (let step = 0; step < 400; step += 1) {
    const { game_model: model, request } = await battle.now();
    const [kind = ''] = request.kinds;
    if (model.phase === 'movement' && model.round === round && battle.active === 0 && kind === 'move') return;
    if (kind === 'roll') await battle.did('roll', { stage: 'all' });
    else if (kind === 'zone') await battle.did('update_deployment', { ...zone(battle), selected_zone_index: 0 });
    else if (kind === 'deploy') await setUp(battle);
    else if (kind === 'pass' || kind === 'place' || kind === 'remove')
      await battle.did('answer', { answer: { choice: kind } });
    else if (kind === 'move') await stayOrFlyOff(battle);
    else await battle.did('advance_phase_time');
  }
  throw new Error('The battle does not get there.');
}

const zone = (battle: Skirmish) => ({
  selecting_army_uuid: battle.state.request.army_uuid,
  deployment_zones: [],
});

async function setUp(battle: Skirmish): Promise<void> {
  const status = battle.state.deployment_status;
  const side = battle.due;
  const unit_uuid = status.units_to_deploy[side][0].uuid;
  const where = { unit_uuid, location: battle.zoneMiddle(side) };
  if ((await battle.post('finalize_unit_deployment', where)).ok()) return;
  await battle.did('finalize_unit_deployment', { unit_uuid, in_reserves: true });
}

async function stayOrFlyOff(battle: Skirmish): Promise<void> {
  const waiting = battle.state.units.find(
    (unit: { movement_action_type: string; in_reserves: boolean; location: unknown }) =>
      unit.movement_action_type === '' && !unit.in_reserves && unit.location,
  );
  const movement_type = waiting.flies_off ? 'fly_off' : 'stationary';
  await battle.did('movement_phase/finalize', { unit_uuid: waiting.uuid, movement_type, new_location: null });
}

/** A battle in its third round, whose first army has an aircraft over the table's edge that faces up the board. */
async function inTheAir(page: Page): Promise<Skirmish> {
  const battle = await Skirmish.begin(page, ['human', 'human'], { winged: true });
  await toMovementOf(battle, 2);
  const plane = battle.units(0).find((unit) => unit.name === PLANE)!;
  await battle.did('movement_phase/finalize', {
    unit_uuid: plane.uuid,
    movement_type: 'move',
    new_location: [30, 41],
    facings: [270],
  });
  await toMovementOf(battle, 3);
  return battle;
}

const planeOf = async (battle: Skirmish) =>
  (await battle.now()).game_model.armies[0].units.find((unit: { name: string }) => unit.name === PLANE);

test('an aircraft is kept on its line, turns at its end, and may fly off the table', async ({ page }) => {
  const battle = await inTheAir(page);
  const plane = await planeOf(battle);
  await page.goto(`/game/${battle.gameId}/view`);
  const card = page.locator(`[data-unit-card="${plane.uuid}"]`);
  await expect(card.getByRole('button', { name: 'Fly off the table' })).toBeVisible();
  await expect(card.getByRole('button', { name: /Hold position|Advance/ })).toHaveCount(0);
  await card.getByRole('button', { name: 'Fly ahead' }).click();
  await page.mouse.click(...(await onScreen(page, [40, 12])));
  await page.keyboard.press('.');
  await expect.poll(() => ghostFacing(page)).toBe(285);
  await expect(page.locator('.ghost')).not.toHaveAttribute('data-state', 'bad');
  await expectAccessible(page);
  await page.screenshot({ path: test.info().outputPath('flight.png') });
  await page.locator('.prompt-main').click();
  await expect.poll(async () => (await planeOf(battle)).movement_action_type).not.toBe('');
  const { location, miniatures } = await planeOf(battle);
  expect(location[0]).toBeCloseTo(30, 1);
  expect(location[1]).toBeCloseTo(12, 0);
  expect(miniatures[0].facing).toBe(285);

  await page.getByRole('button', { name: /^Take back / }).click();
  await expect(card.getByRole('button', { name: 'Fly off the table' })).toBeVisible();
  // To have the others hold their position says of an aircraft that it does not stay, and has the rest hold it.
  await page.locator('.prompt-main').click();
  await page.getByRole('button', { name: 'Hold them' }).click();
  await expect(page.getByText(/is an aircraft: it flies straight ahead, 20 inches or more/).first()).toBeVisible();
  await page.screenshot({ path: test.info().outputPath('held.png') });
  await card.getByRole('button', { name: 'Fly off the table' }).click();
  await expect.poll(async () => (await planeOf(battle)).in_reserves).toBe(true);
});
