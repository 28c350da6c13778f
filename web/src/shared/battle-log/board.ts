import { facingOf, type Base } from '@/shared/bases';
import { inches } from '@/shared/geometry';
import { fields, isFields, list, measure, number, point, points, text } from './read';
import type {
  Board,
  BoardPatch,
  BoardUnit,
  DeploymentZone,
  Fields,
  Miniature,
  NamedDistance,
  Objective,
  Profile,
  Score,
  Terrain,
  UnitStats,
  Weapon,
} from './types';

/** The numbers of a sheet and their short names, in the order of the specification. */
export const ATTRIBUTES = [
  ['movement', 'M'],
  ['toughness', 'T'],
  ['wounds', 'W'],
  ['leadership', 'LD'],
  ['objective_controlled', 'OC'],
  ['save', 'Sv'],
  ['invuln', 'Inv'],
  ['fnp', 'FNP'],
] as const;

function weapon(value: unknown): Weapon {
  const raw = fields(value);
  return {
    name: text(raw.name),
    count: number(raw.count),
    range: measure(raw.weapon_range),
    attacks: text(raw.attacks),
    skill: text(raw.skill),
    strength: text(raw.strength),
    ap: text(raw.ap),
    damage: text(raw.damage),
    keywords: list(raw.keywords).map(text).filter(Boolean),
  };
}

function profile(value: unknown): Profile {
  const raw = fields(value);
  const attributes = Object.fromEntries(
    Object.entries(fields(raw.attributes)).map(([key, each]) => [
      key,
      key === 'movement' && typeof each === 'number' ? `${each}″` : text(each),
    ]),
  );
  return {
    name: text(raw.name),
    count: number(raw.count),
    alive: number(raw.alive),
    attributes,
    ranged: list(raw.ranged_weapons).map(weapon),
    melee: list(raw.melee_weapons).map((each) => ({ ...weapon(each), range: null })),
  };
}

function distances(value: unknown): NamedDistance[] {
  return list(value).flatMap((each) => {
    const raw = fields(each);
    const distance = measure(raw.distance);
    return distance === null ? [] : [{ name: text(raw.target_unit_name) || text(raw.name), distance }];
  });
}

function stats(value: Fields): UnitStats {
  return {
    aliveCount: number(value.alive_count),
    profiles: list(value.miniatures).map(profile),
    abilities: list(value.abilities).map((each) => ({
      name: text(fields(each).name),
      description: text(fields(each).description),
    })),
    objectiveDistances: distances(value.objective_distances),
    enemyDistances: distances(value.enemy_distances),
    friendlyDistances: distances(value.friendly_distances),
  };
}

const readSheets = new WeakMap<Fields, UnitStats>();

/** A unit's sheet; null where the log has none. Read once, when first asked for: a long battle has thousands. */
export function statsOf({ sheet }: Pick<BoardUnit, 'sheet'>): UnitStats | null {
  if (!sheet) return null;
  const known = readSheets.get(sheet) ?? stats(sheet);
  readSheets.set(sheet, known);
  return known;
}

/** What an oval or rectangular base says more than a round one. */
function longBase(raw: Fields): Omit<Base, 'radius'> {
  const length = number(raw.length) ?? 0;
  return length > 0 ? { length, rectangular: raw.rectangular === true, facing: facingOf(number(raw.facing) ?? 0) } : {};
}

/** Figures of a log stand at x and y, miniatures of a game have a place. */
function miniature(value: unknown): Miniature[] {
  const raw = fields(value);
  const at = point(raw.location) ?? point(raw);
  if (!at) return [];
  return [
    {
      ...at,
      radius: measure(raw.radius) ?? inches(0.63),
      wounds: number(raw.wounds) ?? 1,
      alive: raw.alive !== false,
      elevation: number(raw.elevation) ?? 0,
      ...longBase(raw),
    },
  ];
}

/** The path may stand under `transponder`, `Transponder` or any other casing. */
function transponder(raw: Fields): string | null {
  const key = Object.keys(raw).find((each) => each.toLowerCase() === 'transponder');
  return key ? text(raw[key]) || null : null;
}

/** A unit as a log and the state of a game both have it. */
export function readUnit(value: unknown): BoardUnit {
  const raw = fields(value);
  const miniatures = list(raw.miniatures).flatMap(miniature);
  const name = text(raw.name) || 'Unnamed unit';
  return {
    id: text(raw.uuid) || name,
    armyId: text(raw.army_uuid),
    order: number(raw.order),
    name,
    location: point(raw.location),
    transponder: transponder(raw),
    deployed: raw.deployed !== false,
    inReserves: raw.in_reserves === true,
    battleShocked: raw.battle_shocked === true,
    keywords: list(raw.keywords).map(text),
    status: {
      movement: text(raw.movement_action_type),
      shot: raw.shot === true,
      charged: raw.charged === true,
      fought: raw.fought === true,
      inCover: raw.in_cover === true,
      led: list(raw.leaders).length > 0,
      passengers: number(raw.passengers) ?? 0,
      raised: Math.max(0, ...miniatures.flatMap(({ alive, elevation }) => (alive ? elevation : []))),
    },
    miniatures,
    sheet: isFields(raw.unit_stats) ? raw.unit_stats : null,
  };
}

function terrain(value: unknown): Terrain {
  const raw = fields(value);
  const name = text(raw.name);
  const obscuring = raw.obscuring === true;
  const walls = list(raw.walls).flatMap((each) => {
    const [from, to] = points(each);
    return from && to ? [[from, to] as [typeof from, typeof to]] : [];
  });
  return {
    name,
    coordinates: points(raw.coordinates),
    obscuring,
    height: measure(raw.height),
    walls,
    floors: list(raw.floors).flatMap((each) => number(each) ?? []),
    building: /building/i.test(name),
  };
}

/** Names that say no more than a number does. */
const NUMBERED = /^(objective)?\s*\d*$/i;

/** "Objective 2, The Mill": its number on the map, from 0 here, and its name where it has one. */
export const objectiveCalled = (index: number, name: string): string =>
  [`Objective ${index + 1}`, ...(NUMBERED.test(name.trim()) ? [] : [name.trim()])].join(', ');

function objective(value: unknown, index: number): Objective[] {
  const raw = fields(value);
  const location = point(raw.location);
  return location
    ? [
        {
          name: text(raw.name) || `Objective ${index + 1}`,
          location,
          heldBy: text(raw.held_by) || null,
          sticky: raw.sticky === true,
          worth: text(raw.worth),
        },
      ]
    : [];
}

function zone(value: unknown, index: number): DeploymentZone {
  const raw = fields(value);
  return {
    name: text(raw.name),
    owner: (number(raw.owner_army_index) ?? index) % 2 === 0 ? 0 : 1,
    shape: points(raw.shape),
  };
}

function score(value: unknown): Score {
  const raw = fields(value);
  return {
    armyId: text(raw.army_uuid),
    vp: number(raw.vp) ?? 0,
    cp: number(raw.cp) ?? 0,
    headStart: number(raw.head_start) ?? 0,
  };
}

const listOrNull = <T>(value: unknown, each: (value: unknown, index: number) => T): T[] | null =>
  Array.isArray(value) ? value.map(each) : null;

/** Terrain and deployment zones, of a log's first board or of a game's map. */
export function readGround(value: unknown): Pick<Board, 'terrain' | 'zones'> {
  const raw = fields(value);
  return { terrain: list(raw.terrain).map(terrain), zones: list(raw.deployment_zones).map(zone) };
}

export const readObjectives = (value: unknown): Objective[] => list(value).flatMap(objective);

/** A phase's board_state; parts that are absent stay null and are taken from the phase before. */
export function boardPatch(value: unknown): BoardPatch {
  const raw = fields(value);
  return {
    units: listOrNull(raw.units, readUnit),
    terrain: listOrNull(raw.terrain, terrain),
    objectives: listOrNull(raw.objectives, objective)?.flat() ?? null,
    zones: listOrNull(raw.deployment_zones, zone),
    scores: listOrNull(raw.scores, score),
  };
}

export const EMPTY_BOARD: Board = { units: [], terrain: [], objectives: [], zones: [], scores: [] };

/** The board of a phase: what it states, over what stood before; a unit without its sheet keeps the last known one. */
export function resolveBoard(before: Board, patch: BoardPatch): Board {
  const known = new Map(before.units.map((each) => [each.id, each.sheet]));
  return {
    units:
      patch.units?.map((each) => (each.sheet ? each : { ...each, sheet: known.get(each.id) ?? null })) ?? before.units,
    terrain: patch.terrain ?? before.terrain,
    objectives: patch.objectives ?? before.objectives,
    zones: patch.zones ?? before.zones,
    scores: patch.scores ?? before.scores,
  };
}
