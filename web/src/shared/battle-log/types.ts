import type { Base } from '@/shared/bases';
import type { Inches, Point } from '@/shared/geometry';

/** A JSON object whose fields nobody has checked yet. */
export type Fields = Readonly<Record<string, unknown>>;

export interface Army {
  id: string;
  name: string;
  faction: string;
  detachment: string;
  points: number | null;
  /** 0 is blue, 1 is red. */
  colorIndex: 0 | 1;
}

export interface Miniature extends Base {
  x: Inches;
  y: Inches;
  radius: Inches;
  wounds: number;
  alive: boolean;
  /** Inches above the ground. */
  elevation: number;
}

export interface Weapon {
  name: string;
  count: number | null;
  /** null for a melee weapon. */
  range: Inches | null;
  attacks: string;
  skill: string;
  strength: string;
  ap: string;
  damage: string;
  keywords: string[];
}

/** One kind of miniature in a unit. Attribute values are as printed ("6\"", "3+", "-"). */
export interface Profile {
  name: string;
  count: number | null;
  alive: number | null;
  attributes: Record<string, string>;
  /** Its base in the server's words; rosters say it, logs do not. */
  base?: string;
  ranged: Weapon[];
  melee: Weapon[];
}

export interface NamedDistance {
  name: string;
  distance: Inches;
}

export interface UnitStats {
  aliveCount: number | null;
  profiles: Profile[];
  abilities: { name: string; description: string }[];
  objectiveDistances: NamedDistance[];
  enemyDistances: NamedDistance[];
  friendlyDistances: NamedDistance[];
}

/** What a unit has done in its last turn, and how it stands. */
export interface UnitStatus {
  /** 'Move', 'Advance', 'Fall Back', 'Stationary', or nothing yet. */
  movement: string;
  shot: boolean;
  charged: boolean;
  fought: boolean;
  inCover: boolean;
  /** A leader has joined it. */
  led: boolean;
  /** Units inside it. */
  passengers: number;
  /** Inches above the ground of the miniature that stands highest. */
  raised: number;
}

export interface BoardUnit {
  id: string;
  armyId: string;
  /** Its place in its army's roster, from 0; null where a log does not say. */
  order: number | null;
  name: string;
  location: Point | null;
  transponder: string | null;
  deployed: boolean;
  inReserves: boolean;
  battleShocked: boolean;
  /** Of a live game; a log says nothing of them. */
  keywords: readonly string[];
  status: UnitStatus;
  miniatures: Miniature[];
  /** unit_stats as received; read by `statsOf` when somebody looks. */
  sheet: Fields | null;
}

export interface Terrain {
  name: string;
  coordinates: Point[];
  obscuring: boolean;
  height: Inches | null;
  walls: [Point, Point][];
  /** How high its upper floors lie, in inches, the lowest first. */
  floors: number[];
  /** Obscuring, or named a building: lines of sight end at it. */
  building: boolean;
}

export interface Objective {
  name: string;
  location: Point;
  heldBy: string | null;
  sticky: boolean;
  /** What it brings to which army, and when; empty if unknown. */
  worth: string;
}

export interface DeploymentZone {
  name: string;
  owner: 0 | 1;
  shape: Point[];
}

export interface Score {
  armyId: string;
  vp: number;
  cp: number;
  /** Victory points that the army began with; they are among `vp`. */
  headStart: number;
}

export interface Board {
  units: BoardUnit[];
  terrain: Terrain[];
  objectives: Objective[];
  zones: DeploymentZone[];
  scores: Score[];
}

/** What one phase states of the board; null where it repeats the phase before. */
export interface BoardPatch {
  units: BoardUnit[] | null;
  terrain: Terrain[] | null;
  objectives: Objective[] | null;
  zones: DeploymentZone[] | null;
  scores: Score[] | null;
}

/** A player's own dice, typed in or read from a photo, or dice that were made without their witness. */
export type DiceMark = 'typed' | 'camera' | 'unwitnessed';

export interface Action {
  id: number;
  timestamp: string;
  round: number;
  turn: number;
  phase: string;
  phaseTime: string;
  type: string;
  label: string;
  message: string;
  /** Its choice was taken back: the entry stays, struck through. */
  undone: boolean;
  /** What is to be said of its dice. */
  dice: readonly DiceMark[];
  /** The entry as received, for Full JSON and for details that are read when it is opened. */
  raw: Fields;
}

/** One phase of one turn: the smallest step of the timeline. */
export interface Frame {
  key: string;
  round: number;
  turn: number;
  phase: string;
  armyId: string | null;
  actions: Action[];
  patch: BoardPatch;
  board: Board;
}

export interface BattleLog {
  gameId: string | null;
  armies: Army[];
  frames: Frame[];
  /** Number of entries over all frames. */
  total: number;
  /** The highest entry id, from which the next load goes on; null in an empty log. */
  lastId: number | null;
  /** Of a load of what is new: the ids of all entries whose choices were taken back. */
  undone: ReadonlySet<number>;
  afterwards: Afterwards;
  /** Some of its entries came without the boards of their phases: the table cannot be shown by it. */
  boardless: boolean;
}

/** What the server worked out of the battle, as received; statistics are null where it was given a timeline. */
export interface Afterwards {
  statistics: Fields | null;
  awards: readonly unknown[];
}
