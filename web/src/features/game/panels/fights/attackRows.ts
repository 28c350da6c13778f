import type { AmountRoll, CheckRoll, GameState, LatestRoll, NeededValues } from '@/shared/api';

export const STAGES = ['hit', 'wound', 'save', 'damage', 'fnp'] as const;
export type Stage = (typeof STAGES)[number];
/** The columns stand in another order than the stages are rolled in. */
export const COLUMNS: readonly Stage[] = ['hit', 'wound', 'save', 'fnp', 'damage'];
export const STAGE_LABELS: Record<Stage, string> = {
  hit: 'Hit',
  wound: 'Wound',
  save: 'Save',
  fnp: 'FNP',
  damage: 'Damage',
};

export type Outcome = 'success' | 'failure' | 'mixed' | 'none';

export interface Cell {
  needed: string;
  /** '+1', '−1', or nothing. */
  modifier: string;
  rolls: readonly CheckRoll[];
  /** Of the damage: how much it is, and of which dice. */
  amounts: readonly AmountRoll[];
  outcome: Outcome;
  critical: boolean;
}

export interface Row {
  cells: Record<Stage, Cell>;
}

/** All attacks of one weapon at one target. */
export interface Group {
  attacker: string;
  weapon: string;
  target: string;
  rows: Row[];
  damage: number;
  slain: number;
  /** What its keywords did: '2 extra hits (Sustained Hits 1)'. */
  acted: readonly string[];
}

const signed = (value: number): string => (value > 0 ? `+${value}` : value < 0 ? `−${-value}` : '');

function outcomeOf(rolls: readonly CheckRoll[]): Outcome {
  if (!rolls.length) return 'none';
  const good = rolls.filter((roll) => roll.success).length;
  return good === rolls.length ? 'success' : good === 0 ? 'failure' : 'mixed';
}

function cell(
  stage: Stage,
  needed: NeededValues,
  rolls: readonly CheckRoll[],
  critical = false,
  amounts: readonly AmountRoll[] = [],
): Cell {
  const asked = {
    hit: needed.hit_needed,
    wound: needed.wound_needed,
    save: needed.save_needed,
    fnp: needed.fnp_needed,
    damage: needed.damage,
  }[stage];
  const modifier = stage === 'hit' ? needed.hit_modifier : stage === 'wound' ? needed.wound_modifier : 0;
  return {
    needed: rolls.find((roll) => roll.needed)?.needed ?? asked ?? '–',
    modifier: signed(modifier),
    rolls,
    amounts,
    outcome: outcomeOf(rolls),
    critical,
  };
}

const one = <T>(roll: T | undefined): T[] => (roll ? [roll] : []);

/** The resolution table of the attacks under way: a row an attack, one row at least for each weapon. */
export function groupsOf(latest: LatestRoll): Group[] {
  return latest.miniature_rolls.flatMap((miniature) =>
    miniature.weapon_rolls.map((weapon) => {
      const needed = weapon.needed_values;
      const attacks = weapon.attacks.length ? weapon.attacks : [null];
      return {
        attacker: latest.unit_name,
        weapon: weapon.weapons > 1 ? `${weapon.weapon_name} ×${weapon.weapons}` : weapon.weapon_name,
        target: weapon.target_unit_name,
        damage: weapon.damage_taken,
        slain: weapon.models_killed,
        acted: weapon.acted ?? [],
        rows: attacks.map((attack): Row => ({
          cells: {
            hit: cell('hit', needed, one(attack?.hit_roll), attack?.critical_hit ?? false),
            wound: cell('wound', needed, one(attack?.wound_roll), attack?.critical_wound ?? false),
            save: cell('save', needed, one(attack?.save_roll), false),
            fnp: cell('fnp', needed, attack?.fnp_roll ?? [], false),
            damage: cell('damage', needed, [], false, one(attack?.damage_roll)),
          },
        })),
      };
    }),
  );
}

/** The attacks under way, or none; shots may answer what the enemy does in any phase. */
export function resolvingNow(state: GameState): LatestRoll | null {
  const latest = state.game_model.latest_roll;
  return latest?.stage === 'complete' ? null : latest;
}

/** What the attacks did to each target. */
function tolls(groups: readonly Group[]): [string, { damage: number; slain: number }][] {
  const totals = new Map<string, { damage: number; slain: number }>();
  for (const { target, damage, slain } of groups) {
    const known = totals.get(target) ?? { damage: 0, slain: 0 };
    totals.set(target, { damage: known.damage + damage, slain: known.slain + slain });
  }
  return [...totals];
}

/** What the keywords of the weapons did, each weapon once: 'Rifle: 2 extra hits (Sustained Hits 1)'. */
export const actedWords = (groups: readonly Group[]): string[] =>
  groups.flatMap(({ weapon, acted }) => (acted.length ? [`${weapon}: ${acted.join(', ')}`] : []));

/** 'Ash Walkers at Reed Hunters: 6 damage, 2 slain.' */
export function outcomeWords(groups: readonly Group[]): string {
  const parts = tolls(groups).map(
    ([target, { damage, slain }]) => `${target}: ${damage} damage${slain ? `, ${slain} slain` : ''}`,
  );
  return `${groups[0]?.attacker ?? ''} at ${parts.join('; ')}.`;
}

/** 'Reed Hunters: 2 slain; Mill Guard: 1 damage', for who is read it. */
export const targetWords = (groups: readonly Group[]): string =>
  tolls(groups)
    .map(([target, { damage, slain }]) => `${target}: ${slain ? `${slain} slain` : `${damage || 'no'} damage`}`)
    .join('; ');
