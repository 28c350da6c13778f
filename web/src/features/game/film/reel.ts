import { createStore, type StoreApi } from 'zustand';
import type { GameState } from '@/shared/api';
import { turnOf } from '../client/autoplay';
import type { Beat } from './beats';
import type { Gain } from './gains';
import type { Pace } from './pace';

/** What the film shows, and whether it runs. The computer waits for it; see `holdsUp`. */
export interface Reel {
  beats: readonly Beat[];
  /** The beat that is shown; -1 where there is none. */
  at: number;
  /** It goes on to the next beat by itself. */
  running: boolean;
  paused: boolean;
  /** The turn whose rest is not played. */
  skipped: string;
  /** The turn that its beats are of; empty where it is shown again. */
  turn: string;
  /** The enemy's turn, or one that is shown again: with arrows, and pictures on the map. */
  film: boolean;
  closed: boolean;
  /** What the player's own dice did last, and what was rolled since; it stays beside the map until there is something newer. */
  kept: readonly Beat[];
  /** What was scored by the entries that came last. */
  gains: readonly Gain[];
  /** More of a turn: played one after the other where it is a `film`, else only the last is shown. */
  feed: (beats: readonly Beat[], turn: string, film: boolean) => void;
  /** Entries that came: what was rolled of them stays in view, from the last of the player's own on. `alone`: only that. */
  keep: (beats: readonly Beat[], isOwn: (beat: Beat) => boolean, alone: boolean) => void;
  forget: () => void;
  /** A whole turn from its beginning. */
  again: (beats: readonly Beat[]) => void;
  /** The beat was shown long enough. */
  next: () => void;
  /** To another beat, and stand still there. */
  step: (by: 1 | -1) => void;
  pause: (paused: boolean) => void;
  skip: () => void;
  close: () => void;
  gain: (gains: readonly Gain[]) => void;
}

/** Whether the computer waits until the film has shown what it did. */
export const holdsUp = ({ film, running, paused, closed }: Reel): boolean => film && !closed && (running || paused);

const EMPTY = {
  beats: [] as readonly Beat[],
  at: -1,
  running: false,
  paused: false,
  skipped: '',
  turn: '',
  film: false,
  closed: false,
};

const NO_GAINS: readonly Gain[] = [];
const NOTHING_KEPT: readonly Beat[] = [];

/** How many rolls since the player's own stay in view beside it. */
const SINCE = 2;

export const createReel = (): StoreApi<Reel> =>
  createStore<Reel>((set, get) => ({
    ...EMPTY,
    gains: NO_GAINS,
    kept: NOTHING_KEPT,
    feed: (more, turn, film) => {
      if (!more.length) return;
      const now = get();
      // Who looks at a turn again does so to its end: what comes late, or of his own turn, does not take it away.
      if (!film && now.turn === '' && holdsUp(now)) return;
      const same = now.turn === turn;
      const beats = same ? [...now.beats, ...more] : more;
      const last = beats.length - 1;
      if (!film || now.skipped === turn)
        set({ beats, turn, film, at: last, running: false, paused: false, closed: now.skipped === turn });
      else if (same && now.running) set({ beats });
      else
        set({
          beats,
          turn,
          film,
          at: same && !now.paused ? now.at + 1 : same ? now.at : 0,
          running: true,
          paused: same && now.paused,
          closed: false,
        });
    },
    keep: (beats, isOwn, alone) => {
      const rolled = beats.filter((each) => each.rows.length > 0);
      const own = rolled.findLastIndex(isOwn);
      if (alone && own < 0) return;
      const { kept } = get();
      const [first, ...since] = own >= 0 ? rolled.slice(own) : [...kept, ...rolled];
      if (first && rolled.length) set({ kept: alone ? [first] : [first, ...since.slice(-SINCE)] });
    },
    forget: () => {
      if (get().kept.length) set({ kept: NOTHING_KEPT });
    },
    again: (beats) => set({ ...EMPTY, beats, film: true, at: beats.length ? 0 : -1, running: beats.length > 0 }),
    next: () => {
      const { at, beats } = get();
      set(at < beats.length - 1 ? { at: at + 1 } : { running: false });
    },
    step: (by) => {
      const { at, beats } = get();
      set({ at: Math.min(beats.length - 1, Math.max(0, at + by)), paused: true, running: true });
    },
    pause: (paused) => set({ paused, running: true }),
    skip: () => {
      const { beats, turn } = get();
      set({ at: beats.length - 1, running: false, paused: false, skipped: turn, closed: true });
    },
    close: () => set({ running: false, paused: false, closed: true }),
    gain: (gains) => {
      if (gains.length) set({ gains });
    },
  }));

/** The beat in view, if any. */
export const shownBeat = ({ beats, at, closed }: Reel): Beat | null => (closed ? null : (beats[at] ?? null));

/** Whether the turn is another's than this window's players: the computer's, or the opponent's. */
export function isEnemyTurn({ sides, game_model: model, current_army_uuid: current }: GameState): boolean {
  if (model.phase === 'deployment' || !sides.length) return false;
  const active = model.armies.findIndex((army) => army.uuid === current);
  return !sides.includes(active) || model.armies[active]?.controller === 'ai';
}

/** Whether what happens now is shown by the film, a step after the other. */
export const isFilmed = (state: GameState, pace: Pace, { skipped }: Pick<Reel, 'skipped'>): boolean =>
  pace !== 'once' && skipped !== turnOf(state) && isEnemyTurn(state);
