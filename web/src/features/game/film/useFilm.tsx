import { useEffect, useEffectEvent, useRef } from 'react';
import { useStore } from 'zustand';
import { useBattleLog } from '@/features/log-timeline';
import type { GameState } from '@/shared/api';
import type { Action, BattleLog } from '@/shared/battle-log';
import { turnOf } from '../client/autoplay';
import { useClient, useGameState } from '../client/context';
import { useDrawn } from '../client/useDrawn';
import { beatsOf, type Beat } from './beats';
import { FALL_BEAT_MS } from './casualties';
import { gainsOf } from './gains';
import { factorOf, usePace } from './pace';
import { isEnemyTurn, isFilmed, type Reel } from './reel';

/** How long units that are held back wait for an entry of the log once the film has come to its end, in milliseconds. */
const LEFT_MS = 3000;

export function useReel(): Reel;
export function useReel<T>(select: (reel: Reel) => T): T;
export function useReel(select: (reel: Reel) => unknown = (reel) => reel): unknown {
  return useStore(useClient().reel, select);
}

/** The entries of a log after one of them, oldest first. */
function after(log: BattleLog, id: number): Action[] {
  const found: Action[] = [];
  for (const frame of [...log.frames].reverse()) {
    const fresh = frame.actions.filter((action) => action.id > id);
    if (!fresh.length && frame.actions.length) break;
    found.unshift(...fresh);
  }
  return found;
}

/** Has the film run at the pace that was chosen. Shows nothing. */
export function FilmDriver() {
  const state = useGameState();
  useRunning();
  useLeftovers(state);
  useEnd(turnOf(state), state.request?.mine === true && state.request.controller === 'human');
  return useDrawn() && <Filling />;
}

/** Whether a unit of this window's own people acts. */
const isOwn = ({ sides, game_model: { armies } }: GameState, { actor }: Beat): boolean =>
  armies.some(
    ({ controller, units }, side) =>
      sides.includes(side) &&
      controller === 'human' &&
      units.some(({ uuid, name }) => uuid === actor || name === actor),
  );

/** What one's own dice did stays until something is done in a phase after theirs, or it is taken back. */
function useLastDice(state: GameState): void {
  const { kept, forget } = useReel();
  const { number } = state;
  const phase = `${turnOf(state)} ${state.game_model.phase}`;
  const since = useRef(phase);
  const seen = useRef({ phase, number });
  const [first] = kept;
  useEffect(() => {
    since.current = seen.current.phase;
  }, [first]);
  useEffect(() => {
    const before = seen.current;
    seen.current = { phase, number };
    const on = before.phase === phase && number > before.number && phase !== since.current;
    if (on || number < before.number) forget();
  }, [phase, number, forget]);
}

/** Fills the film with what is new in the log. */
function Filling() {
  const client = useClient();
  const state = useGameState();
  const { log } = useBattleLog(client.gameId, false, true);
  const pace = usePace((chosen) => chosen.pace);
  const seen = useRef<number | null>(null);
  // Before the log is looked at: both come at once, and what it brings is not forgotten with what was there.
  useLastDice(state);
  const fill = useEffectEvent((known: BattleLog) => {
    const last = known.lastId ?? 0;
    const fresh = seen.current === null ? [] : after(known, seen.current);
    seen.current = Math.max(last, seen.current ?? 0);
    const enemys = isEnemyTurn(state);
    client.reel.getState().feed(beatsOf(fresh), turnOf(state), enemys && pace !== 'once');
    client.reel.getState().keep(beatsOf(fresh), (beat) => isOwn(state, beat), enemys && pace !== 'once');
    client.reel.getState().gain(gainsOf(fresh));
  });
  useEffect(() => {
    if (log) fill(log);
  }, [log]);
  return null;
}

/** What was shown goes when its turn is over, and when this player is asked something; what is shown again stays. */
function useEnd(now: string, asked: boolean): void {
  const { film, running, paused, turn, closed, close } = useReel();
  const ended = film && !running && !paused && !closed && turn !== '' && (turn !== now || asked);
  useEffect(() => {
    if (ended) close();
  }, [ended, close]);
}

function useRunning(): void {
  const { casualties } = useClient();
  const { running, paused, at, beats, next } = useReel();
  const factor = factorOf(usePace((chosen) => chosen.pace));
  const beat = beats[at];
  useEffect(() => {
    if (!running || paused) return;
    const shown = () => {
      if (beat && casualties.getState().shown(beat)) timer = window.setTimeout(next, FALL_BEAT_MS * factor);
      else next();
    };
    let timer = window.setTimeout(shown, (beat?.ms ?? 0) * factor);
    return () => window.clearTimeout(timer);
  }, [running, paused, beat, factor, next, casualties]);
}

/** Units that are held back for an entry that never comes fall as soon as the film has nothing more to show. */
function useLeftovers(state: GameState): void {
  const { casualties } = useClient();
  const pace = usePace((chosen) => chosen.pace);
  const goesOn = useReel((reel) => reel.running || reel.paused);
  const wanted = useReel((reel) => isFilmed(state, pace, reel));
  const waits = useStore(casualties, ({ held }) => held.size > 0);
  useEffect(() => {
    if (!waits || (wanted && goesOn)) return;
    const timer = window.setTimeout(casualties.getState().release, wanted ? LEFT_MS : 0);
    return () => window.clearTimeout(timer);
  }, [waits, wanted, goesOn, state, casualties]);
}
