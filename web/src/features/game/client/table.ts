import { createStore, type StoreApi } from 'zustand';
import type { March, MapMark, Preview, ThoughtState } from '@/shared/api';
import type { Point } from '@/shared/geometry';
import type { Offered } from '../shell/offered';
import type { Splits } from '../panels/fights/targets';
import type { Refused } from './calls';

/** A press on a unit that is being dragged: where it was taken hold of, and which miniature alone, if one. */
export interface Grip {
  from: Point;
  only: number | null;
}

/** How a unit can be drawn up. */
export type Shape = 'block' | 'line' | 'ranks' | 'circle' | 'spread' | 'chain';

/** A formation, and by how many degrees it is turned. */
export interface Arrangement {
  shape: Shape;
  turn: number;
}

/** A unit that is being placed or moved on the map and is not yet sent to the server. */
export interface PendingMove {
  kind: 'place' | 'drag';
  unitId: string;
  /** Inches that it may go; null where there is no limit. */
  limit: number | null;
  /** Where it has to stand wholly within; the board where nothing is said. */
  zone?: readonly Point[] | null;
  /** Where the ghost of a unit waits that is not on the table. */
  about?: Point | null;
  /** The kinds of move that it has, the shorter first: how far it is dragged says which it is. */
  marches?: readonly March[];
  /** It was taken up on the map itself: where it is dropped it moves to, unless the player wants to be asked. */
  direct?: boolean;
  /** It was sent to a place by a tap there: a tap on it, or the main button, moves it. */
  tapped?: boolean;
  /** The press on the map that it hangs on, until that is let go. */
  grip?: Grip;
  /** What a photo shows of the unit is put right: the phase's panel has nothing to do with it. */
  correcting?: boolean;
  /** It is put elsewhere by hand, on any floor: only what a table cannot hold speaks against it. */
  free?: boolean;
}

/** Whether the unit is corrected after a photo, and not put elsewhere by hand. */
export const correctsPhoto = ({ correcting, free }: PendingMove): boolean => correcting === true && !free;

/** Where a unit, or one miniature, was sent that could not go there, why not, in words, and where it stands instead. */
export interface Missed {
  at: Point;
  to: Point;
  why: string;
}

/** What falling back would cost a unit: how many miniatures test, and on which faces they are lost. */
export type Escape = Preview['escape'];

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
  plan?: ThoughtState | null;
  marks?: readonly MapMark[];
}

/** What is rolled to its end: what Fire or Charge began, the attacks that are under way, or nothing. */
export type Rolling = 'begun' | 'attacks' | null;

export interface Table {
  /** The unit that is looked at. */
  selectedId: string | null;
  pending: PendingMove | null;
  /** Where the middle of the pending unit is to go, until it is finalised. */
  target: Point | null;
  /** Where each of its miniatures is to go, in the unit's order; null while there is no target. */
  places: readonly Point[] | null;
  /** How each of its miniatures faces, in degrees; null until one is turned. */
  facings: readonly number[] | null;
  /** Whether miniatures were placed one by one: the formation is no longer the unit's own. */
  unlocked: boolean;
  /** Where the unit in hand, or the one that was put down last, was sent, if it stands elsewhere. */
  missed: Missed | null;
  /** What the unit in hand risks where it is held; null where it risks nothing. */
  risk: Escape;
  /** The unit whose own dice are being typed for its move. */
  ownDiceOf: string | null;
  /** The formation that the unit in hand was put into last. */
  arranged: Arrangement | null;
  /** Why the server did not take the place; null once the unit is put elsewhere. */
  refused: Refused | null;
  /** The floor that the unit in hand goes to, or that is looked at: 0 is the ground; null for its own, or for all. */
  floor: number | null;
  /** The unit in hand starts in reserve: it needs no place. */
  reserved: boolean;
  /** Miniatures are dragged one by one, not the unit as a whole. */
  single: boolean;
  /** Of a unit whose miniatures are moved one by one, the one that was touched last; null for none yet. */
  held: number | null;
  /** What a unit that stands apart is to lose, miniatures by their place in it; null for those that are proposed. */
  removal: readonly number[] | null;
  /** Units that the panel speaks of, lit on the map. */
  involved: readonly string[];
  marks: Marks | null;
  /** What the weapons of the unit that was picked are aimed at; null until the player aims. */
  aimed: { unitId: string; chosen: Readonly<Record<string, string>>; splits?: Splits } | null;
  /** The weapon that alone is aimed by the next click on an enemy; null for all that reach. */
  weaponId: string | null;
  /** The unit that the selected one is to charge. */
  chargeAt: string | null;
  /** Dice of what was begun on the map, or of all that is left of attacks, are rolled as soon as they are due. */
  rolling: Rolling;
  /** Attacks are being rolled here: what the socket sends is not fetched until they are over. */
  resolving: boolean;
  said: Said | null;
  /** What the map shows of a choice of the computer, or of its advice. */
  drawn: readonly MapMark[];
  /** What the player did with the card of the enemy's turn, and of which turn it is. */
  recap: { turn: string; how: 'open' | 'folded' | 'away' } | null;
  /** What may be used for nothing now. */
  offered: Offered | null;
  select: (id: string | null) => void;
  want: (pending: PendingMove | null) => void;
  /** Ends a pending move that was made, unless the panel has another one by now. */
  granted: (pending: PendingMove | null) => void;
  aim: (target: Point | null, places?: readonly Point[] | null, unlocked?: boolean) => void;
  face: (facings: readonly number[]) => void;
  miss: (missed: Missed | null) => void;
  warn: (risk: Escape) => void;
  askOwnDice: (unitId: string | null) => void;
  arrange: (arranged: Arrangement | null) => void;
  refuse: (refused: Refused | null) => void;
  reserve: (reserved: boolean) => void;
  setSingle: (single: boolean) => void;
  hold: (held: number | null) => void;
  setFloor: (floor: number | null) => void;
  aimBy: (unitId: string, chosen: Readonly<Record<string, string>>, splits?: Splits) => void;
  holdWeapon: (weaponId: string | null) => void;
  planCharge: (unitId: string | null) => void;
  rollOn: (rolling: Rolling) => void;
  chooseRemoval: (removal: readonly number[] | null) => void;
  involve: (units: readonly string[]) => void;
  mark: (marks: Marks | null) => void;
  resolve: (resolving: boolean) => void;
  say: (said: Said | null) => void;
  draw: (drawn: readonly MapMark[]) => void;
  putRecap: (turn: string, how: 'open' | 'folded' | 'away') => void;
  offer: (offered: Offered) => void;
}

const NOTHING_IN_HAND = {
  pending: null,
  target: null,
  places: null,
  facings: null,
  unlocked: false,
  missed: null,
  risk: null,
  arranged: null,
  refused: null,
  reserved: false,
  single: false,
  held: null,
  floor: null,
};

const EMPTY = {
  ...NOTHING_IN_HAND,
  selectedId: null,
  ownDiceOf: null,
  removal: null,
  involved: [] as readonly string[],
  marks: null,
  aimed: null,
  weaponId: null,
  chargeAt: null,
  rolling: null,
  resolving: false,
  said: null,
  drawn: [] as readonly MapMark[],
  recap: null,
  offered: null,
};

const isSameRisk = (a: Escape, b: Escape): boolean => a?.tested === b?.tested && a?.lost_on === b?.lost_on;

const isPartOf = (more: Partial<Table>, now: Table): boolean =>
  Object.entries(more).every(([name, value]) => Object.is(Reflect.get(now, name), value));

/** What the panels and the map of a game share: the selection, and the place that is being chosen. */
export const createTable = (): StoreApi<Table> =>
  createStore<Table>((write, get) => {
    const set = (more: Partial<Table>) => {
      // Everything on the table listens, so a change that changes nothing is not announced.
      if (!isPartOf(more, get())) write(more);
    };
    return {
      ...EMPTY,
      select: (selectedId) => set({ selectedId, chargeAt: null }),
      want: (pending) => set({ ...NOTHING_IN_HAND, pending }),
      granted: (pending) => {
        if (get().pending === pending) get().want(null);
      },
      aim: (target, places = null, unlocked = false) => set({ target, places, unlocked, missed: null, refused: null }),
      face: (facings) => set({ facings, missed: null, refused: null }),
      miss: (missed) => set({ missed }),
      warn: (escape) => {
        const risk = escape?.tested ? escape : null;
        if (!isSameRisk(get().risk, risk)) set({ risk });
      },
      askOwnDice: (ownDiceOf) => set({ ownDiceOf }),
      arrange: (arranged) => set({ arranged }),
      refuse: (refused) => set({ refused }),
      reserve: (reserved) =>
        set({ reserved, ...(reserved && { target: null, places: null, missed: null, refused: null }) }),
      setSingle: (single) => set({ single, held: null }),
      hold: (held) => set({ held }),
      setFloor: (floor) => set({ floor, missed: null, refused: null }),
      aimBy: (unitId, chosen, splits = {}) => set({ aimed: { unitId, chosen, splits }, weaponId: null }),
      holdWeapon: (weaponId) => set({ weaponId }),
      planCharge: (chargeAt) => set({ chargeAt }),
      rollOn: (rolling) => set({ rolling }),
      chooseRemoval: (removal) => set({ removal }),
      involve: (involved) => set({ involved }),
      mark: (marks) => set({ marks }),
      resolve: (resolving) => set({ resolving }),
      say: (said) => set({ said, drawn: EMPTY.drawn }),
      draw: (drawn) => set({ drawn }),
      offer: (offered) => set({ offered }),
      putRecap: (turn, how) => set({ recap: { turn, how } }),
    };
  });
