import { useEffect, useEffectEvent, useRef } from 'react';
import { useStore } from 'zustand';
import { useBattleLog } from '@/features/log-timeline';
import type { GameState } from '@/shared/api';
import type { Action, BattleLog } from '@/shared/battle-log';
import { turnOf } from '../client/autoplay';
import { useClient, useGameState } from '../client/context';
import { beatsOf } from './beats';
import { gainsOf } from './gains';
import { factorOf, usePace } from './pace';
import type { Reel } from './reel';

/** Whether the turn is another's than this window's players: the computer's, or the opponent's. */
export function isEnemyTurn({ sides, game_model: model, current_army_uuid: current }: GameState): boolean {
  if (model.phase === 'deployment' || !sides.length) return false;
  const active = model.armies.findIndex((army) => army.uuid === current);
  return !sides.includes(active) || model.armies[active]?.controller === 'ai';
}

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

/** Fills the film with what is new in the log, and has it run at the pace that was chosen. Shows nothing. */
export function FilmDriver() {
  const client = useClient();
  const state = useGameState();
  const { log } = useBattleLog(client.gameId, false, true);
  const pace = usePace((chosen) => chosen.pace);
  const seen = useRef<number | null>(null);
  const fill = useEffectEvent((known: BattleLog) => {
    const last = known.lastId ?? 0;
    const fresh = seen.current === null ? [] : after(known, seen.current);
    seen.current = Math.max(last, seen.current ?? 0);
    const enemys = isEnemyTurn(state);
    client.reel.getState().feed(beatsOf(fresh), turnOf(state), enemys && pace !== 'once');
    client.reel.getState().gain(gainsOf(fresh));
  });
  useEffect(() => {
    if (log) fill(log);
  }, [log]);
  useRunning();
  useEnd(turnOf(state), state.request?.mine === true && state.request.controller === 'human');
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
  const { running, paused, at, beats, next } = useReel();
  const pace = usePace((chosen) => chosen.pace);
  const ms = (beats[at]?.ms ?? 0) * factorOf(pace);
  useEffect(() => {
    if (!running || paused) return;
    const timer = window.setTimeout(next, ms);
    return () => window.clearTimeout(timer);
  }, [running, paused, at, ms, next]);
}
