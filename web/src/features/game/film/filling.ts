import type { GameState } from '@/shared/api';
import type { Action, BattleLog } from '@/shared/battle-log';
import { turnOf } from '../client/autoplay';
import type { GameClient } from '../client/client';
import { beatsOf, type Beat } from './beats';
import { gainsOf } from './gains';
import { usePace } from './pace';
import { isEnemyTurn } from './reel';

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

/** Whether a unit of this window's own people acts. */
export const isOwn = ({ sides, game_model: { armies } }: GameState, { actor }: Beat): boolean =>
  armies.some(
    ({ controller, units }, side) =>
      sides.includes(side) &&
      controller === 'human' &&
      units.some(({ uuid, name }) => uuid === actor || name === actor),
  );

/**
 * What fills the film of a game with what a log has that the one before it had not. Called as soon as a log is known, the
 * film's picture is drawn with the state that the log came with, and not after it.
 */
export function filling({ known, reel }: GameClient): (log: BattleLog) => void {
  let seen: number | null = null;
  return (log) => {
    const { state } = known.getState();
    if (!state) return;
    const fresh = seen === null ? [] : after(log, seen);
    seen = Math.max(log.lastId ?? 0, seen ?? 0);
    const film = isEnemyTurn(state) && usePace.getState().pace !== 'once';
    const beats = beatsOf(fresh);
    reel.getState().feed(beats, turnOf(state), film);
    reel.getState().keep(beats, (beat) => isOwn(state, beat), film);
    reel.getState().gain(gainsOf(fresh));
  };
}

const placeOf = (state: GameState) => ({ phase: `${turnOf(state)} ${state.game_model.phase}`, number: state.number });

/**
 * What one's own dice did stays until something is done in a phase after theirs, or it is taken back. A state is heard
 * before the log that comes with it: what that brings is not forgotten with what was there.
 */
export function forgetting({ known, reel }: GameClient): () => void {
  const { state: first } = known.getState();
  let seen = first && placeOf(first);
  let since = seen?.phase;
  const ends = [
    reel.subscribe(({ kept }, before) => {
      if (kept[0] !== before.kept[0]) since = seen?.phase;
    }),
    known.subscribe(({ state }, { state: was }) => {
      if (!state || state === was) return;
      const { phase, number } = placeOf(state);
      const before = seen ?? { phase, number };
      seen = { phase, number };
      const on = before.phase === phase && number > before.number && phase !== since;
      if (on || number < before.number) reel.getState().forget();
    }),
  ];
  return () => ends.forEach((end) => end());
}
