import { createStore, type StoreApi } from 'zustand';
import type { GameState, UnitState } from '@/shared/api';
import type { BoardUnit, Miniature } from '@/shared/battle-log';
import { boardUnit } from '../board';
import type { Beat } from './beats';

/** What a unit has lost between two states, and how it was drawn before. */
export interface Loss {
  drawn: BoardUnit;
  /** Nobody where it lost wounds alone. */
  fallen: readonly Miniature[];
  wounds: number;
  /** Nobody of it is left. */
  whole: boolean;
}

interface Held extends Loss {
  /** The last entry that the film knew when it was lost: what reports it comes later. */
  since: number;
  /** How many later entries may be shown without a word of it. */
  patience: number;
}

/** Miniatures that fall before the player's eyes. */
export interface Fall extends Loss {
  id: number;
}

/** How long a fall is seen, and how long the film stays with the attack for it, in milliseconds. */
export const FALL_MS = 1800;
export const FALL_BEAT_MS = 900;
/** Entries of the log that tell of something else may come between a loss and what it comes of. */
const PATIENCE = 4;

export interface Casualties {
  /** Units that are drawn as they were, since the film has not come to what befell them; the oldest loss first. */
  held: ReadonlyMap<string, readonly Held[]>;
  falls: readonly Fall[];
  /** Units have lost miniatures. Held back, they fall when the film has shown an entry after `since` that reports it. */
  lose: (losses: readonly Loss[], since: number | null) => void;
  /** The film has shown a beat, for the first time or again. Whether anybody falls by it. */
  shown: (beat: Beat) => boolean;
  /** Those that are held back fall now. */
  release: () => void;
  /** A fall was seen long enough. */
  over: (id: number) => void;
}

const NOBODY: ReadonlyMap<string, readonly Held[]> = new Map();

/** What a beat leaves of the losses of a unit, and what falls by it. */
function parted(losses: readonly Held[], beat: Beat): { fell: Held[]; left: Held[] } {
  const [first] = losses;
  const tolls = beat.tolls.filter(({ unit }) => unit === first?.drawn.id);
  let killed = tolls.reduce((sum, each) => sum + each.killed, 0);
  let damage = tolls.reduce((sum, each) => sum + each.damage, 0);
  const [fell, left]: [Held[], Held[]] = [[], []];
  for (const each of losses) {
    const known = beat.id > each.since;
    const shown = each.fallen.length ? killed > 0 : damage > 0;
    if (known && (shown || each.patience <= 1)) fell.push(each);
    else left.push(known ? { ...each, patience: each.patience - 1 } : each);
    killed -= known ? each.fallen.length : 0;
    damage -= known ? each.wounds : 0;
  }
  return { fell, left };
}

export const createCasualties = (): StoreApi<Casualties> => {
  let last = 0;
  let seen = 0;
  const fallsOf = (losses: readonly Loss[]): Fall[] =>
    losses
      .filter(({ fallen }) => fallen.length)
      .map(({ drawn, fallen, wounds, whole }) => ({ drawn, fallen, wounds, whole, id: (last += 1) }));
  return createStore<Casualties>((set, get) => ({
    held: NOBODY,
    falls: [],
    lose: (losses, since) => {
      if (!losses.length) return;
      const { held, falls } = get();
      if (since === null) return set({ falls: [...falls, ...fallsOf(losses)] });
      const more = new Map(held);
      for (const each of losses)
        more.set(each.drawn.id, [...(held.get(each.drawn.id) ?? []), { ...each, since, patience: PATIENCE }]);
      set({ held: more });
    },
    shown: (beat) => {
      const { held, falls } = get();
      if (beat.id <= seen) return false;
      seen = beat.id;
      if (!held.size) return false;
      const parts = [...held].map(([id, losses]) => ({ id, ...parted(losses, beat) }));
      const fell = parts.flatMap((each) => each.fell);
      set({
        held: new Map(parts.flatMap(({ id, left }) => (left.length ? [[id, left] as const] : []))),
        falls: fell.length ? [...falls, ...fallsOf(fell)] : falls,
      });
      return fell.some(({ fallen }) => fallen.length);
    },
    release: () => {
      const { held, falls } = get();
      if (held.size) set({ held: NOBODY, falls: [...falls, ...fallsOf([...held.values()].flat())] });
    },
    over: (id) => set({ falls: get().falls.filter((each) => each.id !== id) }),
  }));
};

const unitsOf = (state: GameState): UnitState[] => state.game_model.armies.flatMap((army) => army.units);

const woundsOf = ({ miniatures }: UnitState): number =>
  miniatures.reduce((sum, { alive, wounds }) => sum + (alive ? wounds : 0), 0);

function lossOf(before: UnitState, after: UnitState): Loss[] {
  if (before === after || !before.location || !before.deployed || before.in_reserves) return [];
  const dead = new Set(after.miniatures.flatMap(({ uuid, alive }) => (alive ? [] : [uuid])));
  const fell = before.miniatures.filter(({ uuid, alive }) => alive && dead.has(uuid));
  const fallen = boardUnit({ ...before, miniatures: fell }).miniatures;
  const wounds = woundsOf(before) - woundsOf(after);
  return fallen.length || wounds > 0 ? [{ drawn: boardUnit(before), fallen, wounds, whole: !after.alive }] : [];
}

/** The miniatures on the table, and the wounds, that one state has and the next has not; none where a choice was taken back. */
export function lossesBetween(before: GameState, after: GameState): Loss[] {
  if (after.number <= before.number) return [];
  const known = new Map(unitsOf(before).map((unit) => [unit.uuid, unit]));
  return unitsOf(after).flatMap((unit) => {
    const old = known.get(unit.uuid);
    return old ? lossOf(old, unit) : [];
  });
}

/** The units as the film has come to them. */
export const drawnUnits = (units: BoardUnit[], held: Casualties['held']): BoardUnit[] =>
  held.size ? units.map((unit) => held.get(unit.id)?.[0]?.drawn ?? unit) : units;
