import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import { LASTING_MS, stopGlide, takenAway } from '@/features/battle-map';
import type { GameState } from '@/shared/api';
import { shortestTurn } from '@/shared/bases';
import { inches, type Point } from '@/shared/geometry';
import { useClient, useGameState } from '../client/context';
import type { Beat, Walk } from './beats';
import { factorOf, isStill, usePace } from './pace';
import { isFilmed, shownBeat } from './reel';
import { useReel } from './useFilm';

/** How long a unit is kept back at most where the film does not come to it. */
const KEPT_MS = 20_000;
const SHARE_OF_BEAT = 0.85;

/** Where a unit stands, and how its miniatures on long bases face. */
interface Stand {
  at: readonly [number, number];
  facings: readonly (number | undefined)[];
}

type Stands = ReadonlyMap<string, Stand>;

/** Bases that have turned since: the place of each in its unit, and by how many degrees it faces otherwise. */
type Turns = ReadonlyMap<number, number>;

/** What a unit is kept by that the film has not come to. */
interface Kept {
  letGo: readonly (() => void)[];
  turns: Turns;
}

const standsOf = (state: GameState): Stands =>
  new Map(
    state.game_model.armies.flatMap((army) =>
      army.units.flatMap(({ uuid, location, alive, miniatures }) =>
        location && alive ? [[uuid, { at: location, facings: miniatures.map(({ facing }) => facing) }] as const] : [],
      ),
    ),
  );

/** How far each long base has to be turned to face as it did: the shorter way round. */
export const turnsBetween = (before: Stand['facings'], now: Stand['facings']): Turns =>
  new Map(
    now.flatMap((facing, index) => {
      const was = before[index];
      const turn = facing === undefined || was === undefined ? 0 : shortestTurn(facing, was);
      return turn ? [[index, turn] as const] : [];
    }),
  );

const shift = (x: number, y: number): string => `translate(${(x * 10).toFixed(2)}px, ${(y * 10).toFixed(2)}px)`;

/** How often as long as it takes a walk is left there once its unit has arrived, where nothing else is drawn meanwhile. */
const LEFT_THERE = 3.6;
/** Places of a way that are led through, so that it is begun and ended slowly. */
const STATIONS = 16;

const eased = (time: number): number => (time < 0.5 ? 2 * time * time : 1 - 2 * (1 - time) ** 2);

/** Where one is who has gone so far along a way. */
function placeAfter(points: readonly Point[], walked: number): Point | undefined {
  let left = walked;
  for (const [index, to] of points.entries()) {
    const from = points[index - 1] ?? to;
    const length = Math.hypot(to.x - from.x, to.y - from.y);
    if (length > 0 && left <= length) {
      const share = left / length;
      return { x: inches(from.x + (to.x - from.x) * share), y: inches(from.y + (to.y - from.y) * share) };
    }
    left -= length;
  }
  return points.at(-1);
}

/** The stations of a way as places before its end; it ends after this share of the time, and the last stands still. */
export function stations(points: readonly Point[], share: number): Keyframe[] {
  const end = points.at(-1);
  if (!end) return [];
  const whole = points.reduce((sum, { x, y }, index) => {
    const before = points[index - 1];
    return before ? sum + Math.hypot(x - before.x, y - before.y) : sum;
  }, 0);
  const walk = Array.from({ length: STATIONS + 1 }, (_, index) => {
    const { x, y } = placeAfter(points, whole * eased(index / STATIONS)) ?? end;
    return { transform: shift(x - end.x, y - end.y), offset: (index / STATIONS) * share };
  });
  return [...walk, { transform: shift(0, 0), offset: 1 }];
}

/** A unit's walk: whether the unit has arrived, and how its animation is taken away. */
interface Led {
  hasArrived: () => boolean;
  takeAway: () => void;
}

/** Leads a token along a way, its bases turning as they go. */
function lead(token: Element, points: readonly Point[], turns: Turns, ms: number): Led {
  const there = { transform: 'none' };
  const share = ms / LASTING_MS;
  const walks = [
    token.animate(stations(points, share), { duration: LASTING_MS }),
    ...basesOf(token, turns).map(([base, turn]) =>
      base.animate([{ transform: `rotate(${turn}deg)` }, { ...there, offset: share }, there], {
        duration: LASTING_MS,
      }),
    ),
  ];
  const arrival = performance.now() + ms;
  return { hasArrived: () => performance.now() >= arrival, takeAway: takenAway(walks, ms * LEFT_THERE) };
}

/** Takes away the walks of those who have arrived. Done where something else is drawn: by itself it is a picture more. */
function takeAwayArrived(walks: Set<Led>): void {
  for (const walk of walks) {
    if (!walk.hasArrived()) continue;
    walk.takeAway();
    walks.delete(walk);
  }
}

/** The drawings of bases that turn, with their turns. */
const basesOf = (token: Element, turns: Turns): (readonly [Element, number])[] =>
  [...turns].flatMap(([index, turn]) => {
    const base = token.querySelector(`[data-turns="${index}"]`);
    return base ? [[base, turn] as const] : [];
  });

/**
 * Tokens of units that walk: kept where they stood until the film comes to their move, and then led along their way.
 * Shows nothing itself: whether the film runs has none of the table drawn again. Stands after what it looks for.
 */
export function Walks({ frame }: { frame: RefObject<HTMLElement | null> }): null {
  const state = useGameState();
  const pace = usePace((chosen) => chosen.pace);
  const beat = useReel(shownBeat);
  const filmed = useReel((reel) => isFilmed(state, pace, reel));
  const { casualties } = useClient();
  const film = useReel((reel) => reel.film);
  const running = useReel((reel) => reel.running || reel.paused);
  const kept = useRef(new Map<string, Kept>());
  const walks = useRef(new Set<Led>());
  const known = useRef<Stands>(new Map());
  const wanted = filmed && !isStill();

  useLayoutEffect(() => {
    takeAwayArrived(walks.current);
    const now = standsOf(state);
    const { held } = casualties.getState();
    for (const [unit, { at, facings }] of now) {
      const before = known.current.get(unit);
      // Who is drawn as it was stands there already.
      if (!wanted || held.has(unit) || !before) continue;
      const [x, y] = [before.at[0] - at[0], before.at[1] - at[1]];
      if (Math.hypot(x, y) > 0.2)
        keepAt(frame.current, kept.current, unit, [x, y], turnsBetween(before.facings, facings));
    }
    known.current = now;
  }, [state, wanted, frame, casualties]);

  useEffect(() => {
    takeAwayArrived(walks.current);
    const walk: Walk | null = film ? (beat?.walk ?? null) : null;
    if (!walk) return;
    const wasKept = kept.current.get(walk.unitId);
    // What is shown again has gone on since: its token stays where it is.
    if (!wasKept) return;
    wasKept.letGo.forEach((each) => each());
    kept.current.delete(walk.unitId);
    const ms = (beat?.ms ?? 0) * factorOf(pace) * SHARE_OF_BEAT;
    const token = tokenOf(frame.current, walk.unitId);
    if (token) walks.current.add(lead(token, walk.points, wasKept.turns, ms));
  }, [beat, film, pace, frame]);

  useEffect(() => {
    if (wanted && running) return;
    const timer = window.setTimeout(() => release(kept.current), wanted ? 1500 : 0);
    return () => window.clearTimeout(timer);
  }, [wanted, running, state]);
  return null;
}

/** What of the film the map shows, and the frame that its tokens are looked for in; `setFrame` is given it too. */
export function useFilmOnMap(setFrame: (frame: HTMLDivElement | null) => void): {
  film: Beat | null;
  frame: RefObject<HTMLDivElement | null>;
  setTable: (table: HTMLDivElement | null) => void;
} {
  const frame = useRef<HTMLDivElement | null>(null);
  const setTable = useCallback(
    (table: HTMLDivElement | null) => {
      frame.current = table;
      setFrame(table);
    },
    [setFrame],
  );
  const film = useReel((reel) => (reel.film ? shownBeat(reel) : null));
  return { film, frame, setTable };
}

const tokenOf = (frame: HTMLElement | null, unit: string): Element | null =>
  frame?.querySelector(`[data-unit="${CSS.escape(unit)}"]`) ?? null;

function keepAt(
  frame: HTMLElement | null,
  kept: Map<string, Kept>,
  unit: string,
  [x, y]: readonly [number, number],
  turns: Turns,
): void {
  const token = tokenOf(frame, unit);
  if (!token || !('animate' in token)) return;
  kept.get(unit)?.letGo.forEach((each) => each());
  const letGo = [
    stilled(token, shift(x, y)),
    ...basesOf(token, turns).map(([base, turn]) => stilled(base, `rotate(${turn}deg)`)),
  ];
  kept.set(unit, { letGo, turns });
}

/** Holds a drawing back until what it returns is called. */
function stilled(drawn: Element, transform: string): () => void {
  // Whatever has it glide to its new place would be drawn picture by picture under what is seen.
  stopGlide(drawn);
  const held = drawn.animate([{ transform }, { transform }], { duration: KEPT_MS });
  // Held, it asks for no picture; one that runs does, though they are all the same.
  held.pause();
  return takenAway([held], KEPT_MS);
}

function release(kept: Map<string, Kept>): void {
  for (const { letGo } of kept.values()) letGo.forEach((each) => each());
  kept.clear();
}
