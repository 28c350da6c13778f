import { useEffect, useRef, type RefObject } from 'react';
import { isInSight, type MapHandle, type Part, type ZoomState } from '@/features/battle-map';
import type { GameState } from '@/shared/api';
import type { Point } from '@/shared/geometry';
import { useMediaQuery } from '@/shared/ui';
import { unitOf } from '../../board';
import { correctsPhoto, type PendingMove } from '../../client/table';
import { useGameState, useTable } from '../../client/context';
import { isEnemyTurn } from '../../film/reel';
import { PHONE } from '../../phone';
import type { useHand } from './useHand';

/** Map pixels of an inch, and the room around what is shown. */
const INCH = 10;
const ROOM = 20;
/** What stands over each unit that could be attacked, in map pixels. */
const TAG = 50;
/** The least that is shown, in map pixels: nearer, nobody sees where a unit could go. */
const LEAST = { width: 160, height: 120 };

/** How long it is waited whether somebody else is taken in hand after a fight. */
const NEXT_MS = 600;

/** What is shown: units, with so many inches around the first, and places beside them. */
interface Subject {
  units: readonly string[];
  reach: number;
  places?: readonly Point[];
}

const reachOf = (state: GameState, uuid: string): number =>
  state.units.find((unit) => unit.uuid === uuid)?.marches?.[0]?.limit ?? unitOf(state, uuid)?.movement ?? 0;

/** A charge, or a pile-in, goes less far than the unit moves. */
const reachInHand = (state: GameState, { unitId, marches, limit }: PendingMove): number =>
  (marches ? null : limit) ?? reachOf(state, unitId);

interface InHand {
  state: GameState;
  hand: ReturnType<typeof useHand>;
  pending: PendingMove | null;
  places: readonly Point[] | null;
  selectedId: string | null;
}

/** What is in hand, else what comes next; null where it is nothing, or something that is not on the table. */
function subjectOf({ state, hand, pending, places, selectedId }: InHand): Subject | null {
  const { request } = state;
  const alone = (uuid: string): Subject => ({ units: [uuid], reach: reachOf(state, uuid) });
  if (pending && places && correctsPhoto(pending)) return { units: [pending.unitId], reach: 0, places };
  if (pending) return { units: [pending.unitId], reach: reachInHand(state, pending) };
  if (hand.attack) {
    const targets = hand.attack.unit.weapons?.flatMap((each) => each.targets.map((one) => one.target_unit_uuid)) ?? [];
    return { units: [hand.attack.unit.uuid, ...targets], reach: 0 };
  }
  if (hand.charge) {
    const targets = hand.charge.unit.targets.filter((each) => each.in_range).map((each) => each.target_unit_uuid);
    return { units: [hand.charge.unit.unit_uuid, ...targets], reach: 0 };
  }
  if (selectedId) return alone(selectedId);
  if (!request?.mine || request.controller !== 'human') return null;
  if (request.kinds[0] === 'place' && request.unit_uuid)
    return { units: [request.unit_uuid], reach: request.limit ?? 0 };
  const next = request.kinds.includes('move')
    ? state.units.find((unit) => unit.marches?.length && unit.location)
    : null;
  return next ? alone(next.uuid) : null;
}

interface Spot {
  x: number;
  y: number;
  room: number;
}

const spotsOf = (state: GameState, uuid: string, room: number): Spot[] =>
  (unitOf(state, uuid)?.miniatures ?? []).flatMap(({ alive, location }) =>
    alive && location ? [{ x: location[0] * INCH, y: location[1] * INCH, room }] : [],
  );

/** The part of the map that places stand in with the room around them; null without a place. */
function around(spots: readonly Spot[], smallest = { width: 0, height: 0 }): Part | null {
  if (!spots.length) return null;
  const least = (axis: 'x' | 'y') => Math.min(...spots.map((each) => each[axis] - each.room)) - ROOM;
  const most = (axis: 'x' | 'y') => Math.max(...spots.map((each) => each[axis] + each.room)) + ROOM;
  const [left, top] = [least('x'), least('y')];
  const size = {
    width: Math.max(smallest.width, most('x') - left),
    height: Math.max(smallest.height, most('y') - top),
  };
  return { x: (left + most('x') - size.width) / 2, y: (top + most('y') - size.height) / 2, ...size };
}

const seenFrom = (turned: boolean, part: Part | null): Part | null =>
  part && turned ? { ...part, x: 600 - part.x - part.width, y: 440 - part.y - part.height } : part;

/** The part of the map that all of a subject and what it may reach stand in, and that of each of its units alone. */
function partsOf(state: GameState, { units, reach, places = [] }: Subject, turned: boolean) {
  const beside = places.map(({ x, y }) => ({ x: x * INCH, y: y * INCH, room: 0 }));
  const spots = units.flatMap((uuid, index) => spotsOf(state, uuid, index ? 0 : reach * INCH));
  const tags = units.slice(1).flatMap((uuid) => {
    const at = unitOf(state, uuid)?.location;
    return at ? [{ x: at[0] * INCH, y: at[1] * INCH + (turned ? TAG : -TAG), room: 0 }] : [];
  });
  const whole = seenFrom(turned, around([...spots, ...tags, ...beside], LEAST));
  const [first, ...others] = units.map((uuid) => seenFrom(turned, around(spotsOf(state, uuid, 0))));
  return { whole, first: first ?? seenFrom(turned, around(beside)), others: others.filter((each) => each !== null) };
}

/** The middle of a part, where a unit's badge is: of a unit that shows an edge alone nobody takes hold. */
const middle = ({ x, y, width, height }: Part): Part => ({ x: x + width / 2, y: y + height / 2, width: 0, height: 0 });

/** Who looks at the whole board has what he takes in hand shown; else the map stays where the player has it, as long as
 * he sees the unit, and one that it could attack, on it, and as far as it goes where a place is asked of him. Whether there
 * was something to look at. */
function look(
  map: MapHandle,
  { whole, first, others }: ReturnType<typeof partsOf>,
  how: 'opened' | 'placed' | 'asked',
): boolean {
  if (!whole || !first) return false;
  const zoom = map.now();
  const seen = (part: Part) => isInSight(middle(part), zoom);
  if (how === 'opened') map.show(whole);
  else if (how === 'placed') map.bringIn(whole);
  else if (!seen(first) && !others.length) map.bringIn(first);
  else if (!seen(first) || (others.length > 0 && !others.some(seen))) map.bringIn(whole);
  return true;
}

/** What the player saw before the map went to a fight, and what it showed of the fight since. */
interface Fought {
  before: ZoomState;
  shown: ZoomState;
}

const isSame = (a: ZoomState, b: ZoomState): boolean => a.k === b.k && a.x === b.x && a.y === b.y;

/** Remembers where the map was before a fight, from one look at it to the next, until the player moves it. */
function remembered(fought: Fought | null, fights: boolean, before: ZoomState, shown: ZoomState): Fought | null {
  const goesOn = fought !== null && isSame(fought.shown, before);
  if (!fights && !goesOn) return null;
  return { before: goesOn ? fought.before : before, shown };
}

/** Whether dice or an answer of a fight are still waited for. */
const isDue = ({ request }: GameState): boolean =>
  request !== null && request.kinds.some((kind) => kind === 'roll' || kind === 'place' || kind === 'pass');

/** On a phone the map shows what comes first in a turn as large as it fits, and what is taken in hand from the whole
 * board; then it stays, and moves only to what is out of sight. After a fight it goes back to what the player saw. */
export function useInView(map: RefObject<MapHandle | null>, hand: ReturnType<typeof useHand>, turned: boolean): void {
  const phone = useMediaQuery(PHONE);
  const state = useGameState();
  const { pending, places, selectedId } = useTable();
  // A finger that drags a unit has the map stay as it is.
  const held = pending?.grip !== undefined;
  const subject = phone && !held ? subjectOf({ state, hand, pending, places, selectedId }) : null;
  const theirs = isEnemyTurn(state);
  const asksPlace = pending !== null && !pending.tapped;
  const key = held
    ? null
    : `${turned} ${theirs} ${asksPlace} ${selectedId ?? ''} ${subject?.reach ?? ''} ${subject?.units.join(' ') ?? ''}`;
  const shown = useRef('');
  const begun = useRef(false);
  const fought = useRef<Fought | null>(null);
  useEffect(() => {
    if (!phone || key === null || key === shown.current || !map.current) return;
    shown.current = key;
    const fights = hand.attack !== null || hand.charge !== null;
    const inHand = pending !== null || selectedId !== null || fights;
    if (subject) {
      const before = map.current.now();
      const opened = !begun.current || (before.k <= 1 && inHand);
      const how = opened ? 'opened' : asksPlace ? 'placed' : 'asked';
      begun.current = look(map.current, partsOf(state, subject, turned), how) || begun.current;
      fought.current = remembered(fought.current, fights, before, map.current.now());
    } else if (theirs) {
      begun.current = false;
      map.current.fit();
    }
  }, [phone, key, map, state, subject, turned, theirs, asksPlace, pending, selectedId, hand]);
  const over = phone && !held && !subject && !isDue(state);
  useEffect(() => {
    if (!over) return;
    const timer = window.setTimeout(() => {
      if (map.current && fought.current && isSame(fought.current.shown, map.current.now()))
        map.current.back(fought.current.before);
      fought.current = null;
    }, NEXT_MS);
    return () => window.clearTimeout(timer);
  }, [over, map]);
}
