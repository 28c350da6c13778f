import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { onLog, useBattleLog } from '@/features/log-timeline';
import type { GameState } from '@/shared/api';
import { turnOf } from '../client/autoplay';
import { useClient, useGameState } from '../client/context';
import { useDrawn } from '../client/useDrawn';
import { FALL_BEAT_MS } from './casualties';
import { filling, forgetting } from './filling';
import { factorOf, usePace } from './pace';
import { isFilmed, type Reel } from './reel';

/** How long units that are held back wait for an entry of the log once the film has come to its end, in milliseconds. */
const LEFT_MS = 3000;

export function useReel(): Reel;
export function useReel<T>(select: (reel: Reel) => T): T;
export function useReel(select: (reel: Reel) => unknown = (reel) => reel): unknown {
  return useStore(useClient().reel, select);
}

/** Has the film run at the pace that was chosen. Shows nothing. */
export function FilmDriver() {
  const state = useGameState();
  useRunning();
  useLeftovers(state);
  useEnd(turnOf(state), state.request?.mine === true && state.request.controller === 'human');
  return useDrawn() && <Filling />;
}

/** Fills the film with what is new in the log. */
function Filling() {
  const client = useClient();
  const queries = useQueryClient();
  const { log } = useBattleLog(client.gameId, false, true);
  const [fill] = useState(() => filling(client));
  useEffect(() => forgetting(client), [client]);
  useEffect(() => onLog(queries, client.gameId, fill), [queries, client, fill]);
  useEffect(() => {
    if (log) fill(log);
  }, [log, fill]);
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
