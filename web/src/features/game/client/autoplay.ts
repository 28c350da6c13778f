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

/** A person's own turn goes on, answers of the computer in it too. */
export const isPersonsTurn = ({ game_model: model, current_army_uuid: current }: GameState): boolean =>
  model.phase !== 'deployment' && model.armies.find((army) => army.uuid === current)?.controller === 'human';

/**
 * Whether a person in their own turn only waits for the computer to answer: it may react, has dice to roll, or a unit that
 * stands apart. It moves and fights by its buttons there too, and dice that could be a person's own are left to them.
 */
function owesAnswer(state: GameState): boolean {
  const [kind] = state.request?.kinds ?? [];
  const answers = kind === 'pass' || kind === 'remove' || (kind === 'roll' && !state.dice.own_dice);
  return answers && isPersonsTurn(state);
}

/** Whether the computer is about to choose by itself in this window, without a press of its buttons. */
export const playsOn = ({ mode, paused }: Pick<Autoplay, 'mode' | 'paused'>, state: GameState): boolean =>
  !paused && computerIsDue(state) && (mode !== 'buttons' || owesAnswer(state));

/** Whether the computer is asked, and this window's player may let it answer. */
export const computerIsDue = (state: GameState): boolean =>
  state.request?.controller === 'ai' && state.sides.length > 0;
