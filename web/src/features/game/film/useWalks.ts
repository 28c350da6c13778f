import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { GameState } from '@/shared/api';
import { inches, type Point } from '@/shared/geometry';
import { useClient, useGameState } from '../client/context';
import type { Beat, Walk } from './beats';
import { factorOf, isStill, usePace } from './pace';
import { isFilmed, shownBeat } from './reel';
import { useReel } from './useFilm';

/** How long a unit is kept back at most where the film does not come to it. */
const KEPT_MS = 20_000;
const SHARE_OF_BEAT = 0.85;

type Places = ReadonlyMap<string, readonly [number, number]>;

const placesOf = (state: GameState): Places =>
  new Map(
    state.game_model.armies.flatMap((army) =>
      army.units.flatMap((unit) => (unit.location && unit.alive ? [[unit.uuid, unit.location] as const] : [])),
    ),
  );

const shift = (x: number, y: number): string => `translate(${(x * 10).toFixed(2)}px, ${(y * 10).toFixed(2)}px)`;

/** So much of its animation a unit walks; then it stands, until the animation is taken away. */
const WALKED = 0.5;
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

/** The stations of a way as places before its end; it ends before they do. */
export function stations(points: readonly Point[]): Keyframe[] {
  const end = points.at(-1);
  if (!end) return [];
  const whole = points.reduce((sum, { x, y }, index) => {
    const before = points[index - 1];
    return before ? sum + Math.hypot(x - before.x, y - before.y) : sum;
  }, 0);
  const walk = Array.from({ length: STATIONS + 1 }, (_, index) => {
    const { x, y } = placeAfter(points, whole * eased(index / STATIONS)) ?? end;
    return { transform: shift(x - end.x, y - end.y), offset: (index / STATIONS) * WALKED };
  });
  return [...walk, { transform: shift(0, 0), offset: 1 }];
}

/** Leads a token along a way. Were its animation to end by itself, the page would draw some pictures until it does. */
function lead(token: Element | null, points: readonly Point[], ms: number): void {
  const walk = token?.animate(stations(points), { duration: ms / WALKED });
  if (walk) window.setTimeout(() => walk.cancel(), ms);
}

/** Tokens of units that walk: kept where they stood until the film comes to their move, and then led along their way. */
function useWalks(frame: RefObject<HTMLElement | null>): void {
  const state = useGameState();
  const pace = usePace((chosen) => chosen.pace);
  const beat = useReel(shownBeat);
  const filmed = useReel((reel) => isFilmed(state, pace, reel));
  const { casualties } = useClient();
  const film = useReel((reel) => reel.film);
  const running = useReel((reel) => reel.running || reel.paused);
  const kept = useRef(new Map<string, Animation>());
  const known = useRef<Places>(new Map());
  const wanted = filmed && !isStill();

  useLayoutEffect(() => {
    const now = placesOf(state);
    const { held } = casualties.getState();
    for (const [unit, [x, y]] of now) {
      const before = known.current.get(unit);
      // Who is drawn as it was stands there already.
      if (wanted && !held.has(unit) && before && Math.hypot(before[0] - x, before[1] - y) > 0.2)
        keepAt(frame.current, kept.current, unit, before[0] - x, before[1] - y);
    }
    known.current = now;
  }, [state, wanted, frame, casualties]);

  useEffect(() => {
    const walk: Walk | null = film ? (beat?.walk ?? null) : null;
    if (!walk) return;
    const wasKept = kept.current.get(walk.unitId);
    // What is shown again has gone on since: its token stays where it is.
    if (!wasKept) return;
    wasKept.cancel();
    kept.current.delete(walk.unitId);
    lead(tokenOf(frame.current, walk.unitId), walk.points, (beat?.ms ?? 0) * factorOf(pace) * SHARE_OF_BEAT);
  }, [beat, film, pace, frame]);

  useEffect(() => {
    if (wanted && running) return;
    const timer = window.setTimeout(() => release(kept.current), wanted ? 1500 : 0);
    return () => window.clearTimeout(timer);
  }, [wanted, running, state]);
}

/** What of the film the map shows, and the frame that its tokens are looked for in; `setFrame` is given it too. */
export function useFilmOnMap(setFrame: (frame: HTMLDivElement | null) => void): {
  film: Beat | null;
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
  useWalks(frame);
  const film = useReel((reel) => (reel.film ? shownBeat(reel) : null));
  return { film, setTable };
}

const tokenOf = (frame: HTMLElement | null, unit: string): Element | null =>
  frame?.querySelector(`[data-unit="${CSS.escape(unit)}"]`) ?? null;

function keepAt(frame: HTMLElement | null, kept: Map<string, Animation>, unit: string, x: number, y: number): void {
  const token = tokenOf(frame, unit);
  if (!token || !('animate' in token)) return;
  // Whatever has it glide to its new place would be drawn picture by picture under what is seen.
  for (const each of token.getAnimations()) each.cancel();
  const held = token.animate([{ transform: shift(x, y) }, { transform: shift(x, y) }], { duration: KEPT_MS });
  // Held, it asks for no picture; one that runs does, though they are all the same.
  held.pause();
  window.setTimeout(() => held.cancel(), KEPT_MS);
  kept.set(unit, held);
}

function release(kept: Map<string, Animation>): void {
  for (const each of kept.values()) each.cancel();
  kept.clear();
}
