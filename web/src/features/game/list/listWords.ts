import type { GameState, Preview, UnitState } from '@/shared/api';
import { roundsOf } from '@/shared/bases';
import { objectiveCalled } from '@/shared/battle-log';
import { gapBetween } from '../map/ghost';
import { discsOf } from '../map/useGhost';
import { goalWords, enemyWords } from '../map/ahead/words';

/** How many of the nearest units are named. */
const NAMED = 3;

const onTable = (unit: UnitState): boolean => unit.alive && discsOf(unit).length > 0;
const inches = (value: number): string => `${value.toFixed(1)}″`;

/** Inches from base edge to base edge to every unit of these that stands on the table, the nearest first. */
function distances(unit: UnitState, others: readonly UnitState[]): { name: string; gap: number }[] {
  const mine = discsOf(unit);
  return others
    .flatMap((other) => {
      const near = other.uuid === unit.uuid ? null : gapBetween(mine, discsOf(other));
      return near ? [{ name: other.name, gap: near.gap }] : [];
    })
    .toSorted((a, b) => a.gap - b.gap);
}

const place = ([x, y]: readonly [number, number]): string => `${inches(x)} from the left, ${inches(y)} from the top`;

function where(unit: UnitState): string {
  if (!unit.alive) return 'destroyed';
  if (unit.inside) return `inside ${unit.inside.name}`;
  if (unit.in_reserves) return 'in reserves';
  return unit.location && unit.deployed ? place(unit.location) : 'not set up yet';
}

function left(unit: UnitState): string {
  const [only] = unit.miniatures;
  if (unit.miniatures.length === 1 && only) return `${only.wounds} wounds left`;
  return `${unit.alive_count} of ${unit.starting_strength} miniatures left`;
}

/** Where a unit stands, what is left of it, and what it has done, in one sentence. */
export function unitLine(unit: UnitState): string {
  return [where(unit), ...(unit.alive ? [left(unit), ...done(unit)] : [])].join(', ');
}

const MOVES: Record<string, string> = {
  Move: 'moved',
  Advance: 'advanced',
  'Fall Back': 'fell back',
  Stationary: 'held its position',
};

const done = (unit: UnitState): string[] => {
  const found: (string | false | undefined)[] = [
    MOVES[unit.movement_action_type],
    unit.shot && 'shot',
    unit.charged && 'charged',
    unit.fought && 'fought',
    unit.engaged && 'engaged',
    unit.in_cover && 'in cover',
    unit.battle_shocked && 'battle-shocked',
    unit.passengers > 0 && `${unit.passengers} inside`,
  ];
  return found.filter((each) => typeof each === 'string');
};

/** The nearest enemies of a unit on the table, with inches; empty where it or they are not on it. */
export function nearestEnemies(state: GameState, unit: UnitState): string {
  if (!onTable(unit)) return '';
  const enemies = state.game_model.armies.flatMap((army) => (army.uuid === unit.army_uuid ? [] : army.units));
  const near = distances(unit, enemies).slice(0, NAMED);
  return near.length ? `Nearest enemies: ${near.map(({ name, gap }) => `${name} ${inches(gap)}`).join(', ')}.` : '';
}

type Objective = GameState['game_model']['objectives'][number];

/** Where an objective lies, who holds it, and which units are near it. */
export function objectiveLine(state: GameState, objective: Objective): string {
  const { armies } = state.game_model;
  const holder = armies.find((army) => army.uuid === objective.held_by)?.name ?? 'nobody';
  const near = armies
    .flatMap((army) => army.units)
    .filter(onTable)
    .map((unit) => ({ name: unit.name, gap: toPlace(unit, objective.location) }))
    .toSorted((a, b) => a.gap - b.gap)
    .slice(0, NAMED);
  return [
    `${place(objective.location)}, held by ${holder}.`,
    ...(objective.worth ? [`${objective.worth}.`] : []),
    near.length ? `Nearest: ${near.map(({ name, gap }) => `${name} ${inches(gap)}`).join(', ')}.` : '',
  ].join(' ');
}

const toPlace = (unit: UnitState, [x, y]: readonly [number, number]): number =>
  Math.max(
    0,
    Math.min(
      ...discsOf(unit)
        .flatMap(roundsOf)
        .map(({ at, radius }) => Math.hypot(at.x - x, at.y - y) - radius),
    ),
  );

/** What a unit sees from a place, a line an enemy and a line an objective. */
export function sightLines(state: GameState, preview: Preview): string[] {
  const name = (uuid: string): string =>
    state.game_model.armies.flatMap((army) => army.units).find((unit) => unit.uuid === uuid)?.name ?? 'A unit';
  const goal = (uuid: string, name: string): string =>
    objectiveCalled(
      state.game_model.objectives.findIndex((each) => each.uuid === uuid),
      name,
    );
  const words = enemyWords(preview);
  return [
    ...preview.targets.map((target) => {
      const found = words.find((each) => each.unitId === target.unit_uuid);
      const sees = target.sees ? 'seen' : 'not seen';
      return [
        `${name(target.unit_uuid)}: ${inches(target.distance)}, ${sees}`,
        found?.deals,
        found?.takes,
        found?.charge,
      ]
        .filter(Boolean)
        .join('; ');
    }),
    ...preview.objectives.map((each) => `${goal(each.objective_uuid, each.name)}: ${goalWords(each)}`),
  ];
}
