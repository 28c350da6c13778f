import {
  actionGraphics,
  actionKind,
  actorOf,
  involvedUnits,
  readBattleshock,
  readCharge,
  readCombat,
  readRoll,
} from '@/features/actions';
import type { Graphic } from '@/features/battle-map';
import type { WeaponDice } from '@/features/dice-table';
import { fields, flattened, list, number, points, text, type Action } from '@/shared/battle-log';
import { distance, type Point } from '@/shared/geometry';

/** What is said behind a roll that may still be rerolled. */
export const SO_FAR = '(so far: the roll may still be changed)';

/** A die that fell, and whether it was enough; null where nothing was needed. */
export interface Fallen {
  face: number;
  success: boolean | null;
  critical: boolean;
}

/** The dice of one stage: what was needed, all that fell, and how many were enough. */
export interface DiceRow {
  label: string;
  dice: readonly Fallen[];
  good: number;
}

/** A unit's way from where it stood to where it stands, inches. */
export interface Walk {
  unitId: string;
  points: readonly Point[];
}

/** How many miniatures and wounds a unit lost, by its id. */
export interface Toll {
  unit: string;
  killed: number;
  damage: number;
}

/** One thing that happened, as the film shows it: a picture on the map, a sentence, and dice. */
export interface Beat {
  id: number;
  text: string;
  /** Of attacks only what they came to, without how many of them hit and wounded; else the whole sentence. */
  brief: string;
  /** What of its attacks the sentence leaves out: '2 unsaved, 4 damage'; empty where there is nothing more. */
  besides: string;
  /** Who acts, by id or by name. */
  actor: string;
  graphics: readonly Graphic[];
  involved: readonly string[];
  rows: readonly DiceRow[];
  walk: Walk | null;
  tolls: readonly Toll[];
  /** A charge whose dice were not enough. */
  short: boolean;
  /** Shown where there is no room for dice of every day. */
  rare: boolean;
  /** How long it is shown at the normal pace, in milliseconds. */
  ms: number;
}

const STAGES = [
  ['hit', 'Hit'],
  ['wound', 'Wound'],
  ['save', 'Save'],
  ['fnp', 'Ignore'],
  ['damage', 'Damage'],
] as const;

const MS = {
  movement: 650,
  charge: 1200,
  combat: 1600,
  shooting: 1600,
  battleshock: 1200,
  other: 900,
  first: 2200,
} as const;
const SCORES: ReadonlySet<string> = new Set(['primary_score', 'secondary_score']);

const rowOf = (label: string, dice: readonly Fallen[]): DiceRow[] =>
  dice.length ? [{ label, dice, good: dice.filter((each) => each.success).length }] : [];

/** The dice of attacks by stage, over all weapons: 'Hit 3+'. */
function attackRows(weapons: readonly WeaponDice[]): DiceRow[] {
  return STAGES.flatMap(([stage, label]) => {
    const rolls = weapons.flatMap((each) => each.attacks.flatMap((attack) => attack[stage]));
    const needed = [...new Set(rolls.map((each) => each.needed))];
    const dice = rolls.flatMap(({ roll, success, critical }) =>
      roll === null ? [] : [{ face: roll, success: stage === 'damage' ? null : success, critical }],
    );
    return rowOf(needed.length === 1 && needed[0] && stage !== 'damage' ? `${label} ${needed[0]}` : label, dice);
  });
}

const plain = (dice: readonly number[], success: boolean | null): Fallen[] =>
  dice.map((face) => ({ face, success, critical: false }));

/** The dice for the first turn, of both armies; of ties only the last. */
function firstTurn(action: Action): DiceRow[] {
  const [blue, red] = list(list(flattened(action.raw).rolls).at(-1)).map(number);
  if (typeof blue !== 'number' || typeof red !== 'number') return [];
  return [...rowOf('Blue', plain([blue], blue > red)), ...rowOf('Red', plain([red], red > blue))];
}

const isFirstTurn = (action: Action): boolean => text(flattened(action.raw).action) === 'first_turn_roll';

/** Miniatures that fall back through enemies: seldom, and it may cost them. */
const isBreakOut = (action: Action): boolean => text(flattened(action.raw).action) === 'break_out';

/** The dice of a hazard, a demise or a break-out: 'Break-out 3+'. */
function causeRows(action: Action): DiceRow[] {
  const roll = readRoll(action);
  if (!roll) return [];
  const dice = roll.dice.map((face) => ({ face, success: face >= roll.needed, critical: false }));
  return rowOf(`${action.label} ${roll.needed}+`, dice);
}

function rowsOf(action: Action): DiceRow[] {
  if (isFirstTurn(action)) return firstTurn(action);
  const kind = actionKind(action);
  if (kind === 'charge') {
    const charge = readCharge(action);
    return charge ? rowOf(`Charge ${charge.needed}+`, plain(charge.dice, charge.success)) : [];
  }
  if (kind === 'battleshock') {
    const test = readBattleshock(action);
    return test ? rowOf(`Battle-shock ${test.leadership}+`, plain(test.dice, test.passed)) : [];
  }
  if (kind === 'movement') {
    const roll = number(flattened(action.raw).roll);
    return roll === null ? [] : rowOf('Advance', plain([roll], null));
  }
  if (action.type === 'abilities') return causeRows(action);
  return attackRows((readCombat(action)?.targets ?? []).flatMap((each) => each.weapons));
}

/** The way of the unit that an entry moves: along the miniature that had to turn most often. */
function walkOf(action: Action): Walk | null {
  const raw = flattened(action.raw);
  const unitId = text(raw.unit_uuid) || text(fields(raw.charging_unit).uuid);
  const ways = list(raw.paths).map(points);
  const [longest] = ways.sort((a, b) => b.length - a.length);
  const [first, last] = [longest?.[0], longest?.at(-1)];
  return unitId && longest && first && last && distance(first, last) > 0.2 ? { unitId, points: longest } : null;
}

/** How many saves failed, and the damage where the sentence counts the slain alone; of all targets together. */
function besidesOf(action: Action): string {
  const combat = readCombat(action);
  if (!combat) return '';
  const saves = combat.targets
    .flatMap((each) => each.weapons)
    .flatMap((each) => each.attacks)
    .flatMap((each) => each.save);
  const unsaved = saves.filter((each) => each.success === false).length;
  const damage = combat.targets.reduce((sum, each) => sum + each.damage, 0);
  // Of each target the sentence counts the slain, or else the damage.
  const said = combat.targets.some((each) => each.damage > 0 && !each.killed);
  const parts = [
    ...(saves.length ? [`${unsaved || 'none'} unsaved`] : []),
    ...(damage && !said ? [`${damage} damage`] : []),
  ];
  return parts.length && combat.targets.length > 1 ? `${parts.join(', ')} in all` : parts.join(', ');
}

/** How many miniatures and wounds each unit lost, by an entry of the log. */
function tollsOf(action: Action): Toll[] {
  const raw = flattened(action.raw);
  return [raw, ...[...list(raw.targets), ...list(raw.losses)].map(fields)]
    .map((each) => ({
      unit: text(each.unit_uuid) || text(each.uuid),
      killed: number(each.models_killed) ?? number(each.removed) ?? 0,
      damage: number(each.total_damage_taken) ?? 0,
    }))
    .filter(({ unit, killed, damage }) => unit && (killed > 0 || damage > 0));
}

/** Whether an entry is worth a picture: what moved, rolled, was used, removed or scored. */
function isShown(action: Action): boolean {
  if (isFirstTurn(action)) return true;
  if (action.undone || action.phase === 'deployment') return false;
  const named = text(flattened(action.raw).action);
  if (action.type === 'movement') return walkOf(action) !== null;
  if (action.type === 'battleshock') return number(flattened(action.raw).roll) !== null;
  if (named === 'coherency') return true;
  return action.type === 'charge' || action.type === 'combat' || action.type === 'abilities' || SCORES.has(named);
}

/** What is shown of entries of the log, in their order. */
export const beatsOf = (actions: readonly Action[]): Beat[] =>
  actions.filter(isShown).map((action) => ({
    id: action.id,
    text: action.message,
    brief: text(flattened(action.raw).in_brief) || action.message,
    besides: besidesOf(action),
    actor: actorOf(action),
    graphics: SCORES.has(text(flattened(action.raw).action)) ? [] : actionGraphics(action),
    involved: involvedUnits(action),
    rows: rowsOf(action),
    walk: walkOf(action),
    tolls: tollsOf(action),
    short: actionKind(action) === 'charge' && readCharge(action)?.success === false,
    rare: isFirstTurn(action) || isBreakOut(action),
    ms: isFirstTurn(action) ? MS.first : MS[actionKind(action)],
  }));

/** More letters than three lines over a phone's map have. */
const LONG = 120;

export const isLong = ({ text: said, besides }: Beat): boolean => said.length + besides.length > LONG;
