import { useCallback, useEffect, useLayoutEffect, useRef, type RefObject } from 'react';
import type { GameState } from '@/shared/api';
import type { Point } from '@/shared/geometry';
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

/** The stations of a way as places before its end, each when so much of its length is walked. */
export function stations(points: readonly Point[]): Keyframe[] {
  const end = points.at(-1);
  if (!end) return [];
  const lengths = points.map((each, index) => {
    const before = points[index - 1];
    return before ? Math.hypot(each.x - before.x, each.y - before.y) : 0;
  });
  const whole = lengths.reduce((sum, each) => sum + each, 0) || 1;
  let walked = 0;
  return points.map((each, index) => {
    walked += lengths[index] ?? 0;
    return { transform: shift(each.x - end.x, each.y - end.y), offset: Math.min(1, walked / whole) };
  });
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
    tokenOf(frame.current, walk.unitId)?.animate(stations(walk.points), {
      duration: (beat?.ms ?? 0) * factorOf(pace) * SHARE_OF_BEAT,
      easing: 'ease-in-out',
    });
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
