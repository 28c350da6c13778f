import {
  ATTRIBUTES,
  fields,
  isFields,
  list,
  number,
  text,
  type Fields,
  type Profile,
  type Weapon,
} from '@/shared/battle-log';
import { inches } from '@/shared/geometry';

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
  /** Those of the army and its detachment. */
  abilities: Ability[];
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
  models: Profile[];
  abilities: Ability[];
  profiles: OtherProfile[];
}

export interface Ability {
  name: string;
  text: string;
  effects: string[];
  byHand: boolean;
}
/** A stat line of another game's shape, as it stands in the file. */
export interface OtherProfile {
  name: string;
  kind: string;
  values: [string, string][];
}

/** Inches and target numbers as they are printed on a card; other numbers stand by themselves. */
const PRINTED: Record<string, (value: number) => string> = {
  movement: (value) => `${value}″`,
  save: (value) => `${value}+`,
  leadership: (value) => `${value}+`,
  invuln: (value) => `${value}+`,
  fnp: (value) => `${value}+`,
};

const texts = (value: unknown): string[] => list(value).map(text).filter(Boolean);

/** A roster counts what each miniature carries, a sheet what all of them do. */
function weapon(raw: Fields, miniatures: number): Weapon {
  const range = number(raw.range);
  return {
    name: text(raw.name),
    count: (number(raw.count) ?? 1) * miniatures,
    range: range === null ? null : inches(range),
    attacks: text(raw.attacks),
    skill: text(raw.skill),
    strength: text(raw.strength),
    ap: text(raw.ap),
    damage: text(raw.damage),
    keywords: texts(raw.keywords),
  };
}

function model(raw: Fields): Profile {
  const attributes = ATTRIBUTES.flatMap(([key]): [string, string][] => {
    const value = number(raw[key]);
    return value === null ? [] : [[key, (PRINTED[key] ?? String)(value)]];
  });
  const count = number(raw.count) ?? 1;
  const carried = (weapons: unknown) =>
    list(weapons)
      .map(fields)
      .map((each) => weapon(each, count));
  return {
    name: text(raw.name),
    count,
    alive: null,
    attributes: Object.fromEntries(attributes),
    base: text(raw.base),
    ranged: carried(raw.ranged_weapons),
    melee: carried(raw.melee_weapons),
  };
}

const ability = (raw: Fields): Ability => ({
  name: text(raw.name),
  text: text(raw.text),
  effects: texts(raw.effects),
  byHand: raw.by_hand === true,
});

function profile(raw: Fields): OtherProfile {
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
    abilities: list(raw.abilities).map(fields).map(ability),
  };
}

export const modelsIn = (units: readonly Unit[]): number =>
  units.reduce((sum, each) => sum + each.models.reduce((inner, group) => inner + (group.count ?? 0), 0), 0);

/** A remark of the import, with its places as paths in the file; `times` counts the entries that say it. */
export interface Remark {
  code: string;
  severity: string;
  message: string;
  where: string[];
  times: number;
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
    const known = found.get(severity + message) ?? { code, severity, message, where: [], times: 0 };
    known.times += 1;
    if (where && !known.where.includes(where)) known.where.push(where);
    found.set(severity + message, known);
  }
  return [...found.values()].sort((a, b) => (WEIGHT[a.severity] ?? 2) - (WEIGHT[b.severity] ?? 2));
}
