import { inches, toMapPx, type Inches, type Point } from '@/shared/geometry';
import { statsOf, type Army, type BoardUnit } from '@/shared/battle-log';

export const SHAPES = ['circle', 'square', 'triangle'] as const;
export type Shape = (typeof SHAPES)[number];

/** How a unit is marked: the shape and letter go round within its army, the colour is the army's. */
export interface Mark {
  shape: Shape;
  letter: string;
  color: 0 | 1;
}

/** Translucent army colours of the log view. */
export const ARMY_FILL = ['var(--blue-fill)', 'var(--red-fill)'] as const;
export const ARMY_INK = ['var(--blue)', 'var(--red)'] as const;
export const ARMY_WORD = ['Blue', 'Red'] as const;

const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';

/**
 * Marks of all units, by unit id. A unit's place in its army's roster decides, so that a mark stays for the battle: a leader
 * is not on the board while it has joined a unit, and comes back when that is gone. In logs that do not say it, the order
 * of the units in the board decides.
 */
export function unitMarks(units: readonly BoardUnit[], armies: readonly Army[]): Map<string, Mark> {
  const order = armies.map((each) => each.id);
  const marks = new Map<string, Mark>();
  const seen = new Map<string, number>();
  for (const unit of units) {
    const index = unit.order ?? seen.get(unit.armyId) ?? 0;
    seen.set(unit.armyId, index + 1);
    if (!order.includes(unit.armyId)) order.push(unit.armyId);
    const color =
      armies.find((each) => each.id === unit.armyId)?.colorIndex ?? (order.indexOf(unit.armyId) % 2 === 0 ? 0 : 1);
    marks.set(unit.id, {
      shape: SHAPES[index % SHAPES.length] ?? 'circle',
      letter: LETTERS[index % LETTERS.length] ?? '?',
      color,
    });
  }
  return marks;
}

/** Outline of a marker of half-width `r`, centred on 0, 0. */
export function shapePath(shape: Shape, r: number): string {
  if (shape === 'square') return `M${-r} ${-r}H${r}V${r}H${-r}Z`;
  if (shape === 'triangle') return `M0 ${-1.2 * r}L${1.15 * r} ${0.85 * r}H${-1.15 * r}Z`;
  return `M${-r} 0A${r} ${r} 0 1 1 ${r} 0A${r} ${r} 0 1 1 ${-r} 0Z`;
}

/** "Ashen Marsh Rangers" becomes "A. M. Rangers" or, still too long, "Rangers"; who joined them becomes a plus. */
export function shortName(name: string, most = 14): string {
  const [unit, ...joined] = name.split(' + ');
  if (unit && joined.length) return `${shortName(unit, most)} +`;
  if (name.length <= most) return name;
  const words = name.split(/\s+/);
  const last = words.at(-1) ?? name;
  const initials = [...words.slice(0, -1).map((word) => `${word.charAt(0)}.`), last].join(' ');
  if (initials.length <= most) return initials;
  return last.length <= most ? last : `${last.slice(0, most - 1)}…`;
}

export interface Pips {
  left: number;
  most: number;
  /** What one pip stands for. */
  of: 'models' | 'wounds';
}

/** Wounds left: a pip a miniature, or a pip a wound where the unit is a single miniature. */
export function pips(unit: BoardUnit): Pips {
  const alive = unit.miniatures.filter((each) => each.alive);
  const [only] = unit.miniatures;
  if (unit.miniatures.length === 1 && only) {
    const most = Math.max(only.wounds, Number.parseInt(statsOf(unit)?.profiles[0]?.attributes.wounds ?? '', 10) || 1);
    return { left: only.alive ? only.wounds : 0, most, of: 'wounds' };
  }
  return {
    left: unit.miniatures.length ? alive.length : (statsOf(unit)?.aliveCount ?? 0),
    most: unit.miniatures.length || (statsOf(unit)?.aliveCount ?? 0),
    of: 'models',
  };
}

export const isOnBoard = (unit: BoardUnit): unit is BoardUnit & { location: Point } =>
  unit.location !== null &&
  unit.deployed &&
  !unit.inReserves &&
  (unit.miniatures.length === 0 || unit.miniatures.some((each) => each.alive));

const attribute = (unit: BoardUnit, name: string): number | null => {
  const values = (statsOf(unit)?.profiles ?? [])
    .map((each) => Number.parseFloat(each.attributes[name] ?? ''))
    .filter(Number.isFinite);
  return values.length ? Math.max(...values) : null;
};

export interface UnitRanges {
  movement: Inches | null;
  advance: Inches | null;
  weapon: Inches | null;
  /** What is added to the move for the second circle: 7 in the log view. */
  more: number;
  /** How far a charge may be declared, where that is the question. */
  charge: Inches | null;
}

/** Extra reach of the second movement circle of the log view. */
const ADVANCE = 7;

/** The circles of a selected unit: its move, its move plus 7 (or `more`), and its longest ranged weapon. */
export function unitRanges(unit: BoardUnit, more = ADVANCE): UnitRanges {
  const movement = attribute(unit, 'movement');
  const ranges = (statsOf(unit)?.profiles ?? []).flatMap((each) => each.ranged.map((weapon) => weapon.range ?? 0));
  const weapon = Math.max(0, ...ranges);
  return {
    movement: movement === null ? null : inches(movement),
    advance: movement === null ? null : inches(movement + more),
    weapon: weapon > 0 ? inches(weapon) : null,
    more,
    charge: null,
  };
}

/** The base that stands at the unit's anchor, or the first that is alive: 0.63 inches where none is known. */
export function anchorRadius(unit: BoardUnit): Inches {
  return unit.miniatures.find((each) => each.alive)?.radius ?? inches(0.63);
}

export const svgPoints = (points: readonly Point[]): string =>
  points.map((each) => `${toMapPx(each.x)},${toMapPx(each.y)}`).join(' ');
