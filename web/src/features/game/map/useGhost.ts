import type { GameState, March, UnitState } from '@/shared/api';
import { useMemo } from 'react';
import type { Base } from '@/shared/bases';
import { distance, inches, type Point } from '@/shared/geometry';
import { useTable } from '../client/context';
import { toPoint, unitOf } from '../board';
import type { Missed, PendingMove, Table } from '../client/table';
import {
  farthest,
  waysOf,
  formation,
  gapBetween,
  middleOf,
  minus,
  NOWHERE,
  plus,
  withinLimit,
  withinShorter,
  withinZone,
  type Disc,
} from './ghost';
import { flightOf, flown, isAircraft } from './flight';
import { facingsOf, turningOf, turnWords } from './facing';
import { floorOf, goesUp, heightAt, storeysOf, wayOf, type Storeys } from './floors';
import { marchFor, marchWords } from './hand/marches';
import { askedOf, nearestFree, OPEN, trouble, type Ground } from './ground';

const CENTRE: Point = { x: inches(30), y: inches(22) };

const SMALL: Base = { radius: 0.63 };

/** The bases of a unit's miniatures as they face. */
const basesOf = (unit: UnitState, facings: readonly number[]): readonly Base[] =>
  unit.miniatures.map(({ radius, length, rectangular = false }, index) =>
    length ? { radius, length, rectangular, facing: facings[index] ?? 0 } : { radius },
  );

/** Where a ghost stands that waits for its first place: where the panel says, in the middle of its zone, or of the board. */
const waiting = ({ about, zone }: PendingMove): Point => about ?? (zone?.length ? middleOf(zone) : CENTRE);

/** The bases of living miniatures on the table. */
export const discsOf = (unit: UnitState): Disc[] =>
  unit.miniatures.flatMap(({ alive, location, radius, elevation, length, rectangular, facing }) =>
    alive && location && unit.deployed && !unit.in_reserves && !unit.inside
      ? [{ at: toPoint(location), radius, height: elevation ?? 0, ...(length && { length, rectangular, facing }) }]
      : [],
  );

/** What a ghost's label says: how it stands, in words and figures. */
export interface Verdict {
  state: 'free' | 'limit' | 'bad';
  figure: string;
  word: string;
}

export interface Ghost {
  unit: UnitState;
  pending: PendingMove;
  /** Where its miniatures started; empty for a unit that is not on the table. */
  starts: readonly Point[];
  /** Where they stand now. */
  places: readonly Point[];
  /** How its miniatures face now, in degrees; empty where all of its bases are round. */
  facings: readonly number[];
  /** Inches of its move that each miniature spends on turning. */
  turns: readonly number[];
  /** Whether some face otherwise than they did, or would if nobody said so. */
  turned: boolean;
  /** The base of a miniature as it faces now. */
  base: (index: number) => Base;
  /** The same unit in the same places, facing so. */
  facing: (facings: readonly number[]) => Ghost;
  /** Where it stands if it keeps to the kind of move that it made before it turned. */
  drawnBack: (before: Ghost) => Point[];
  /** The floor that it goes to, 0 the ground; null where the board has none, or it stays below. */
  floor: number | null;
  /** Indices of the living. */
  living: readonly number[];
  /** A shift of all places, or of one alone, as far as it is allowed to go. */
  shifted: (from: readonly Point[], shift: Point, only: number | null) => Point[];
  /** The same shift of all, or the nearest that leads to free ground, where there is some. */
  settled: (from: readonly Point[], shift: Point) => Point[];
  judge: (places: readonly Point[]) => Verdict;
  /** The kind of move that goes so far; null where the pending move does not say. */
  how: (places: readonly Point[]) => March['how'] | null;
  middle: (places: readonly Point[]) => Point;
  /** The longest way of a miniature, its climb and its turn with it. */
  gone: (places: readonly Point[]) => number;
  /** Keeps the places for the panel to finalise. */
  commit: (places: readonly Point[], unlocked: boolean) => void;
  /** Shows where it was sent and does not stand. */
  miss: (missed: Missed) => void;
}

const wallsOf = (state: GameState) =>
  state.map_data.terrain.flatMap((piece) =>
    piece.walls.map(([from, to]) => [toPoint(from), toPoint(to), piece.name] as const),
  );

function groundFor(state: GameState, unit: UnitState, pending: PendingMove): Ground {
  const others = state.game_model.armies.flatMap((army) => army.units).filter((each) => each.uuid !== unit.uuid);
  const bases = (own: boolean): Disc[] =>
    others.filter((each) => (each.army_uuid === unit.army_uuid) === own).flatMap(discsOf);
  const seen = { friends: bases(true), enemies: bases(false), zone: pending.zone ?? null };
  if (pending.free) return { ...OPEN, ...seen, walls: wallsOf(state), clear: 0 };
  // What a photo shows stands as it stands: only bases that cannot be where others are speak against it.
  if (pending.correcting) return { ...OPEN, ...seen, clear: 0 };
  return { ...seen, walls: wallsOf(state), ...askedOf(state, unit, discsOf) };
}

/** The floors that a unit in hand may go to, and the ground that it is measured against there. */
function floorFor(state: GameState, unit: UnitState, pending: PendingMove, chosen: number | null) {
  const all = unit.inside ? [] : storeysOf(state); // passengers get out to the ground
  const storeys = all.length && goesUp(unit) && !isAircraft(unit) ? all : [];
  const floor = storeys.length ? (chosen ?? floorOf(storeys, unit)) : null;
  const lift = (place: Point): number => heightAt(storeys, place, floor ?? 0);
  return { storeys, floor, lift, ground: { ...groundFor(state, unit, pending), storeys, lift } };
}

type Kept = Pick<Table, 'places' | 'facings' | 'aim' | 'miss' | 'floor'>;

const of = <T>(all: readonly T[], indices: readonly number[]): T[] => indices.flatMap((index) => all[index] ?? []);

/** How a unit's miniatures face, what their bases are then, and what turning costs. */
function facedOf(state: GameState, unit: UnitState, pending: PendingMove, kept: Kept, standing: boolean) {
  const faced = facingsOf(state, unit, standing);
  const facings = faced.length ? (kept.facings ?? faced) : faced;
  const isTurned = facings.map((each, index) => each !== faced[index]);
  return {
    facings,
    bases: basesOf(unit, facings),
    turned: isTurned.some(Boolean),
    turns: standing && pending.limit !== null ? isTurned.map((each) => (each ? turningOf(unit) : 0)) : [],
  };
}

/** What the ways of a unit's miniatures are measured by. */
interface Measure {
  unit: UnitState;
  starts: readonly Point[];
  living: readonly number[];
  turns: readonly number[];
  storeys: readonly Storeys[];
  discs: (places: readonly Point[]) => Disc[];
}

/** Inches of the longest way to places, and shifts to them cut short at a limit. A turn and a climb count with them. */
function measuring({ unit, starts, living, turns, storeys, discs }: Measure) {
  const begun = starts.length ? discsOf(unit) : [];
  const ways = (all: readonly Point[]): number[] =>
    storeys.length
      ? discs(all).map((each, index) => (begun[index] ? wayOf(storeys, unit, begun[index], each) : 0))
      : waysOf(of(starts, living), of(all, living));
  const spent = of(turns, living);
  return {
    spent,
    gone: (all: readonly Point[]): number => Math.max(0, ...ways(all).map((way, index) => way + (spent[index] ?? 0))),
    cut: (from: readonly Point[], moved: readonly number[], shift: Point, most: number | null): Point => {
      if (most === null || !starts.length) return shift;
      const limit = most - Math.max(0, ...of(turns, moved));
      const within = (reach: number) => withinLimit(of(starts, moved), of(from, moved), shift, reach);
      const found = within(limit);
      const there = from.map((each) => plus(each, found));
      const climb = storeys.length ? Math.max(0, ...ways(there)) - farthest(of(starts, living), of(there, living)) : 0;
      return climb > 0 ? within(limit - climb) : found;
    },
  };
}

/** How an aircraft's places are shifted; null for who goes where it likes. */
function flying(unit: UnitState, starts: readonly Point[], { marches }: PendingMove) {
  const flight = starts.length ? flightOf(marches) : undefined;
  const headings = unit.miniatures.map(({ facing = 0 }) => facing);
  return flight ? (from: readonly Point[], shift: Point) => flown(starts, from, shift, headings, flight) : null;
}

function ghostOf(state: GameState, pending: PendingMove, unit: UnitState, kept: Kept): Ghost {
  const living = unit.miniatures.flatMap((each, index) => (each.alive ? [index] : []));
  const standing = discsOf(unit).length > 0;
  const starts = standing ? unit.miniatures.map(({ location }) => (location ? toPoint(location) : CENTRE)) : [];
  const { facings, bases, turns, turned } = facedOf(state, unit, pending, kept, standing);
  const places = kept.places ?? (standing ? starts : formation(bases, waiting(pending)));
  const { storeys, floor, lift, ground } = floorFor(state, unit, pending, kept.floor);
  const discs = (all: readonly Point[], indices = living): Disc[] =>
    indices.flatMap((index) =>
      all[index] ? [{ ...(bases[index] ?? SMALL), at: all[index], height: lift(all[index]) }] : [],
    );
  const { gone, cut, spent } = measuring({ unit, starts, living, turns, storeys, discs });
  const middle = (all: readonly Point[]): Point => middleOf(of(all, living));
  const fly = flying(unit, starts, pending);
  const shorter = (pending.marches ?? []).map(({ limit }) => limit - Math.max(0, ...spent));
  return {
    unit,
    pending,
    starts,
    places,
    facings,
    turns,
    turned,
    base: (index) => bases[index] ?? SMALL,
    facing: (next) => ghostOf(state, pending, unit, { ...kept, facings: next }),
    drawnBack: (before) => {
      const most = marchFor(pending.marches ?? [], before.gone(places))?.limit ?? pending.limit;
      const shift = cut(places, living, NOWHERE, most);
      return places.map((each) => plus(each, shift));
    },
    living,
    floor,
    middle,
    gone,
    shifted: (from, shift, only) => {
      if (fly) return fly(from, shift);
      const moved = only === null ? living : [only];
      const allowed = withinZone(discs(from, moved), cut(from, moved, shift, pending.limit), pending.zone ?? null);
      const there = from.map((each, index) => (only === null || only === index ? plus(each, allowed) : each));
      return only === null && starts.length && !floor ? withinShorter(starts, there, shorter) : there;
    },
    settled: (from, wanted) => {
      if (fly) return fly(from, wanted);
      const goes = (shift: Point): boolean =>
        pending.limit === null || !starts.length || gone(from.map((each) => plus(each, shift))) <= pending.limit;
      const shift = nearestFree(discs(from), wanted, ground, goes);
      return from.map((each) => plus(each, shift));
    },
    how: (all) => marchFor(pending.marches ?? [], gone(all))?.how ?? null,
    judge: (all) =>
      judged(
        pending,
        discs(all),
        ground,
        starts.length ? { starts: of(starts, living), spent, gone: gone(all) } : null,
      ),
    commit: (all, unlocked) => kept.aim(middle(all), all, unlocked),
    miss: kept.miss,
  };
}

function judged(
  pending: PendingMove,
  discs: readonly Disc[],
  ground: Ground,
  way: { starts: readonly Point[]; spent: readonly number[]; gone: number } | null,
): Verdict {
  const [starts, gone] = [way?.starts, way?.gone ?? null];
  const still = new Set(
    discs.filter(
      (each, index) =>
        starts?.[index]?.x === each.at.x && starts[index].y === each.at.y && !each.height && !way?.spent[index],
    ),
  );
  const near = gapBetween(discs, ground.enemies);
  const enemy = near ? `${near.gap.toFixed(1)}″ to the enemy` : '';
  const march = marchFor(pending.marches ?? [], gone ?? 0);
  const least = flightOf(pending.marches)?.least ?? 0;
  const most = march ? march.limit : pending.limit;
  const figure = gone === null || most === null ? enemy : `${gone.toFixed(1)} of ${most.toFixed(1)}″`;
  const turned = turnWords(way?.spent ?? []);
  if (gone !== null && gone < least) return { state: 'free', figure, word: `Flies ${least}″ ahead or more` };
  const wrong = trouble(discs, ground, still);
  // A charge that has not been moved yet is not wrong, but has its way before it.
  if (wrong && ground.engages && still.size === discs.length)
    return { state: 'free', figure, word: 'Drag it to its target' };
  if (wrong) return { state: 'bad', figure, word: wrong };
  if (gone !== null && pending.limit !== null && gone > pending.limit + 0.02)
    return { state: 'bad', figure, word: turned ? 'Too far to turn' : 'Too far to climb' };
  const up = Math.max(0, ...discs.map((each) => each.height ?? 0));
  const how = [march && gone !== null ? marchWords(march, gone) : '', turned, up ? `${up}″ up` : '']
    .filter(Boolean)
    .join(' · ');
  if (gone !== null && pending.limit !== null && gone >= pending.limit - 0.05)
    return { state: 'limit', figure, word: how || 'At the limit' };
  return { state: 'free', figure, word: how || (gone === null ? '' : enemy) };
}

/** The ghost of a unit that is taken in hand just now. */
export function freshGhost(
  state: GameState,
  pending: PendingMove,
  { aim, miss }: Pick<Table, 'aim' | 'miss'>,
): Ghost | null {
  const unit = unitOf(state, pending.unitId);
  return unit && ghostOf(state, pending, unit, { places: null, facings: null, aim, miss, floor: null });
}

/** The ghost of the unit that a panel wants a place for; null while it wants none. */
export function useGhost(state: GameState): Ghost | null {
  const pending = useTable((table) => table.pending);
  const places = useTable((table) => table.places);
  const facings = useTable((table) => table.facings);
  const aim = useTable((table) => table.aim);
  const miss = useTable((table) => table.miss);
  const floor = useTable((table) => table.floor);
  const reserved = useTable((table) => table.reserved);
  return useMemo(() => {
    const unit = pending && !reserved && unitOf(state, pending.unitId);
    return unit ? ghostOf(state, pending, unit, { places, facings, aim, miss, floor }) : null;
  }, [state, pending, reserved, places, facings, aim, miss, floor]);
}

/** Inches from where it was sent within which nobody wonders that it stands there. */
const NOTICED = inches(0.5);

/** Why it does not stand at places that it was sent to, in a few words. */
function whyNot({ judge, pending, starts, living }: Ghost, wanted: readonly Point[]): string {
  const pick = (all: readonly Point[]) => living.flatMap((index) => all[index] ?? []);
  if (pending.limit !== null && starts.length && farthest(pick(starts), pick(wanted)) > pending.limit)
    return 'Out of reach';
  const { state, word } = judge(wanted);
  return state === 'bad' ? word : 'Out of reach';
}

/** Says that places were shifted less far than they were to be, or elsewhere: all of them, or one alone. */
export function tellMissed(
  ghost: Ghost,
  from: readonly Point[],
  shift: Point,
  there: readonly Point[],
  only: number | null = null,
): void {
  const wanted = from.map((each, index) => (only === null || only === index ? plus(each, shift) : each));
  const middle = (all: readonly Point[]): Point =>
    only === null ? ghost.middle(all) : (all[only] ?? ghost.middle(all));
  const [at, to] = [middle(wanted), middle(there)];
  if (distance(at, to) > NOTICED) ghost.miss({ at, to, why: whyNot(ghost, wanted) });
}

/** Sends the ghost's middle to a place, as far as it may go; where it cannot stand there, to free ground beside it. */
export function sendTo(ghost: Ghost, place: Point, unlocked: boolean): void {
  const wanted = minus(place, ghost.middle(ghost.places));
  const cut = ghost.shifted(ghost.places, wanted, null);
  const there = ghost.settled(ghost.places, minus(ghost.middle(cut), ghost.middle(ghost.places)));
  ghost.commit(there, unlocked);
  tellMissed(ghost, ghost.places, wanted, there);
}
