import type { GameState, UnitState } from '@/shared/api';
import { facingOf } from '@/shared/bases';
import type { Table } from '../client/table';
import { speak } from '../list/spoken';
import { flightOf, hasFront, isAircraft, withinTurn } from './flight';
import { middleOf } from './ghost';
import { zoneOf } from './ground';
import type { Ghost } from './useGhost';

/** Degrees that a key or a button turns a base, and with Shift. */
export const STEP = 15;
export const FINE_STEP = 5;

/** Keys that turn what is in hand, with Shift on keyboards of several countries. */
export const TURN_KEYS: Readonly<Record<string, number>> = {
  ',': -STEP,
  '.': STEP,
  '<': -FINE_STEP,
  '>': FINE_STEP,
  ';': -FINE_STEP,
  ':': FINE_STEP,
};

/** Inches of its move that a miniature spends on turning; aircraft spend none. */
const TURNING = 1;
const TURNING_BULKY = 2;

export function turningOf(unit: UnitState): number {
  if (isAircraft(unit)) return 0;
  return unit.keywords.some((each) => /^(vehicle|monster)$/i.test(each)) ? TURNING_BULKY : TURNING;
}

/** How a unit faces that is set up without a word on it: from its own zone to the enemy's. */
function towardsEnemy(state: GameState, unit: UnitState): number {
  const [own, theirs] =
    unit.army_index === 0 ? [zoneOf(state, 0), zoneOf(state, 1)] : [zoneOf(state, 1), zoneOf(state, 0)];
  if (!own || !theirs) return unit.army_index === 0 ? 0 : 180;
  const [from, to] = [middleOf(own), middleOf(theirs)];
  return facingOf((Math.atan2(to.y - from.y, to.x - from.x) * 180) / Math.PI);
}

/** How each miniature of a unit faces before it is turned. */
export function facingsOf(state: GameState, unit: UnitState, standing: boolean): readonly number[] {
  if (!unit.miniatures.some((each) => hasFront(unit, each))) return NONE;
  const to = standing ? 0 : towardsEnemy(state, unit);
  return unit.miniatures.map(({ facing = 0 }) => (standing ? facing : to));
}

const NONE: readonly number[] = [];

/** The facings as the calls take them; nothing where all bases are round, or nobody turns. */
export const onFacings = (ghost: Pick<Ghost, 'facings' | 'turned' | 'starts'> | null): { facings?: number[] } =>
  ghost?.facings.length && (ghost.turned || !ghost.starts.length) ? { facings: [...ghost.facings] } : {};

/** "2″ to turn": what turning costs the unit; empty where it costs nothing. */
export function turnWords(turns: readonly number[]): string {
  const most = Math.max(0, ...turns);
  return most ? `${most}″ to turn` : '';
}

/** The facings of a ghost with all of its long bases, or one alone, turned by some degrees. */
const turnedBy = ({ facings, unit, pending }: Ghost, by: number, only: number | null): number[] =>
  facings.map((each, index) => {
    const miniature = unit.miniatures[index];
    if (!hasFront(unit, miniature) || (only !== null && only !== index)) return each;
    const to = facingOf(each + by);
    return flightOf(pending.marches) ? withinTurn(miniature?.facing ?? 0, to) : to;
  });

/** The miniature that is turned alone, where they are moved one by one; null where all of them are. */
export const onlyOne = ({ single, held }: Pick<Table, 'single' | 'held'>): number | null => (single ? held : null);

/** Turns a unit in hand by some degrees, or one miniature of it. A move that is too long for it then is cut short. */
export function turn(ghost: Ghost, by: number, only: number | null, table: () => Table): void {
  if (!ghost.facings.length) return;
  const facings = turnedBy(ghost, by, only);
  const { face, unlocked, places } = table();
  face(facings);
  // What hangs on a pointer is shown, and put down, by that.
  if (ghost.pending.grip && !places) return;
  const turned = ghost.facing(facings);
  turned.commit(turned.drawnBack(ghost), unlocked || only !== null);
}

/** The same by a key, and spoken for players who do not see the table. */
export function turnByKey(ghost: Ghost, by: number, only: number | null, table: () => Table): void {
  turn(ghost, by, only, table);
  const [index = 0] = only === null ? ghost.living : [only];
  const facings = turnedBy(ghost, by, only);
  const words = turnWords(ghost.facing(facings).turns);
  if (ghost.facings.length) speak(`Turned to ${facings[index] ?? 0}°${words && `, ${words}`}`);
}
