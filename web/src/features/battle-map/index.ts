export { BattleMap, type BattleMapProps, type MapHandle } from './BattleMap';
export { ARMY_INK, pips, shapePath, unitMarks, unitRanges, type Mark, type Pips, type UnitRanges } from './style';
export type { Graphic, GraphicKind, MapLayers, Ruler } from './types';
