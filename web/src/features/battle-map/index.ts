export { BattleMap, type BattleMapProps, type MapHandle } from './BattleMap';
export { ARMY_INK, pips, svgPoints, unitRanges, type UnitRanges } from './style';
export { ObjectivesLayer, TerrainLayer, TerrainNames, ZonesLayer } from './Ground';
export { MapPatterns, Surface } from './Surface';
export { useMapPlace } from './place';
export { LASTING_MS, stopGlide, takenAway } from './useGlide';
export { isInSight, type Part } from './view';
export { materialOf } from './material';
export type { Graphic, GraphicKind, MapLayers, Picked, Ruler } from './types';
