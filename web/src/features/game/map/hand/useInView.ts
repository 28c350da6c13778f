import { useEffect, useRef, type RefObject } from 'react';
import type { MapHandle, Part } from '@/features/battle-map';
import type { GameState } from '@/shared/api';
import { useMediaQuery } from '@/shared/ui';
import { unitOf } from '../../board';
import type { PendingMove } from '../../client/table';
import { useGameState, useTable } from '../../client/context';
import type { useHand } from './useHand';

/** Map pixels of an inch, and the room around what is shown. */
const INCH = 10;
const ROOM = 20;
/** The least that is shown, in map pixels: nearer, nobody sees where a unit could go. */
const LEAST = { width: 160, height: 120 };

/** What is shown: units, with so many inches around the first. */
interface Subject {
  units: readonly string[];
  reach: number;
}

const reachOf = (state: GameState, uuid: string): number =>
  state.units.find((unit) => unit.uuid === uuid)?.marches?.[0]?.limit ?? unitOf(state, uuid)?.movement ?? 0;

interface InHand {
  state: GameState;
  hand: ReturnType<typeof useHand>;
  pending: PendingMove | null;
  selectedId: string | null;
}

/** What is in hand, else what comes next; null where it is nothing, or something that is not on the table. */
function subjectOf({ state, hand, pending, selectedId }: InHand): Subject | null {
  const { request } = state;
  const alone = (uuid: string): Subject => ({ units: [uuid], reach: reachOf(state, uuid) });
  if (pending) return alone(pending.unitId);
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

/** The part of the map that units and what they may reach stand in. */
function partOf(state: GameState, { units, reach }: Subject): Part | null {
  const spots = units.flatMap((uuid, index) =>
    (unitOf(state, uuid)?.miniatures ?? []).flatMap(({ alive, location }) =>
      alive && location ? [{ x: location[0] * INCH, y: location[1] * INCH, room: index ? 0 : reach * INCH }] : [],
    ),
  );
  if (!spots.length) return null;
  const least = (axis: 'x' | 'y') => Math.min(...spots.map((each) => each[axis] - each.room)) - ROOM;
  const most = (axis: 'x' | 'y') => Math.max(...spots.map((each) => each[axis] + each.room)) + ROOM;
  const [left, top] = [least('x'), least('y')];
  const size = { width: Math.max(LEAST.width, most('x') - left), height: Math.max(LEAST.height, most('y') - top) };
  return { x: (left + most('x') - size.width) / 2, y: (top + most('y') - size.height) / 2, ...size };
}

/** On a phone the map shows what is in hand as large as it fits, whenever that is something else. */
export function useInView(map: RefObject<MapHandle | null>, hand: ReturnType<typeof useHand>, turned: boolean): void {
  const phone = useMediaQuery('(max-width: 599px)');
  const state = useGameState();
  const { pending, selectedId } = useTable();
  // A finger that drags a unit has the map stay as it is.
  const held = pending?.grip !== undefined;
  const subject = phone && !held ? subjectOf({ state, hand, pending, selectedId }) : null;
  const key = held ? null : `${turned} ${selectedId ?? ''} ${subject?.reach ?? ''} ${subject?.units.join(' ') ?? ''}`;
  const shown = useRef('');
  useEffect(() => {
    if (!phone || key === null || key === shown.current) return;
    shown.current = key;
    const part = subject && partOf(state, subject);
    if (part)
      map.current?.show(turned ? { ...part, x: 600 - part.x - part.width, y: 440 - part.y - part.height } : part);
    else map.current?.fit();
  }, [phone, key, map, state, subject, turned]);
}
