import type { Point } from '@/shared/geometry';

export type GraphicKind = 'movement' | 'shooting' | 'charge' | 'combat' | 'place';

/** What an open action draws on the map. Places in inches. */
export type Graphic =
  | { shape: 'arrow'; kind: GraphicKind; from: Point; to: Point }
  | { shape: 'path'; kind: GraphicKind; points: Point[] }
  | { shape: 'cross'; at: Point }
  | { shape: 'ghost'; at: Point; label: string }
  | { shape: 'ring'; at: Point }
  /** A circle of so many inches about a place, with its name on it. */
  | { shape: 'circle'; at: Point; radius: number; kind: 'movement' | 'charge'; label: string };

export interface MapLayers {
  terrain: boolean;
  objectives: boolean;
  zones: boolean;
  /** They no longer matter, and are drawn faintly. */
  quietZones?: boolean;
  /** Armies whose units are hidden. */
  hiddenArmies: readonly string[];
  /** Units and their pictures are shown unless this says no. */
  units?: boolean;
  transponders?: boolean;
}

/** A piece of the ground that was clicked, by its index in the board. */
export interface Picked {
  kind: 'terrain' | 'objective';
  index: number;
}

export interface Ruler {
  start: Point | null;
  end: Point | null;
}
