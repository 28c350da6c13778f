import {
  memo,
  useCallback,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  type Ref,
} from 'react';
import type { Army, Board, BoardUnit } from '@/shared/battle-log';
import type { Point } from '@/shared/geometry';
import { useStable } from '@/shared/useStable';
import { ObjectivesLayer, TerrainLayer, TerrainNames, ZonesLayer } from './Ground';
import { placeLabels, type LabelPlace } from './labels';
import './map.css';
import { MapTools } from './MapTools';
import { GraphicsLayer, RangeNumbers, RangesLayer, RulerLayer, SightLayer, SightOutline, SightWords } from './Overlays';
import { MapPlace } from './place';
import { lookFrom, lookOf, useSight, type Sight } from './sight';
import { isOnBoard, unitMarks, unitRanges, type UnitRanges } from './style';
import { MapPatterns, Surface } from './Surface';
import type { Graphic, MapLayers, Picked, Ruler } from './types';
import { UnitPopup } from './UnitPopup';
import { UnitToken } from './UnitsLayer';
import { useRoving } from './roving';
import { useMapZoom, type MapZoom, type Size } from './useMapZoom';
import { acrossTable, screenToBoard, tokenScale, VIEW, type Part, type ZoomState } from './view';

/** What keys and buttons outside can do with the map. */
export interface MapHandle {
  zoomBy: (factor: number) => void;
  panBy: (x: number, y: number) => void;
  fit: () => void;
  show: (part: Part) => void;
  /** Moves the map as little as it takes to have a part of it in sight. */
  bringIn: (part: Part) => void;
  now: () => ZoomState;
  /** Back to what was seen: what `now` gave then. */
  back: (to: ZoomState) => void;
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
  /** Ids of the units that are drawn faintly: they stand on other floors than the one that is looked at. */
  faint?: readonly string[];
  selectedId: string | null;
  onSelect: (id: string | null) => void;
  ruler: Ruler;
  onMeasure: (place: Point) => void;
  measuring: boolean;
  onMeasuring: (on: boolean) => void;
  /** The circles and the sight of the selected unit; `false` leaves them out. */
  ranges?: false | ((unit: BoardUnit) => UnitRanges);
  /** A place to look from instead of the selected unit's. */
  lookAt?: Point | null;
  /** How sight is drawn: wedges that fill the ground, only where it ends, or not at all. */
  sightAs?: 'wedges' | 'outline' | 'none';
  /** Clicks go to `onMeasure` though the ruler is not out: a place is wanted. */
  clicks?: boolean;
  /** Clicks on the ground, and on what stands on it but for units, go to `onMeasure`: a unit may be sent there. */
  grounded?: boolean;
  /** Something lies over it: no key and no screen reader comes to it. */
  hidden?: boolean;
  /** The board seen from its other side. */
  turned?: boolean;
  /** Ids of the units that can be taken in hand: a press on one of them goes to `onGrab` and does not pan the map. */
  grabs?: readonly string[];
  onGrab?: (id: string, place: Point, event: PointerEvent) => void;
  /** Clicks on terrain and objectives; without it they are only ground. */
  onPick?: (picked: Picked) => void;
  /** Drawn on the bare ground, under everything else, in map pixels. */
  backdrop?: ReactNode;
  /** Drawn between the ground and the units. */
  under?: ReactNode;
  /** Drawn above everything, in map pixels; it may use `useMapPlace`. */
  children?: ReactNode;
  ref?: Ref<MapHandle>;
}

/** The battle as seen from above: 60 by 44 inches at 10 map pixels an inch, in layers, with zoom and measuring. */
export function BattleMap({ ranges = unitRanges, turned = false, ref, ...props }: BattleMapProps) {
  const { board, armies, layers, selectedId, onMeasure, measuring, onMeasuring } = props;
  const svg = useRef<SVGSVGElement>(null);
  const stage = useRef<SVGGElement>(null);
  const zoom = useMapZoom(svg, stage);
  const [taking, outlined] = [measuring || props.clicks === true, props.sightAs === 'outline'];
  const places = taking || props.grounded === true;
  const [hovered, setHovered] = useHovered();
  useHandle(ref, zoom);

  const marks = useMemo(() => unitMarks(board.units, armies), [board.units, armies]);
  const units = useMemo(() => shownUnits(board.units, layers), [board.units, layers]);
  const selected = units.find((each) => each.id === selectedId) ?? null;
  const look = lookIn(props.lookAt, ranges !== false && props.sightAs !== 'none' ? selected : null);
  const sight = useSight(look, board.terrain);
  const placeOf = usePlaceOf(svg, zoom.now, turned);
  const clicked = (event: MouseEvent<SVGSVGElement>) => {
    const place = event.shiftKey || places ? placeOf(event) : null;
    if (place) onMeasure(place);
  };
  const roving = useRoving(svg, zoom);
  // Beside what is in hand nothing pops up: the pointer is there for it, and does not leave what it came over.
  const popup = props.clicks || hovered === selectedId ? undefined : units.find((each) => each.id === hovered);
  return (
    <div className="map" data-measuring={taking || undefined} inert={props.hidden}>
      <svg
        ref={svg}
        className="map-svg"
        data-turned={turned || undefined}
        viewBox={`${VIEW.x} ${VIEW.y} ${VIEW.width} ${VIEW.height}`}
        role="group"
        aria-label="Battle map, 60 by 44 inches"
        onClick={clicked}
        onFocus={roving.onFocus}
        onKeyDown={roving.onKeyDown}>
        <MapPatterns />
        <clipPath id="board-clip">
          <rect width="600" height="440" />
        </clipPath>
        <g ref={stage}>
          <g transform={turned ? 'rotate(180 300 220)' : undefined}>
            <MapLayersDrawn
              {...props}
              {...{ units, marks, selected, taking, turned, zoom, placeOf }}
              rings={(selected && ranges && ranges(selected)) || null}
              sight={(look && sight.data) || null}
              onHover={setHovered}
            />
          </g>
        </g>
      </svg>
      {popup && (
        <UnitPopup
          unit={turned ? { ...popup, location: acrossTable(popup.location) } : popup}
          army={armies.find((each) => each.id === popup.armyId)}
          place={() => svg.current && { box: svg.current.getBoundingClientRect(), zoom: zoom.now() }}
        />
      )}
      <MapTools {...{ zoom, measuring, onMeasuring, outlined }} sight={look ? sight : null} />
    </div>
  );
}

function useHandle(ref: BattleMapProps['ref'], { zoomBy, panBy, fit, show, bringIn, now, back }: MapZoom): void {
  useImperativeHandle(ref, () => ({ zoomBy, panBy, fit, show, bringIn, now, back }), [
    zoomBy,
    panBy,
    fit,
    show,
    bringIn,
    now,
    back,
  ]);
}

/** The unit that the pointer or the focus is on, until Escape closes what it has popped up. */
function useHovered() {
  const [hovered, setHovered] = useState<string | null>(null);
  useEffect(() => {
    if (hovered === null) return undefined;
    const pressed = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') setHovered(null);
    };
    window.addEventListener('keydown', pressed);
    return () => window.removeEventListener('keydown', pressed);
  }, [hovered]);
  return [hovered, setHovered] as const;
}

/** Who looks: somebody at a place, or the selected unit. */
const lookIn = (place: Point | null | undefined, unit: Placed | null) => (place ? lookFrom(place) : lookOf(unit));

/** Where on the board something happened on the screen. */
function usePlaceOf(svgRef: RefObject<SVGSVGElement | null>, now: MapZoom['now'], turned: boolean) {
  return useCallback(
    (client: { clientX: number; clientY: number }): Point | null => {
      if (!svgRef.current) return null;
      const place = screenToBoard(svgRef.current.getBoundingClientRect(), now(), client);
      return turned ? acrossTable(place) : place;
    },
    [svgRef, now, turned],
  );
}

type Drawn = Pick<
  BattleMapProps,
  | 'board'
  | 'armies'
  | 'layers'
  | 'graphics'
  | 'involved'
  | 'acted'
  | 'faint'
  | 'selectedId'
  | 'onSelect'
  | 'onMeasure'
  | 'ruler'
  | 'onPick'
  | 'grounded'
  | 'grabs'
  | 'onGrab'
  | 'backdrop'
  | 'under'
  | 'children'
  | 'sightAs'
>;

interface MapLayersDrawnProps extends Drawn {
  units: readonly Placed[];
  marks: ReturnType<typeof unitMarks>;
  selected: Placed | null;
  rings: UnitRanges | null;
  sight: Sight | null;
  taking: boolean;
  turned: boolean;
  zoom: MapZoom;
  placeOf: (client: { clientX: number; clientY: number }) => Point | null;
  onHover: (id: string | null) => void;
}

/** From the ground up. */
function MapLayersDrawn({ selected, rings, sight, taking, zoom, placeOf, onHover, ...props }: MapLayersDrawnProps) {
  const { board, armies, layers, backdrop, under, children, units, marks, turned } = props;
  const outlined = props.sightAs === 'outline';
  const picks = usePicks(props.onPick, taking || props.grounded === true);
  const select = useStable(props.onSelect);
  const measure = useStable(props.onMeasure);
  const grab = useStable((id: string, event: PointerEvent) => {
    const place = placeOf(event);
    if (place) props.onGrab?.(id, place, event);
  });
  return (
    <>
      <Surface />
      {backdrop}
      {layers.zones && <ZonesLayer zones={board.zones} quiet={layers.quietZones} />}
      {layers.terrain && <TerrainLayer terrain={board.terrain} onPick={picks?.terrain} />}
      {layers.objectives && <ObjectivesLayer objectives={board.objectives} armies={armies} onPick={picks?.objective} />}
      {sight && (outlined ? <SightOutline sight={sight} /> : <SightLayer sight={sight} />)}
      {layers.terrain && <TerrainNames terrain={board.terrain} />}
      {under}
      {selected && rings && <RangesLayer at={selected.location} ranges={rings} />}
      <MapUnits
        {...{ units, marks, armies, turned }}
        faint={props.faint}
        involved={props.involved}
        acted={props.acted}
        selectedId={props.selectedId}
        measuring={taking}
        size={zoom.size}
        level={zoom.level}
        onSelect={select}
        onMeasure={measure}
        onHover={onHover}
        grabs={props.grabs ?? NONE}
        onGrab={grab}
      />
      {sight && (!outlined || sight.blocked) && <SightWords sight={sight} />}
      {selected && rings && <RangeNumbers at={selected.location} ranges={rings} />}
      <GraphicsLayer graphics={props.graphics} />
      <MapPlace value={placeOf}>{children}</MapPlace>
      <RulerLayer ruler={props.ruler} />
    </>
  );
}

/** What a click on the ground picks, unless it gives a place. */
function usePicks(onPick: BattleMapProps['onPick'], taking: boolean) {
  return useMemo(
    () =>
      onPick && !taking
        ? {
            terrain: (index: number) => onPick({ kind: 'terrain', index }),
            objective: (index: number) => onPick({ kind: 'objective', index }),
          }
        : null,
    [onPick, taking],
  );
}

const NONE: readonly string[] = [];

type Placed = BoardUnit & { location: Point };

function shownUnits(
  units: readonly BoardUnit[],
  { hiddenArmies, units: shown = true, transponders = true }: MapLayers,
): Placed[] {
  const found = shown ? units.filter(isOnBoard).filter((each) => !hiddenArmies.includes(each.armyId)) : [];
  return transponders ? found : found.map((each) => ({ ...each, transponder: null }));
}

/** Names are placed as the table is seen: from the other side, what is above is below. */
function labelsFor(units: readonly Placed[], scale: number, turned: boolean): Map<string, LabelPlace> {
  if (!turned) return placeLabels(units, scale);
  const seen = units.map((each) => ({
    ...each,
    location: acrossTable(each.location),
    miniatures: each.miniatures.map((one) => ({ ...one, ...acrossTable(one) })),
  }));
  return new Map(
    [...placeLabels(seen, scale)].map(([id, place]) => [id, { ...place, x: 600 - place.x, y: 440 - place.y }]),
  );
}

const meant = (list: readonly string[], unit: BoardUnit): boolean => list.includes(unit.id) || list.includes(unit.name);

interface MapUnitsProps extends Pick<
  BattleMapProps,
  'armies' | 'involved' | 'acted' | 'faint' | 'selectedId' | 'onSelect' | 'onMeasure' | 'measuring'
> {
  units: readonly Placed[];
  marks: ReturnType<typeof unitMarks>;
  size: Size;
  level: number;
  turned: boolean;
  onHover: (id: string | null) => void;
  grabs: readonly string[];
  onGrab: (id: string, event: PointerEvent) => void;
}

const MapUnits = memo(function MapUnits({
  units,
  marks,
  armies,
  involved,
  acted,
  faint,
  selectedId,
  size,
  level,
  onSelect,
  onMeasure,
  onHover,
  measuring,
  turned,
  grabs,
  onGrab,
}: MapUnitsProps) {
  const scale = tokenScale(size, level);
  const labels = useMemo(() => labelsFor(units, scale, turned), [units, scale, turned]);
  const select = useStable((id: string, measure: boolean) => {
    const unit = units.find((each) => each.id === id);
    if (!unit) return;
    if (measure || measuring) onMeasure(unit.location);
    else onSelect(id);
  });
  return (
    <g data-layer="units" data-grabs={grabs.length > 0 || undefined}>
      {units.map((unit) => {
        const mark = marks.get(unit.id);
        const label = labels.get(unit.id);
        return (
          mark &&
          label && (
            <UnitToken
              key={unit.id}
              unit={unit}
              mark={mark}
              label={label}
              army={armies.find((each) => each.id === unit.armyId)?.name ?? 'army unknown'}
              selected={unit.id === selectedId}
              involved={meant(involved, unit)}
              acted={meant(acted, unit)}
              faint={faint?.includes(unit.id) ?? false}
              grab={grabs.includes(unit.id)}
              onGrab={onGrab}
              onSelect={select}
              onHover={onHover}
              onMeasureFrom={onMeasure}
            />
          )
        );
      })}
    </g>
  );
});
