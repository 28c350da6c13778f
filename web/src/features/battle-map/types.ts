import type { Point } from '@/shared/geometry';

export type GraphicKind = 'movement' | 'shooting' | 'charge' | 'combat' | 'place';

/** What an open action draws on the map. Places in inches. */
export type Graphic =
  | { shape: 'arrow'; kind: GraphicKind; from: Point; to: Point }
  | { shape: 'path'; kind: GraphicKind; points: Point[] }
  | { shape: 'cross'; at: Point }
  | { shape: 'ghost'; at: Point; label: string }
  | { shape: 'ring'; at: Point };

export interface MapLayers {
  terrain: boolean;
  objectives: boolean;
  zones: boolean;
  /** Armies whose units are hidden. */
  hiddenArmies: readonly string[];
}

export interface Ruler {
  start: Point | null;
  end: Point | null;
}
