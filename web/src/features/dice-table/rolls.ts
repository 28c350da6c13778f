import { fields, isFields, list, number, text } from '@/shared/battle-log';

export interface Ability {
  name: string;
  affects: string;
  effect: string;
}

/** One die as logged. `first` is the face before a re-roll; `result` the value that counts, where it differs from the face. */
export interface Roll {
  needed: string;
  roll: number | null;
  first: number | null;
  result: number | null;
  abilities: Ability[];
  critical: boolean;
  /** null where nothing was needed, such as damage. */
  success: boolean | null;
}

export const STAGES = ['hit', 'wound', 'save', 'fnp', 'damage'] as const;
export type Stage = (typeof STAGES)[number];
export const STAGE_NAMES: Record<Stage, string> = {
  hit: 'Hit',
  wound: 'Wound',
  save: 'Save',
  fnp: 'FNP',
  damage: 'Damage',
};

/** One attack: its rolls by stage. Feel-no-pain has a roll for each point of damage. */
export type Attack = Record<Stage, Roll[]>;

export interface WeaponDice {
  id: string;
  name: string;
  /** Number of attacks made. */
  count: number;
  attacks: Attack[];
}

function abilities(value: unknown): Ability[] {
  return list(value)
    .map((each) =>
      isFields(each)
        ? {
            name: text(each.name) || text(each.buff_name),
            affects: text(each.affects),
            effect: text(each.effect) || text(each.description) || text(each.modifier),
          }
        : { name: text(each), affects: '', effect: '' },
    )
    .filter((each) => each.name || each.effect);
}

/** Whether a roll reached what it needed; a critical always does. */
function succeeded(needed: string, roll: number | null, critical: boolean, stated: unknown): boolean | null {
  if (typeof stated === 'boolean') return stated;
  const least = Number.parseInt(needed, 10);
  if (roll === null || !Number.isFinite(least)) return null;
  return critical || roll >= least;
}

export function readRoll(value: unknown, critical = false): Roll[] {
  if (!isFields(value)) return [];
  const needed = text(value.needed);
  const roll = number(value.roll);
  const final = number(value.final_damage);
  return [
    {
      needed,
      roll,
      first: number(value.first),
      result: final !== null && final !== roll ? final : null,
      abilities: abilities(value.active_abilities),
      critical,
      success: succeeded(needed, roll, critical, value.success),
    },
  ];
}

function readAttack(value: unknown): Attack {
  const raw = fields(value);
  return {
    hit: readRoll(raw.hit_roll, raw.critical_hit === true),
    wound: readRoll(raw.wound_roll, raw.critical_wound === true),
    save: readRoll(raw.save_roll),
    damage: readRoll(raw.damage_roll),
    fnp: list(raw.fnp_rolls ?? (Array.isArray(raw.fnp_roll) ? raw.fnp_roll : [raw.fnp_roll])).flatMap((each) =>
      readRoll(each),
    ),
  };
}

/** Reads a target's dice_logs. */
export function readDice(value: unknown): WeaponDice[] {
  return list(value).map((each, index) => {
    const raw = fields(each);
    const attacks = list(raw.attacks).map(readAttack);
    return {
      id: text(raw.weapon_uuid) || String(index),
      name: text(raw.weapon_name) || 'Weapon',
      count: attacks.length,
      attacks,
    };
  });
}

export interface Histogram {
  stage: Stage;
  /** Dice by face, 1 to 6. */
  faces: number[];
  /** Of those, the ones that reached what they needed. */
  good: number[];
  rolled: number;
  succeeded: number;
  needed: string;
}

/** Dice of one stage over all attacks; null where no six-sided die was needed. */
export function histogram(weapons: readonly WeaponDice[], stage: Stage): Histogram | null {
  const rolls = weapons
    .flatMap((each) => each.attacks.flatMap((attack) => attack[stage]))
    .filter((each) => each.success !== null && each.roll !== null && each.roll >= 1 && each.roll <= 6);
  if (!rolls.length) return null;
  const faces = [0, 0, 0, 0, 0, 0];
  const good = [0, 0, 0, 0, 0, 0];
  for (const { roll, success } of rolls) {
    const face = (roll ?? 1) - 1;
    faces[face] = (faces[face] ?? 0) + 1;
    if (success) good[face] = (good[face] ?? 0) + 1;
  }
  const needed = [...new Set(rolls.map((each) => each.needed))];
  return {
    stage,
    faces,
    good,
    rolled: rolls.length,
    succeeded: good.reduce((sum, each) => sum + each, 0),
    needed: needed.length === 1 ? (needed[0] ?? '') : 'mixed',
  };
}
