import type { GameState, UnitState } from '@/shared/api';
import { extentOf, partly, reachOf, touching, wholly, type Round } from '@/shared/bases';
import { BOARD_HEIGHT, BOARD_WIDTH, distance, inches, type Point } from '@/shared/geometry';
import { toPoint, unitOf } from '../board';
import { overEdge, type Storeys } from './floors';
import { BOARD, coherent, contains, inReach, plus, rise, toEdge, whollyWithin, type Disc } from './ghost';

/** A wall's two ends, and the name of the piece that it belongs to. */
export type Wall = readonly [from: Point, to: Point, piece: string];

/** What a ghost is measured against: the rules about where a unit may be put down, its way there left aside. */
export interface Ground {
  friends: readonly Disc[];
  enemies: readonly Disc[];
  walls: readonly Wall[];
  /** Where it has to stand wholly within; null for the board. */
  zone: readonly Point[] | null;
  /** Inches that it keeps from every enemy. */
  clear: number;
  /** The enemy's zone, which infiltrators keep away from. */
  foreign: readonly Point[] | null;
  /** Inches of an edge of the board within which it has to stand; null where it has not. */
  edge: number | null;
  /** The transport that it gets out of: it stands wholly within reach. */
  transport: readonly Disc[] | null;
  /** It has to come within engagement range: a charge. */
  engages: boolean;
  /** Pieces with floors above the ground, and how high a base of the unit stands at a place. */
  storeys?: readonly Storeys[];
  lift?: (place: Point) => number;
}

/** Widest gap at which units are engaged; what infiltrators, scouts and reserves keep; reach of a board edge, of a transport. */
const ENGAGEMENT = 1;
const FAR = 9;
const EDGE = 6;
const REACH = 3;
const TOLERANCE = 1e-6;

export const OPEN: Ground = {
  friends: [],
  enemies: [],
  walls: [],
  zone: null,
  clear: ENGAGEMENT,
  foreign: null,
  edge: null,
  transport: null,
  engages: false,
};

const has = (unit: UnitState, name: RegExp): boolean =>
  [...unit.keywords, ...unit.abilities.map((each) => each.name)].some((each) => name.test(each));
export const infiltrates = (unit: UnitState): boolean => has(unit, /^infiltrators$/i);

/** A deployment zone of an army, in inches; null before zones are chosen. */
export function zoneOf(
  { map_data: { deployment_zones: zones }, game_model: { armies } }: GameState,
  side: 0 | 1,
): Point[] | null {
  const zone = zones.find((each) => each.owner_army_index === side) ?? zones[armies[side].deployment_zone ?? side];
  return zone ? zone.shape.map(toPoint) : null;
}

type Asked = Pick<Ground, 'clear' | 'foreign' | 'edge' | 'transport' | 'engages'>;

/** Moves that may end at the enemy: only his bases are in the way. */
export const CLOSING: ReadonlySet<string> = new Set(['charge', 'pile_in', 'consolidate']);
const TOUCHING = -2 * TOLERANCE;

/** What the rules ask of the place of a unit that is to be put down now. */
export function askedOf(state: GameState, unit: UnitState, discsOf: (unit: UnitState) => Disc[]): Asked {
  const none: Asked = { clear: ENGAGEMENT, foreign: null, edge: null, transport: null, engages: false };
  const carrier = unitOf(state, unit.inside?.uuid ?? null);
  if (carrier) return { ...none, transport: discsOf(carrier) };
  const why = state.request?.kinds[0] === 'place' && state.request.unit_uuid === unit.uuid ? state.request.why : '';
  if (CLOSING.has(why)) return { ...none, clear: TOUCHING, engages: why === 'charge' };
  if (state.request?.why === 'scouts') return { ...none, clear: FAR };
  if (unit.in_reserves) return { ...none, clear: FAR, edge: has(unit, /^deep strike$/i) ? null : EDGE };
  if (state.game_model.phase === 'deployment' && infiltrates(unit))
    return { ...none, clear: FAR, foreign: zoneOf(state, unit.army_index === 0 ? 1 : 0) };
  return none;
}

const level = (a: Disc, b: Disc): boolean => rise(a, b) <= TOLERANCE;

const touches = (discs: readonly Disc[], others: readonly Disc[], gap = -TOLERANCE, near = level): boolean =>
  discs.some((a) => others.some((b) => near(a, b) && touching(a, b, gap)));

/** Those of `others` that some of the bases might come within `reach` of: the rest needs no measuring. */
function about(discs: readonly Disc[], others: readonly Disc[], reach: number): readonly Disc[] {
  let [left, right, top, bottom] = [Infinity, -Infinity, Infinity, -Infinity];
  for (const each of discs) {
    const [{ at }, room] = [each, extentOf(each)];
    left = Math.min(left, at.x - room.x);
    right = Math.max(right, at.x + room.x);
    top = Math.min(top, at.y - room.y);
    bottom = Math.max(bottom, at.y + room.y);
  }
  return others.filter((other) => {
    const { x, y } = other.at;
    const far = reachOf(other) + reach;
    return x >= left - far && x <= right + far && y >= top - far && y <= bottom + far;
  });
}

/** What keeps its distance across keeps it whatever floor anybody is on. */
const anyFloor = (): boolean => true;

/** Whether one of the bases that moved stands on another of its own unit. */
const onItself = (moved: readonly Disc[], discs: readonly Disc[]): boolean =>
  moved.some((a) => discs.some((b) => a !== b && level(a, b) && touching(a, b, -TOLERANCE)));

const onWall = (disc: Disc, [from, to]: Wall): boolean =>
  partly(disc, ({ at, radius }) => toEdge(at, from, to) < radius - TOLERANCE);

function nearZone(zone: readonly Point[], { at, radius }: Round): boolean {
  return (
    contains(zone, at) ||
    zone.some(
      (corner, index) => toEdge(at, corner, zone[(index + 1) % zone.length] ?? corner) < FAR + radius - TOLERANCE,
    )
  );
}

/** Whether all of a base lies within so many inches of one edge of the board. */
function atEdge(disc: Disc, reach: number): boolean {
  const { x, y } = disc.at;
  const room = extentOf(disc);
  const [across, down] = [reach - room.x + TOLERANCE, reach - room.y + TOLERANCE];
  return x <= across || y <= down || x >= BOARD_WIDTH - across || y >= BOARD_HEIGHT - down;
}

const beside = (disc: Disc, transport: readonly Disc[]): boolean =>
  transport.some((each) =>
    wholly(disc, ({ at, radius }) =>
      partly(each, (round) => distance(at, round.at) + radius <= REACH + round.radius + TOLERANCE),
    ),
  );

/**
 * What stands in the way of putting the bases down here, in a few words; empty where nothing does. `still` are those of
 * them that have not moved, which are at fault for nothing but what hangs together.
 */
export function trouble(discs: readonly Disc[], ground: Ground, still: ReadonlySet<Disc> = new Set()): string {
  const { walls, zone, clear, foreign, edge, transport } = ground;
  const moved = still.size ? discs.filter((each) => !still.has(each)) : discs;
  const friends = about(moved, ground.friends, 0);
  const enemies = about(moved, ground.enemies, clear + TOLERANCE);
  if (!moved.every((each) => whollyWithin(BOARD, each))) return 'Off the board';
  if (zone && !moved.every((each) => whollyWithin(zone, each))) return 'Outside the zone';
  if (touches(moved, friends) || touches(moved, enemies) || onItself(moved, discs)) return 'On another base';
  const wall = walls.find((each) => moved.some((disc) => onWall(disc, each)));
  if (wall) return `Across a wall: ${wall[2]}`;
  const edged = moved.flatMap((each) => overEdge(ground.storeys ?? [], each) ?? [])[0];
  if (edged) return `Over the edge of the floor: ${edged}`;
  if (touches(moved, enemies, clear + TOLERANCE, clear > ENGAGEMENT ? anyFloor : inReach))
    return `Within ${clear}″ of an enemy`;
  if (foreign && moved.some((each) => partly(each, (round) => nearZone(foreign, round))))
    return `Within ${FAR}″ of the enemy’s zone`;
  if (edge !== null && !moved.every((each) => atEdge(each, edge))) return `Not within ${edge}″ of an edge`;
  if (transport && !moved.every((each) => beside(each, transport))) return `Not within ${REACH}″ of its transport`;
  if (ground.engages && !touches(discs, ground.enemies, ENGAGEMENT + TOLERANCE, inReach))
    return `Not within ${ENGAGEMENT}″ of an enemy`;
  return coherent(discs) ? '' : 'Out of coherency';
}

/** How far from the wanted place free ground is looked for, and how finely. */
const SEARCH = 8;
const STEP = 0.5;
const WAYS = 16;

/** The shift nearest to `wanted` with which the bases stand free, by `fits` too; `wanted` itself where there is none. */
export function nearestFree(
  discs: readonly Disc[],
  wanted: Point,
  ground: Ground,
  fits: (shift: Point) => boolean = () => true,
): Point {
  const free = (shift: Point): boolean =>
    fits(shift) &&
    !trouble(
      discs.map((each) => {
        const at = plus(each.at, shift);
        return { ...each, at, height: ground.lift?.(at) ?? 0 };
      }),
      ground,
    );
  if (free(wanted)) return wanted;
  for (let far = STEP; far <= SEARCH; far += STEP) {
    for (let way = 0; way < WAYS; way += 1) {
      const angle = (way * 2 * Math.PI) / WAYS;
      const shift = plus(wanted, { x: inches(far * Math.cos(angle)), y: inches(far * Math.sin(angle)) });
      if (free(shift)) return shift;
    }
  }
  return wanted;
}
