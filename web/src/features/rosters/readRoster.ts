import { fields, isFields, list, number, text, type Fields } from '@/shared/battle-log';

/** A roster as the server sends it (`roster_dict`), checked field by field: it may come from the browser's own storage. */
export interface Roster {
  name: string;
  system: string;
  faction: string;
  detachment: string;
  pointsStated: number | null;
  pointsComputed: number | null;
  playable: boolean;
  reason: string;
  units: Unit[];
}

export interface Unit {
  key: string;
  name: string;
  label: string;
  points: number | null;
  role: string;
  warlord: boolean;
  leftOut: boolean;
  keywords: string[];
  models: Model[];
  abilities: Ability[];
  profiles: Profile[];
}

export interface Model {
  name: string;
  count: number;
  stats: [string, string][];
  ranged: Weapon[];
  melee: Weapon[];
}
export interface Weapon {
  name: string;
  count: number;
  range: string;
  attacks: string;
  skill: string;
  strength: string;
  ap: string;
  damage: string;
  keywords: string[];
}
export interface Ability {
  name: string;
  text: string;
  effects: string[];
  byHand: boolean;
}
/** A stat line of another game's shape, as it stands in the file. */
export interface Profile {
  name: string;
  kind: string;
  values: [string, string][];
}

/** Inches, target numbers and plain numbers as they are printed on a card. */
const PRINTED: [string, string, (value: number) => string][] = [
  ['M', 'movement', (value) => `${value}″`],
  ['T', 'toughness', String],
  ['SV', 'save', (value) => `${value}+`],
  ['W', 'wounds', String],
  ['LD', 'leadership', (value) => `${value}+`],
  ['OC', 'objective_controlled', String],
  ['INV', 'invuln', (value) => `${value}+`],
  ['FNP', 'fnp', (value) => `${value}+`],
];

const texts = (value: unknown): string[] => list(value).map(text).filter(Boolean);

function weapon(raw: Fields): Weapon {
  const range = text(raw.range);
  return {
    name: text(raw.name),
    count: number(raw.count) ?? 1,
    range: /^\d/.test(range) ? `${range}″` : range,
    attacks: text(raw.attacks),
    skill: text(raw.skill),
    strength: text(raw.strength),
    ap: text(raw.ap),
    damage: text(raw.damage),
    keywords: texts(raw.keywords),
  };
}

function model(raw: Fields): Model {
  const stats = PRINTED.flatMap(([label, key, print]): [string, string][] => {
    const value = number(raw[key]);
    return value === null ? [] : [[label, print(value)]];
  });
  return {
    name: text(raw.name),
    count: number(raw.count) ?? 1,
    stats,
    ranged: list(raw.ranged_weapons).map(fields).map(weapon),
    melee: list(raw.melee_weapons).map(fields).map(weapon),
  };
}

const ability = (raw: Fields): Ability => ({
  name: text(raw.name),
  text: text(raw.text),
  effects: texts(raw.effects),
  byHand: raw.by_hand === true,
});

function profile(raw: Fields): Profile {
  return {
    name: text(raw.name),
    kind: text(raw.type),
    values: Object.entries(fields(raw.characteristics))
      .map(([key, value]): [string, string] => [key, text(value)])
      .filter(([, value]) => value),
  };
}

function unit(raw: Fields, index: number): Unit {
  const name = text(raw.name) || 'Unit';
  return {
    key: text(raw.uid) || String(index),
    name,
    label: text(raw.label) || name,
    points: number(raw.points),
    role: text(raw.role),
    warlord: raw.warlord === true,
    leftOut: raw.left_out === true,
    keywords: [...texts(raw.keywords), ...texts(raw.faction_keywords)],
    models: list(raw.models).map(fields).map(model),
    abilities: list(raw.abilities).map(fields).map(ability),
    profiles: list(raw.profiles).map(fields).map(profile),
  };
}

/** Null for what is no roster at all. */
export function readRoster(raw: unknown): Roster | null {
  if (!isFields(raw) || !Array.isArray(raw.units)) return null;
  return {
    name: text(raw.name) || 'Roster',
    system: text(raw.system),
    faction: text(raw.faction),
    detachment: text(raw.detachment),
    pointsStated: number(raw.points_stated),
    pointsComputed: number(raw.points_computed),
    playable: raw.playable === true,
    reason: text(raw.reason) || text(raw.why_not),
    units: raw.units.map(fields).map(unit),
  };
}

export const modelsIn = (units: readonly Unit[]): number =>
  units.reduce((sum, each) => sum + each.models.reduce((inner, group) => inner + group.count, 0), 0);

/** A remark of the import; `where` is a path in the file. */
export interface Remark {
  code: string;
  severity: string;
  message: string;
  where: string[];
}

const WEIGHT: Record<string, number> = { error: 0, warning: 1 };

/** Remarks that say the same are one remark with several places; what matters most comes first. */
export function readReport(raw: unknown): Remark[] {
  const found = new Map<string, Remark>();
  for (const each of list(raw).map(fields)) {
    const [code, severity, message, where] = [
      text(each.code),
      text(each.severity) || 'info',
      text(each.message),
      text(each.where),
    ];
    const known = found.get(severity + message) ?? { code, severity, message, where: [] };
    if (where && !known.where.includes(where)) known.where.push(where);
    found.set(severity + message, known);
  }
  return [...found.values()].sort((a, b) => (WEIGHT[a.severity] ?? 2) - (WEIGHT[b.severity] ?? 2));
}
