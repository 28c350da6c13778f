import { useCallback, useImperativeHandle, useMemo, useRef, useState, type MouseEvent, type Ref } from 'react';
import type { Army, Board, BoardUnit } from '@/shared/battle-log';
import type { Point } from '@/shared/geometry';
import { ObjectivesLayer, TerrainLayer, TerrainNames, ZonesLayer } from './Ground';
import { placeLabels } from './labels';
import './map.css';
import { MapTools } from './MapTools';
import { GraphicsLayer, RangeNumbers, RangesLayer, RulerLayer, SightLayer, SightWords } from './Overlays';
import { useSight } from './sight';
import { isOnBoard, unitMarks, unitRanges } from './style';
import { MapPatterns, Surface } from './Surface';
import type { Graphic, MapLayers, Ruler } from './types';
import { UnitPopup } from './UnitPopup';
import { UnitToken } from './UnitsLayer';
import { useMapZoom } from './useMapZoom';
import { screenToBoard, tokenScale, VIEW } from './view';

/** What keys and buttons outside can do with the map. */
export interface MapHandle {
  zoomBy: (factor: number) => void;
  panBy: (x: number, y: number) => void;
  fit: () => void;
}

export interface BattleMapProps {
  board: Board;
  armies: readonly Army[];
  layers: MapLayers;
  graphics: readonly Graphic[];
  /** Names or ids of the units that the open action speaks of. */
  involved: readonly string[];
  /** Names or ids of the units that have acted already: they are dimmed. */
  acted: readonly string[];
  selectedId: string | null;
  onSelect: (id: string | null) => void;
  ruler: Ruler;
  onMeasure: (place: Point) => void;
  measuring: boolean;
  onMeasuring: (on: boolean) => void;
  ref?: Ref<MapHandle>;
}

/** The battle as seen from above: 60 by 44 inches at 10 map pixels an inch, in layers, with zoom and measuring. */
export function BattleMap({ board, armies, layers, graphics, involved, acted, selectedId, onSelect, ruler, onMeasure, measuring, onMeasuring, ref }: BattleMapProps) {
  const svg = useRef<SVGSVGElement>(null);
  const stage = useRef<SVGGElement>(null);
  const zoom = useMapZoom(svg, stage);
  const [hovered, setHovered] = useState<string | null>(null);
  useImperativeHandle(ref, () => ({ zoomBy: zoom.zoomBy, panBy: zoom.panBy, fit: zoom.fit }), [zoom.zoomBy, zoom.panBy, zoom.fit]);

  const marks = useMemo(() => unitMarks(board.units, armies), [board.units, armies]);
  const units = useMemo(() => board.units.filter(isOnBoard).filter((each) => !layers.hiddenArmies.includes(each.armyId)), [board.units, layers.hiddenArmies]);
  const selected = units.find((each) => each.id === selectedId) ?? null;
  const sight = useSight(selected, board.terrain);
  const clicked = (event: MouseEvent<SVGSVGElement>) => {
    if (!svg.current || !(event.shiftKey || measuring)) return;
    onMeasure(screenToBoard(svg.current.getBoundingClientRect(), zoom.now(), event));
  };
  const popup = hovered === selectedId ? undefined : units.find((each) => each.id === hovered);
  return (
    <div className="map" data-measuring={measuring || undefined}>
      <svg ref={svg} className="map-svg" viewBox={`${VIEW.x} ${VIEW.y} ${VIEW.width} ${VIEW.height}`} role="group" aria-label="Battle map, 60 by 44 inches" onClick={clicked}>
        <MapPatterns />
        <clipPath id="board-clip"><rect width="600" height="440" /></clipPath>
        <g ref={stage}>
          <Surface />
          {layers.zones && <ZonesLayer zones={board.zones} />}
          {layers.terrain && <TerrainLayer terrain={board.terrain} />}
          {layers.objectives && <ObjectivesLayer objectives={board.objectives} armies={armies} />}
          {sight.data && selected && <SightLayer sight={sight.data} />}
          {layers.terrain && <TerrainNames terrain={board.terrain} />}
          {selected && <RangesLayer at={selected.location} ranges={unitRanges(selected)} />}
          <MapUnits {...{ units, marks, armies, involved, acted, selectedId, svg, onSelect, onMeasure, measuring }} level={zoom.level} onHover={setHovered} />
          {sight.data && selected && <SightWords sight={sight.data} />}
          {selected && <RangeNumbers at={selected.location} ranges={unitRanges(selected)} />}
          <GraphicsLayer graphics={graphics} />
          <RulerLayer ruler={ruler} />
        </g>
      </svg>
      {popup && <UnitPopup unit={popup} army={armies.find((each) => each.id === popup.armyId)} place={() => svg.current && { box: svg.current.getBoundingClientRect(), zoom: zoom.now() }} />}
      <MapTools zoom={zoom} measuring={measuring} onMeasuring={onMeasuring} sight={selected ? sight : null} />
    </div>
  );
}

const meant = (list: readonly string[], unit: BoardUnit): boolean => list.includes(unit.id) || list.includes(unit.name);

interface MapUnitsProps extends Pick<BattleMapProps, 'armies' | 'involved' | 'acted' | 'selectedId' | 'onSelect' | 'onMeasure' | 'measuring'> {
  units: readonly (BoardUnit & { location: Point })[];
  marks: ReturnType<typeof unitMarks>;
  svg: React.RefObject<SVGSVGElement | null>;
  level: number;
  onHover: (id: string | null) => void;
}

function MapUnits({ units, marks, armies, involved, acted, selectedId, svg, level, onSelect, onMeasure, onHover, measuring }: MapUnitsProps) {
  const box = svg.current?.getBoundingClientRect();
  const scale = tokenScale(box ?? { width: VIEW.width, height: VIEW.height }, level);
  const labels = useMemo(() => placeLabels(units, scale), [units, scale]);
  const select = useCallback((id: string, measure: boolean) => {
    const unit = units.find((each) => each.id === id);
    if (!unit) return;
    if (measure || measuring) onMeasure(unit.location);
    else onSelect(id);
  }, [units, onSelect, onMeasure, measuring]);
  return (
    <g data-layer="units">
      {units.map((unit) => {
        const mark = marks.get(unit.id);
        const label = labels.get(unit.id);
        return mark && label && (
          <UnitToken
            key={unit.id} unit={unit} mark={mark} label={label} army={armies.find((each) => each.id === unit.armyId)} selected={unit.id === selectedId}
            involved={meant(involved, unit)} acted={meant(acted, unit)} onSelect={select} onHover={onHover} onMeasureFrom={onMeasure}
          />
        );
      })}
    </g>
  );
}
