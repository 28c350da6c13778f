import { fields, flattened, isFields, list, number, point, text, type Action, type Fields } from '@/shared/battle-log';
import type { Point } from '@/shared/geometry';
import { readDice, type WeaponDice } from '@/features/dice-table';

/** Details are read when an entry is opened. Each reader gives null when the entry has none of its fields. */

export interface MovementDetails {
  unit: string;
  action: string;
  from: Point | null;
  to: Point | null;
  instructions: string;
  rationale: string;
}

export interface ChargeDetails {
  charger: string;
  target: string;
  roll: number | null;
  dice: number[];
  needed: string;
  success: boolean | null;
  from: Point | null;
  to: Point | null;
}

export interface BattleshockDetails {
  unit: string;
  roll: number | null;
  dice: number[];
  leadership: string;
  passed: boolean | null;
}

export interface AbilityDetails {
  name: string;
  unit: string;
  targets: string;
  description: string;
  /** In command points; null where the entry states none. */
  cost: number | null;
  /** What lasts: on which unit, what, how long. */
  effects: string[];
  outcome: string[];
}

export interface CombatTarget {
  unit: string;
  location: Point | null;
  damage: number;
  killed: number;
  remaining: number | null;
  weapons: WeaponDice[];
  results: string[];
}

export interface CombatDetails {
  attacker: string;
  targets: CombatTarget[];
}

const yesNo = (value: unknown): boolean | null => (typeof value === 'boolean' ? value : null);
const numbers = (value: unknown): number[] =>
  list(value)
    .map(number)
    .filter((each) => each !== null);
const named = (value: unknown): string => (isFields(value) ? text(value.name) || text(value.unit_name) : text(value));

export function readMovement(action: Action): MovementDetails | null {
  const raw = flattened(action.raw);
  const details: MovementDetails = {
    unit: text(raw.unit_name),
    action: text(raw.movement_action),
    from: point(raw.starting_position),
    to: point(raw.ending_position),
    instructions: sentences(raw.instructions),
    rationale: sentences(raw.rationale),
  };
  return Object.values(details).some(Boolean) ? details : null;
}

const sentences = (value: unknown): string =>
  Array.isArray(value) ? value.map(text).filter(Boolean).join(' ') : text(value);

export function readCharge(action: Action): ChargeDetails | null {
  const raw = flattened(action.raw);
  const charger = text(raw.charging_name) || named(raw.charging_unit);
  const target = text(raw.target_name) || named(raw.target_unit);
  const details = {
    charger,
    target,
    roll: number(raw.roll),
    dice: numbers(raw.dice),
    needed: text(raw.needed),
    success: yesNo(raw.success),
    from: point(raw.start_location) ?? point(fields(raw.charging_unit).location),
    to: point(raw.end_location) ?? point(fields(raw.target_unit).location),
  };
  return charger || target || details.roll !== null ? details : null;
}

export function readBattleshock(action: Action): BattleshockDetails | null {
  const raw = flattened(action.raw);
  const details = {
    unit: text(raw.unit_name),
    roll: number(raw.roll),
    dice: numbers(raw.dice),
    leadership: text(raw.leadership),
    passed: yesNo(raw.passed),
  };
  return details.unit || details.roll !== null ? details : null;
}

const LASTS: Record<string, string> = {
  phase: 'until the phase ends',
  turn: 'until the turn ends',
  round: 'until the round ends',
  battle: 'until the battle ends',
};

function lasting(value: unknown): string {
  if (!isFields(value)) return text(value);
  const duration = text(value.duration);
  const [name, on, effect, until] = [
    text(value.name),
    text(value.on),
    text(value.effect),
    LASTS[duration] ?? duration.replaceAll('_', ' '),
  ];
  return `${[name && `${name}:`, effect, on && `for ${on}`].filter(Boolean).join(' ')}${until && `, ${until}`}`;
}

export function readAbility(action: Action): AbilityDetails | null {
  const raw = flattened(action.raw);
  const details = {
    name: text(raw.ability_name),
    unit: text(raw.unit_name),
    targets: list(raw.target_units).map(named).filter(Boolean).join(', ') || text(raw.target_name),
    description: text(raw.description),
    cost: number(raw.cost),
    effects: list(raw.effects).map(lasting).filter(Boolean),
    outcome: list(raw.outcome).map(text).filter(Boolean),
  };
  return details.name || details.unit || details.description ? details : null;
}

/** Dice of something that befalls a unit, as a break-out, and the least that lets it be; null where there are none. */
export function readRoll(action: Action): { dice: number[]; needed: number } | null {
  const raw = flattened(action.raw);
  const [dice, needed] = [numbers(raw.dice), number(raw.needed)];
  return dice.length && needed !== null ? { dice, needed } : null;
}

function target(value: unknown): CombatTarget {
  const raw = fields(value);
  return {
    unit: named(raw.unit_name) || named(raw.unit) || text(raw.name),
    location: point(raw.location),
    damage: number(raw.total_damage_taken) ?? 0,
    killed: number(raw.models_killed) ?? 0,
    remaining: number(raw.models_remaining),
    weapons: readDice(raw.dice_logs),
    results: list(raw.damage_logs)
      .map((each) => (isFields(each) ? text(each.message) : text(each)))
      .filter(Boolean),
  };
}

export function readCombat(action: Action): CombatDetails | null {
  const raw = flattened(action.raw);
  const targets = list(raw.targets).map(target);
  return targets.length ? { attacker: named(raw.attacker_unit), targets } : null;
}

/** Models and damage lost over all targets; null where nothing was attacked. Reads no dice. */
export function readLosses(action: Action): { lost: number; damage: number } | null {
  const targets = list(flattened(action.raw).targets).map(fields);
  const sum = (name: string) => targets.reduce((total, each) => total + (number(each[name]) ?? 0), 0);
  return targets.length ? { lost: sum('models_killed'), damage: sum('total_damage_taken') } : null;
}

/** Names and ids of the units that an entry speaks of. */
export function involvedUnits(action: Action): string[] {
  const raw: Fields = flattened(action.raw);
  const own = [
    raw.unit_name,
    raw.attacker_unit,
    raw.charging_name,
    raw.charging_unit,
    raw.target_name,
    raw.target_unit,
  ].map(named);
  const ids = [raw.unit_uuid, raw.attacker_uuid, fields(raw.charging_unit).uuid, fields(raw.target_unit).uuid].map(
    text,
  );
  const targets = list(raw.targets)
    .map(fields)
    .flatMap((each) => [named(each.unit_name), text(each.unit_uuid)]);
  return [...new Set([...own, ...ids, ...targets])].filter(Boolean);
}

/** Who acts in an entry, by id where it states one, else by name; empty where nobody does. */
export function actorOf(action: Action): string {
  const raw: Fields = flattened(action.raw);
  const id = text(raw.attacker_uuid) || text(fields(raw.charging_unit).uuid) || text(raw.unit_uuid);
  return id || named(raw.attacker_unit) || text(raw.charging_name) || named(raw.charging_unit) || text(raw.unit_name);
}

/** What an entry can be filtered and drawn by. */
export type ActionKind = 'movement' | 'shooting' | 'combat' | 'charge' | 'battleshock' | 'other';

export function actionKind(action: Action): ActionKind {
  switch (action.type) {
    case 'movement':
      return 'movement';
    case 'charge':
      return 'charge';
    case 'battleshock':
    case 'battle_shock':
      return 'battleshock';
    case 'shooting':
      return 'shooting';
    // Shots can also be fired in answer to a move: only the combat phase is fought hand to hand.
    case 'combat':
      return action.phase === 'combat' ? 'combat' : 'shooting';
    default:
      return 'other';
  }
}
