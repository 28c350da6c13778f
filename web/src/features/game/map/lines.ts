import type { GameState, UnitState } from '@/shared/api';
import { roundsOf, type Base } from '@/shared/bases';
import { inches, type Point } from '@/shared/geometry';
import { discsOf } from './useGhost';

/** What may be drawn over the table. */
export interface Lines {
  zones: boolean;
  quarters: boolean;
  edges: boolean;
  danger: boolean;
  auras: boolean;
  /** What the enemy could do in its next turn, square by square. */
  threat: boolean;
  /** Sight as wedges that fill the ground, in place of their outline. */
  wedges: boolean;
}

export const LINES: readonly (readonly [keyof Lines, string])[] = [
  ['zones', 'Deployment zones'],
  ['quarters', 'Quarters'],
  ['edges', '6″ from the edges'],
  ['danger', '9″ from the enemy'],
  ['auras', 'Auras'],
  ['threat', 'Enemy threat (T)'],
  ['wedges', 'Sight as wedges'],
];

export const NO_LINES: Lines = {
  zones: true,
  quarters: false,
  edges: false,
  danger: false,
  auras: false,
  threat: false,
  wedges: false,
};

/** A circle on the table, inches. */
export interface Circle {
  at: Point;
  radius: number;
}

/** How far from the enemy reserves and deep strikers arrive. */
const DANGER = 9;

const unitsOf = (state: GameState): UnitState[] => state.game_model.armies.flatMap((army) => army.units);

/** Whose enemies are meant: those of the side that is asked, where a player of it looks; else of the own army. */
export function viewerSide({ request, sides, game_model: { armies }, current_army_uuid: current }: GameState): number {
  const asked = armies.findIndex((army) => army.uuid === (request?.mine ? request.army_uuid : current));
  return request?.mine || !sides.length ? Math.max(0, asked) : (sides[0] ?? 0);
}

/** Everywhere that is within nine inches of an enemy's base. */
export const dangerOf = (state: GameState): Circle[] =>
  unitsOf(state)
    .filter((unit) => unit.army_index !== viewerSide(state))
    .flatMap(discsOf)
    .flatMap(roundsOf)
    .map(({ at, radius }) => ({ at, radius: radius + DANGER }));

export interface Aura {
  /** The base that it is about, where that stands. */
  base: Base;
  at: Point;
  /** Inches from the base's edge. */
  reach: number;
  name: string;
  unit: string;
  side: number;
}

/** Around each unit with an aura, from its anchor's base edge. */
export function aurasOf(state: GameState): Aura[] {
  return unitsOf(state).flatMap((unit) => {
    const [base] = discsOf(unit);
    if (!base || !unit.alive) return [];
    return unit.auras.map(({ name, reach }) => ({
      base,
      at: base.at,
      reach,
      name: `${name} ${reach}″`,
      unit: unit.uuid,
      side: unit.army_index,
    }));
  });
}

/** Six inches in from every edge of the board. */
export const EDGE = { x: inches(6), y: inches(6), width: inches(48), height: inches(32) };
