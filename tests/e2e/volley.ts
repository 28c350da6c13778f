import type { Page } from '@playwright/test';
import { Skirmish } from './skirmish';

/** A battle in which nobody is asked about the other's choices, on its open page: an army's first shots are declared. */
export async function declared(page: Page): Promise<Skirmish> {
  const battle = await Skirmish.begin(page);
  await battle.deploy();
  await battle.closeIn(6);
  for (const [side, { uuid: army_uuid }] of battle.state.game_model.armies.entries())
    await page.request.post(`/api/game/${battle.gameId}/reactions`, {
      headers: battle.headersOf(side),
      data: { army_uuid, rest: 'never' },
    });
  await battle.until('shooting');
  const unit = battle.state.units.find((each: Shooter) =>
    each.weapons.some(({ targets }) => targets.length),
  ) as Shooter;
  const gun = unit.weapons.find(({ targets }) => targets.length)!;
  const aim = { weapon_uuid: gun.weapon_uuid, target_unit_uuid: gun.targets[0]!.target_unit_uuid };
  await battle.did('shooting_phase/select_unit', { unit_uuid: unit.uuid });
  await battle.did('shooting_phase/select_targets', { targets: [{ unit_uuid: unit.uuid, ...aim }] });
  // What happened before the page has read the log is not shown again.
  const log = page.waitForResponse((each) => each.url().includes('/logs_json'));
  await battle.open();
  await log;
  return battle;
}

interface Shooter {
  uuid: string;
  weapons: { weapon_uuid: string; targets: { target_unit_uuid: string }[] }[];
}

/** Rolls them: six of ten hit, wound and are not saved, and three of five fall. */
export async function rolled(battle: Skirmish): Promise<void> {
  const roll = (stage: string, faces: number[]) =>
    battle.did('shooting_phase/process_roll_stage', { stage, dice: { faces, source: 'typed' } });
  await roll('hit', [6, 6, 6, 6, 6, 6, 1, 1, 1, 1]);
  await roll('wound', [6, 6, 6, 6, 6, 6]);
  await roll('save', [1, 1, 1, 1, 1, 1]);
  while (battle.state.game_model.latest_roll.stage !== 'complete') await battle.did('roll', { stage: 'all' });
}

/** What stands over the map then. */
export const RESULT = /^.+ shoot .+: 10 attacks, 6 hits, 6 wounds, 3 slain \(6 unsaved, 6 damage\)/;
