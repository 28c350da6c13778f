import type { GameState, ThoughtState } from '@/shared/api';
import { createStore, type StoreApi } from 'zustand';
import { computerPlays, keepComputerPlays } from '@/shared/computerPlays';

/** How the computer plays here: by its buttons, its turn to the end, or whenever it is asked. */
export type Mode = 'buttons' | 'turn' | 'always';

const kept = (): Mode => (computerPlays() ? 'always' : 'buttons');

export interface Autoplay {
  mode: Mode;
  /** The turn that it plays to the end; '' where it plays always. */
  turn: string;
  paused: boolean;
  /** Choices made since it began. */
  steps: number;
  last: string;
  /** How far it has come with its plans; null while it acts. */
  thought: ThoughtState | null;
  /** Why it stopped by itself. */
  problem: string;
  begin: (turn: string) => void;
  always: (on: boolean) => void;
  pause: (paused: boolean, problem?: string) => void;
  /** Back to the buttons; who has it play always has it do so again by the switch. */
  cancel: () => void;
  did: (what: string) => void;
  think: (thought: ThoughtState | null) => void;
}

const FRESH = { turn: '', paused: false, steps: 0, last: '', thought: null, problem: '' };

/** The computer that plays on by itself in this window: at first nothing runs but what is kept in this browser. */
export const createAutoplay = (): StoreApi<Autoplay> =>
  createStore<Autoplay>((set, get) => ({
    mode: kept(),
    ...FRESH,
    begin: (turn) => set({ ...FRESH, mode: 'turn', turn }),
    always: (on) => {
      keepComputerPlays(on);
      set({ ...FRESH, mode: on ? 'always' : 'buttons' });
    },
    pause: (paused, problem = '') => set({ paused, problem }),
    cancel: () => get().always(false),
    did: (last) => set({ last, thought: null, steps: get().steps + 1 }),
    think: (thought) => set({ thought }),
  }));

/** What a computer plays to its end at once: the setting-up, or a turn. */
export const turnOf = ({ game_model: model }: GameState): string =>
  model.phase === 'deployment' ? 'deployment' : `${model.round}.${model.turn}`;

/** Whether the army that is asked compares plans before it acts. */
export const thinksFirst = ({ request, game_model: { armies } }: GameState): boolean =>
  armies.some((army) => army.uuid === request?.army_uuid && army.thinking_seconds > 0);

/** Whether the computer plays by itself here as soon as it is asked. */
export const isOn = ({ mode, paused }: Autoplay): boolean => mode !== 'buttons' && !paused;

/** Whether the computer is about to choose by itself in this window, without being asked to. */
export const playsOn = (autoplay: Autoplay, state: GameState): boolean => isOn(autoplay) && computerIsDue(state);

/** Whether the computer is asked, and this window's player may let it answer. */
export const computerIsDue = (state: GameState): boolean =>
  state.request?.controller === 'ai' && state.sides.length > 0;
