import type { UnitState, UsableWeapon } from '@/shared/api';

/** A weapon that is not used: chosen in place of a target. */
export const HOLD = 'hold';

/** By weapon, the target's uuid, HOLD, or nothing yet. */
export type Chosen = Record<string, string>;

/** What else is said of a weapon: how many of its parts go to other targets, and that it does not look for leaders. */
export interface Split {
  others: Readonly<Record<string, number>>;
  declined: boolean;
}

/** By weapon; one that is not named goes to its target as a whole. */
export type Splits = Readonly<Record<string, Split>>;

export const WHOLE: Split = { others: {}, declined: false };

export interface Aim {
  unit_uuid: string;
  miniature_uuid: string | null;
  weapon_uuid: string;
  target_unit_uuid: string;
  /** How many weapons, or attacks in melee, where it is not all that are left. */
  count?: number;
  precise?: boolean;
}

const lasting = (weapon: UsableWeapon): boolean =>
  weapon.keywords.some((word) => word.toLowerCase().startsWith('extra attacks'));

/** Whether a miniature uses one of the two and not both: two ways of firing a weapon, or two weapons in one hand. */
export function rivals(a: UsableWeapon, b: UsableWeapon): boolean {
  if (a.weapon_uuid === b.weapon_uuid || !a.bearers.some((bearer) => b.bearers.includes(bearer))) return false;
  const pistol = (weapon: UsableWeapon) => weapon.keywords.some((word) => word.toLowerCase() === 'pistol');
  if (a.weapon_range === 'Melee') return b.weapon_range === 'Melee' && !lasting(a) && !lasting(b);
  return (a.mode !== '' && a.mode === b.mode) || pistol(a) !== pistol(b);
}

/** The mean of an amount such as '3', 'D6' or '2D3+1'. */
function amount(text: string): number {
  const dice = /^(\d*)D(\d+)(?:\+(\d+))?$/i.exec(text.replaceAll(' ', ''));
  if (!dice) return Number.parseFloat(text) || 0;
  return Number(dice[1] || 1) * ((Number(dice[2]) + 1) / 2) + Number(dice[3] ?? 0);
}

/** How hard a weapon strikes, roughly: enough to prefer one of two where nothing is expected of them yet. */
const weight = (weapon: UsableWeapon): number =>
  amount(weapon.attacks) * amount(weapon.damage) * amount(weapon.strength) * (2 - weapon.ap);

const harm = (weapon: UsableWeapon): number => weapon.targets[0]?.expected ?? weight(weapon);

/** Whether a weapon shoots once a battle. */
export const firesOnce = (weapon: UsableWeapon): boolean =>
  weapon.keywords.some((word) => word.toLowerCase() === 'one shot');

/**
 * The best target of each weapon: of those in its reach the one that loses the largest share of its wounds to the unit.
 * One that shoots once a battle is held, unless the unit has nothing else to shoot.
 */
export function preselected(weapons: readonly UsableWeapon[]): Chosen {
  const others = weapons.filter((weapon) => !firesOnce(weapon));
  if (!others.some((weapon) => weapon.targets.length)) return firstTargets(bestFirst(weapons));
  const held = weapons.filter((weapon) => firesOnce(weapon) && weapon.targets.length);
  return {
    ...firstTargets(bestFirst(others)),
    ...Object.fromEntries(held.map((weapon) => [weapon.weapon_uuid, HOLD])),
  };
}

/** What weapons are expected to do to a target that all of them are aimed at, of two rivals the one that is used. */
export interface Prospect {
  uuid: string;
  name: string;
  damage: number;
  wounds: number;
  /** Of its wounds, at most all. */
  share: number;
}

/** What the unit is expected to do to each target, the largest share first; of equal ones the nearest. */
function prospects(weapons: readonly UsableWeapon[]): Prospect[] {
  const targets = new Map(weapons.flatMap((weapon) => weapon.targets.map((each) => [each.target_unit_uuid, each])));
  return [...targets.values()]
    .map(({ target_unit_uuid: uuid, target_unit_name: name, wounds = 0 }) => {
      const only = weapons.map((weapon) => ({
        ...weapon,
        targets: weapon.targets.filter((each) => each.target_unit_uuid === uuid),
      }));
      const used = firstTargets(only);
      const damage = only.reduce(
        (sum, weapon) => sum + (used[weapon.weapon_uuid] === uuid ? (weapon.targets[0]?.expected ?? 0) : 0),
        0,
      );
      return { uuid, name, damage, wounds, share: wounds ? Math.min(1, damage / wounds) : 0 };
    })
    .toSorted((a, b) => b.share - a.share || b.damage - a.damage);
}

function bestFirst(weapons: readonly UsableWeapon[]): UsableWeapon[] {
  const order = prospects(weapons).map((each) => each.uuid);
  const place = (target: UsableWeapon['targets'][number]) => order.indexOf(target.target_unit_uuid);
  return weapons.map((weapon) => ({ ...weapon, targets: weapon.targets.toSorted((a, b) => place(a) - place(b)) }));
}

/**
 * Why the weapons are aimed where they are, while nobody chose: 'At Mill Guard: 4.2 of its 10 wounds expected (42%),
 * the largest share of 3 targets.' Empty where there is nothing to choose between, or where a player chose.
 */
export function whyAimed(weapons: readonly UsableWeapon[], chosen: Chosen): string {
  const auto = preselected(weapons);
  if (weapons.some(({ weapon_uuid: id }) => chosen[id] !== auto[id])) return '';
  const used = weapons.filter(({ weapon_uuid: id }) => auto[id] !== undefined && auto[id] !== HOLD);
  const [best, ...others] = prospects(used);
  if (!best?.damage || !others.length) return '';
  const share = Math.round(best.share * 100);
  return `Aimed at ${best.name}: ${best.damage.toFixed(1)} of its ${best.wounds} wounds expected (${share}%), the largest share of ${others.length + 1} targets.`;
}

/**
 * The first target of each weapon. A weapon whose bearers are all busy with a rival is held: the one that fewer carry
 * comes first, of two that the same carry the harder one.
 */
export function firstTargets(weapons: readonly UsableWeapon[]): Chosen {
  const chosen: Chosen = {};
  const used: UsableWeapon[] = [];
  for (const weapon of [...weapons].sort((a, b) => a.bearers.length - b.bearers.length || harm(b) - harm(a))) {
    const first = weapon.targets[0];
    if (!first) continue;
    const busy = new Set(used.filter((other) => rivals(weapon, other)).flatMap((other) => other.bearers));
    const pistols = used.some((other) => rivals(weapon, other) && weapon.weapon_range !== 'Melee');
    const free = !pistols && weapon.bearers.some((bearer) => !busy.has(bearer));
    chosen[weapon.weapon_uuid] = free ? first.target_unit_uuid : HOLD;
    if (free) used.push(weapon);
  }
  return chosen;
}

/** Whether every weapon that has a target at all has been given one, or set to hold. */
export const isComplete = (weapons: readonly UsableWeapon[], chosen: Chosen): boolean =>
  weapons.every((weapon) => weapon.targets.length === 0 || Boolean(chosen[weapon.weapon_uuid]));

/** What is chosen for weapons as they may be aimed now: what the player chose, as far as it still can be; the rest as it comes. */
export function chosenNow(weapons: readonly UsableWeapon[], kept: Chosen): Chosen {
  const stands = ({ weapon_uuid: id, targets }: UsableWeapon): boolean =>
    targets.length > 0 &&
    kept[id] !== undefined &&
    (kept[id] === '' || kept[id] === HOLD || targets.some((each) => each.target_unit_uuid === kept[id]));
  const busy = weapons.filter((each) => stands(each) && kept[each.weapon_uuid] !== HOLD && kept[each.weapon_uuid]);
  const spare = (weapon: UsableWeapon): boolean =>
    !busy.some((other) => rivals(weapon, other) && weapon.bearers.every((bearer) => other.bearers.includes(bearer)));
  const auto = preselected(weapons);
  const chosen: Chosen = {};
  for (const weapon of weapons) {
    const [id, first] = [weapon.weapon_uuid, auto[weapon.weapon_uuid]];
    if (stands(weapon)) chosen[id] = kept[id] ?? '';
    else if (first !== undefined) chosen[id] = spare(weapon) ? first : HOLD;
  }
  return chosen;
}

/** Why attacks cannot be made as they are aimed: 'Verdict Maul has no target yet.'; empty where they can. */
export function missing(weapons: readonly UsableWeapon[], chosen: Chosen): string {
  const names = weapons.filter((each) => each.targets.length && !chosen[each.weapon_uuid]).map((each) => each.name);
  if (!names.length) return '';
  const last = names.at(-1) ?? '';
  return names.length > 1
    ? `${names.slice(0, -1).join(', ')} and ${last} have no target yet.`
    : `${last} has no target yet.`;
}

/** How many of a weapon's parts go to targets besides its own, each target with its number. */
export const sharesOf = (weapon: UsableWeapon, target: string, { others }: Split): [string, number][] => {
  let left = weapon.parts;
  return weapon.targets.flatMap(({ target_unit_uuid: id }): [string, number][] => {
    const count = id === target ? 0 : Math.min(left, others[id] ?? 0);
    left -= count;
    return count > 0 ? [[id, count]] : [];
  });
};

/** The attacks as the server takes them. */
export const aimsOf = (unit: UnitState, chosen: Chosen, splits: Splits = {}): Aim[] =>
  (unit.weapons ?? []).flatMap((weapon) => {
    const target = chosen[weapon.weapon_uuid];
    if (!target || target === HOLD || !weapon.targets.some((each) => each.target_unit_uuid === target)) return [];
    const split = splits[weapon.weapon_uuid] ?? WHOLE;
    const shares = sharesOf(weapon, target, split);
    const left = weapon.parts - shares.reduce((sum, [, count]) => sum + count, 0);
    const main: [string, number][] = left > 0 || !shares.length ? [[target, 0]] : [];
    return [...shares, ...main].map(([id, count]) => ({
      unit_uuid: unit.uuid,
      miniature_uuid: weapon.miniature_uuid,
      weapon_uuid: weapon.weapon_uuid,
      target_unit_uuid: id,
      ...(count > 0 && { count }),
      ...(split.declined && { precise: false }),
    }));
  });

/** The units aimed at, each once. */
export const targetsOf = (aims: readonly Aim[]): string[] => [...new Set(aims.map((aim) => aim.target_unit_uuid))];

/** What the weapon of a rival keeps this one from being used. */
export const rivalOf = (
  weapon: UsableWeapon,
  weapons: readonly UsableWeapon[],
  chosen: Chosen,
): UsableWeapon | undefined =>
  weapons.find(
    (other) => rivals(weapon, other) && chosen[other.weapon_uuid] !== undefined && chosen[other.weapon_uuid] !== HOLD,
  );
