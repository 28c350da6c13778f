import { create } from 'zustand';
import type { Point } from '@/shared/geometry';
import type { Refused } from './useGame';

/** What a panel wants of the map: a place for a unit, by a click or by dragging it there. */
export interface Wish {
  kind: 'place' | 'drag';
  unitId: string;
  /** Inches that it may go; null where there is no limit. */
  limit: number | null;
  /** Where it has to stand wholly within; the board where nothing is said. */
  zone?: readonly Point[] | null;
  /** Where the ghost of a unit waits that is not on the table. */
  about?: Point | null;
  /** What a photo shows of the unit is put right: the phase's panel has nothing to do with it. */
  correcting?: boolean;
}

/** What a panel draws about a unit: circles about it (inches), and lines to those it is aimed at. */
export interface Marks {
  unitId: string;
  circles: readonly { radius: number; kind: 'movement' | 'charge'; label: string }[];
  targets: readonly string[];
  kind: 'shooting' | 'charge' | 'combat';
}

/** What the computer said of its last choice. */
export interface Said {
  description: string;
  rationale: string;
  instructions: readonly string[];
}

interface TableStore {
  /** The unit that is looked at. */
  selectedId: string | null;
  wish: Wish | null;
  /** Where the middle of the wished unit is to go, until it is finalised. */
  target: Point | null;
  /** Where each of its miniatures is to go, in the unit's order; null while there is no target. */
  places: readonly Point[] | null;
  /** Whether miniatures were placed one by one: the formation is no longer the unit's own. */
  loose: boolean;
  /** Why the server did not take the place; null once the unit is put elsewhere. */
  refused: Refused | null;
  /** Miniatures are dragged one by one, not the unit as a whole. */
  single: boolean;
  /** Units that the panel speaks of, lit on the map. */
  involved: readonly string[];
  marks: Marks | null;
  /** Attacks are being rolled here: what the socket tells is not fetched until they are over. */
  resolving: boolean;
  said: Said | null;
  /** An ability was selected here: what the socket tells next is fetched, whatever the phase. */
  abilityChosen: boolean;
  select: (id: string | null) => void;
  want: (wish: Wish | null) => void;
  /** Ends a wish that was granted, unless the panel has another one by now. */
  granted: (wish: Wish | null) => void;
  aim: (target: Point | null, places?: readonly Point[] | null, loose?: boolean) => void;
  refuse: (refused: Refused | null) => void;
  setSingle: (single: boolean) => void;
  involve: (units: readonly string[]) => void;
  mark: (marks: Marks | null) => void;
  resolve: (resolving: boolean) => void;
  say: (said: Said | null) => void;
  chooseAbility: (abilityChosen: boolean) => void;
  reset: () => void;
}

const EMPTY = {
  selectedId: null,
  wish: null,
  target: null,
  places: null,
  loose: false,
  refused: null,
  single: false,
  involved: [] as readonly string[],
  marks: null,
  resolving: false,
  said: null,
  abilityChosen: false,
};

/** What the panels and the map of a game share: the selection, and the place that is being chosen. */
export const useTable = create<TableStore>((set, get) => ({
  ...EMPTY,
  select: (selectedId) => set({ selectedId }),
  want: (wish) => set({ wish, target: null, places: null, loose: false, refused: null, single: false }),
  granted: (wish) => {
    if (get().wish === wish) get().want(null);
  },
  aim: (target, places = null, loose = false) => set({ target, places, loose, refused: null }),
  refuse: (refused) => set({ refused }),
  setSingle: (single) => set({ single }),
  involve: (involved) => set({ involved }),
  mark: (marks) => set({ marks }),
  resolve: (resolving) => set({ resolving }),
  say: (said) => set({ said }),
  chooseAbility: (abilityChosen) => set({ abilityChosen }),
  reset: () => set(EMPTY),
}));
