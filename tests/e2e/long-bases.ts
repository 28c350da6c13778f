import { expect, type Page } from '@playwright/test';
import { inchOf, newBattle, toMovement, type Battle } from './game-table';

/** Units on oval and rectangular bases, which face somewhere. */

interface Miniature {
  location: [number, number] | null;
  length?: number;
  facing?: number;
}

export interface LongUnit {
  uuid: string;
  name: string;
  location: [number, number] | null;
  marches?: unknown[];
  miniatures: Miniature[];
}

const isLong = (unit: LongUnit): boolean => unit.miniatures.length === 1 && unit.miniatures[0]?.length !== undefined;

const all = async (battle: Battle): Promise<LongUnit[]> =>
  (await battle.state()).game_model.armies.flatMap((army) => army.units as unknown as LongUnit[]);

/** How the only miniature of a unit faces now. */
export const facing = async (battle: Battle, { uuid }: LongUnit): Promise<number | undefined> =>
  (await all(battle)).find((unit) => unit.uuid === uuid)?.miniatures[0]?.facing;

/** How the ghost is drawn that is in hand. */
export const ghostFacing = async (page: Page): Promise<number> =>
  Number(await page.locator('.ghost-base-front').getAttribute('data-front'));

/** A battle whose first unit is set up next, and a unit on a long base that can be it. */
export async function toFirstUnit(page: Page): Promise<{ battle: Battle; unit: LongUnit; zone: [number, number] }> {
  const battle = await newBattle(page);
  await battle.post('roll', { stage: 'all' });
  const { request } = await battle.state();
  await battle.post('update_deployment', {
    selecting_army_uuid: request!.army_uuid,
    deployment_zones: [],
    selected_zone_index: 0,
  });
  const now = await battle.state();
  const side = now.game_model.armies.findIndex((army) => army.uuid === now.deployment_status.current_army_uuid);
  const waiting = now.deployment_status.units_to_deploy[side]!.map(({ uuid }) => uuid);
  const unit = (await all(battle)).find((each) => waiting.includes(each.uuid) && isLong(each))!;
  const shape = now.map_data.deployment_zones.find((zone) => zone.owner_army_index === side)!.shape;
  const middle = [0, 1].map((axis) => shape.reduce((sum, each) => sum + each[axis]!, 0) / shape.length);
  await page.goto(`/game/${battle.id}/view`);
  return { battle, unit, zone: [middle[0]!, middle[1]!] };
}

/** A place of the table on the screen, with all of the table in sight. */
export async function onScreen(page: Page, [x, y]: [number, number]): Promise<[number, number]> {
  await page.getByRole('button', { name: 'Fit the map' }).click();
  await expect.poll(async () => (await inchOf(page)).inch * 60).toBeLessThan(page.viewportSize()!.width);
  const { left, top, inch } = await inchOf(page);
  return [left + x * inch, top + y * inch];
}

/** Inches from a unit to the nearest miniature of another. */
const room = (unit: LongUnit, others: readonly LongUnit[]): number =>
  Math.min(
    ...others
      .filter(({ uuid }) => uuid !== unit.uuid)
      .flatMap(({ miniatures }) => miniatures)
      .flatMap(({ location }) =>
        location ? [Math.hypot(location[0] - unit.location![0], location[1] - unit.location![1])] : [],
      ),
  );

/** Plays on to the movement of an army: the unit of it on a long base that has the most room to turn in. */
export async function toMovingUnit(page: Page, battle: Battle): Promise<LongUnit> {
  await toMovement(battle);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Movement Phase', exact: true })).toBeVisible();
  const { units } = (await battle.state()) as unknown as { units: LongUnit[] };
  const everybody = await all(battle);
  const able = units.filter((each) => each.location && each.marches?.length && isLong(each));
  return able.toSorted((a, b) => room(b, everybody) - room(a, everybody))[0]!;
}
