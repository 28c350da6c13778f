import { useCallback, useMemo, useRef, useState } from 'react';
import { BattleMap, unitRanges, type MapHandle, type Picked, type Ruler, type UnitRanges } from '@/features/battle-map';
import { inches, type Point } from '@/shared/geometry';
import { armiesOf, boardOf, graphicsOf, toPoint, unitOf } from '../board';
import { CameraBar } from '../camera/CameraBar';
import { FoundLayer } from '../camera/FoundLayer';
import { useGame } from '../context';
import { gapBetween, type Disc } from '../map/ghost';
import { doDeed } from '../map/deeds';
import { GhostLayer } from '../map/GhostLayer';
import { KeysDialog } from '../map/KeysDialog';
import { NO_LINES } from '../map/lines';
import { LinesLayer } from '../map/LinesLayer';
import '../map/map.css';
import { EVERYTHING, layersOf, MapHead, type Tool } from '../map/MapHead';
import { ObjectivePanel } from '../map/ObjectivePanel';
import { PhotoLayer } from '../map/PhotoLayer';
import { UndoButton, useUndo } from '../map/UndoButton';
import { UnitCard } from '../map/UnitCard';
import { discsOf, sendTo, useGhost } from '../map/useGhost';
import { useMapKeys } from '../map/useMapKeys';
import { WhatNow } from '../map/WhatNow';
import { Refusal } from '../panels/Act';
import { useTable } from '../tableStore';
import type { WireState, WireUnit } from '../wire';

/** Reach of the second movement circle in a game. */
const ADVANCE = 3;
/** Longest declaration of a charge beyond the move. */
const CHARGE = 12;
const PAN = 40;

const allUnits = (state: WireState): WireUnit[] => state.game_model.armies.flatMap((army) => army.units);

/** The circles of a selected unit: move, move + 3, the longest weapon; in charge and combat how far a charge may reach,
 * unless a panel has it drawn. */
function rangesIn(
  state: WireState,
  id: string | null,
  drawn: boolean,
): (unit: Parameters<typeof unitRanges>[0]) => UnitRanges {
  const { phase } = state.game_model;
  const wire = unitOf(state, id);
  const charge =
    wire && !drawn && (phase === 'charge' || phase === 'combat')
      ? inches(wire.movement + wire.charge_bonus + CHARGE)
      : null;
  return (unit) => {
    const movement = wire ? inches(wire.movement) : null;
    return {
      ...unitRanges(unit, ADVANCE),
      ...(movement !== null && { movement, advance: inches(movement + ADVANCE) }),
      charge,
    };
  };
}

/** The bases of the unit at a place, or the bare place. */
function thingAt(state: WireState, place: Point): Disc[] {
  const found = allUnits(state).find((unit) => {
    const discs = discsOf(unit);
    const anchor = unit.location && toPoint(unit.location);
    return (
      discs.length > 0 &&
      ((anchor?.x === place.x && anchor.y === place.y) ||
        discs.some((each) => Math.hypot(each.at.x - place.x, each.at.y - place.y) <= each.radius))
    );
  });
  return found ? discsOf(found) : [{ at: place, radius: 0 }];
}

/** A ruler that is laid from what stands at its start to what stands at its end: from base edge to base edge. */
function laid(state: WireState, { start, end }: Ruler, place: Point): Ruler {
  if (!start || end) return { start: place, end: null };
  const gap = gapBetween(thingAt(state, start), thingAt(state, place));
  return gap ? { start: gap.from, end: gap.gap > 0 ? gap.to : gap.from } : { start, end: place };
}

/** What is drawn of the game: layers, ranges, overlays. */
function useDrawn({ game_model: { phase, digital } }: WireState) {
  const [ranges, setRanges] = useState(true);
  const [shown, setShown] = useState(EVERYTHING);
  const [lines, setLines] = useState(NO_LINES);
  const layers = useMemo(() => layersOf(shown, lines.zones, phase), [shown, lines.zones, phase]);
  return { layers, ranges, setRanges, shown, setShown, lines, setLines, physical: digital === false };
}

/** The battlefield. A click gives the panel the place that it waits for; else it selects, measures, pans and zooms. */
export function GameMap() {
  const { state } = useGame();
  const { selectedId, wish, refused, involved, marks, select, want } = useTable();
  const [tool, setTool] = useState<Tool>(null);
  const [ruler, setRuler] = useState<Ruler>({ start: null, end: null });
  const [lookAt, setLookAt] = useState<Point | null>(null);
  const [turned, setTurned] = useState(false);
  const [picked, setPicked] = useState<Picked | null>(null);
  const [dialog, setDialog] = useState<DialogName>(null);
  const { layers, ranges, setRanges, shown, setShown, lines, setLines, physical } = useDrawn(state);
  const map = useRef<MapHandle>(null);
  const ghost = useGhost(state);
  const undo = useUndo();
  const board = useMemo(() => boardOf(state), [state]);
  const armies = useMemo(() => armiesOf(state), [state]);
  const acted = useMemo(() => actedIn(state), [state]);
  const graphics = useMemo(() => (wish ? [] : graphicsOf(state, marks)), [state, marks, wish]);
  const circles = useMemo(
    () => rangesIn(state, selectedId, (marks?.circles.length ?? 0) > 0),
    [state, selectedId, marks],
  );

  const take = (next: Tool) => {
    setTool(next);
    setRuler({ start: null, end: null });
    setLookAt(null);
  };
  const place = (at: Point) => {
    if (tool === 'ruler') setRuler((before) => laid(state, before, at));
    else if (tool === 'sight') setLookAt(at);
    else if (ghost) sendTo(ghost, at);
    else setRuler((before) => laid(state, before, at));
  };
  const pick = useCallback(
    (next: Picked) => setPicked((before) => (before?.kind === next.kind && before.index === next.index ? null : next)),
    [],
  );
  const letGo = () => {
    if (tool || ruler.start) take(null);
    else if (wish) want(null);
    else {
      setPicked(null);
      select(null);
    }
  };
  useMapKeys({
    n: () => select(nextUnit(state, selectedId)),
    r: () => take(tool === 'ruler' ? null : 'ruler'),
    s: () => take(tool === 'sight' ? null : 'sight'),
    l: () => setRanges(!ranges),
    v: () => setTurned(!turned),
    w: () => setDialog('now'),
    m: () => doDeed('begin'),
    a: () => doDeed('advance'),
    h: () => doDeed('hold'),
    e: () => doDeed('end'),
    '+': () => map.current?.zoomBy(1.5),
    '-': () => map.current?.zoomBy(1 / 1.5),
    0: () => map.current?.fit(),
    u: undo.focus,
    '?': () => setDialog('keys'),
    Escape: letGo,
    ArrowLeft: () => map.current?.panBy(PAN, 0),
    ArrowRight: () => map.current?.panBy(-PAN, 0),
    ArrowUp: () => map.current?.panBy(0, PAN),
    ArrowDown: () => map.current?.panBy(0, -PAN),
  });
  if (ghost && picked) setPicked(null);
  const label = picked?.kind === 'terrain' ? board.terrain[picked.index] : undefined;
  return (
    <section className="game-map" aria-label="Map Preview">
      <MapHead
        {...{ ranges, shown, tool, turned, physical, lines }}
        onLines={setLines}
        onNow={() => setDialog('now')}
        onRanges={() => setRanges(!ranges)}
        onShown={setShown}
        onTool={take}
        onTurn={() => setTurned(!turned)}
        onKeys={() => setDialog('keys')}
        undo={<UndoButton undo={undo} />}
      />
      <Refusal of={undo.command} />
      {physical && state.sides.length > 0 && <CameraBar />}
      <div className="game-map-table">
        <BattleMap
          ref={map}
          board={board}
          armies={armies}
          layers={layers}
          graphics={graphics}
          involved={involved}
          acted={acted}
          selectedId={selectedId}
          onSelect={(id) => {
            setPicked(null);
            select(id === selectedId ? null : id);
          }}
          ruler={ruler}
          onMeasure={place}
          measuring={tool === 'ruler'}
          clicks={tool === 'sight' || wish !== null}
          onMeasuring={(on) => take(on ? 'ruler' : null)}
          ranges={ranges && circles}
          lookAt={tool === 'sight' ? lookAt : null}
          turned={turned}
          onPick={pick}
          backdrop={physical && <PhotoLayer boxes={shown.boxes} shown={shown.photo} />}
          under={<LinesLayer state={state} lines={lines} />}>
          {physical && <FoundLayer />}
          {label && <TerrainLabel name={label.name} at={middle(label.coordinates)} />}
          {ghost && (
            <GhostLayer ghost={ghost} turned={turned} refusal={refused ? refused.measure || 'Not there' : ''} />
          )}
        </BattleMap>
        <Hint tool={tool} placing={wish !== null} looked={lookAt !== null} />
        {!wish && (
          <Card
            picked={picked}
            turned={turned}
            onClose={() => {
              setPicked(null);
              select(null);
            }}
          />
        )}
      </div>
      <Dialogs open={dialog} onOpen={setDialog} />
    </section>
  );
}

type DialogName = 'keys' | 'now' | null;

function Dialogs({ open, onOpen }: { open: DialogName; onOpen: (name: DialogName) => void }) {
  return (
    <>
      <KeysDialog open={open === 'keys'} onOpenChange={(on) => onOpen(on ? 'keys' : null)} />
      <WhatNow open={open === 'now'} onOpenChange={(on) => onOpen(on ? 'now' : null)} />
    </>
  );
}

/** What the clicked objective, or the selected unit, has to tell, on the side of the table that it is not on. */
function Card({ picked, turned, onClose }: { picked: Picked | null; turned: boolean; onClose: () => void }) {
  const { state } = useGame();
  const unit = unitOf(
    state,
    useTable((table) => table.selectedId),
  );
  const told = useTable((table) => table.marks?.unitId) === unit?.uuid;
  const { armies, objectives } = state.game_model;
  const objective = picked?.kind === 'objective' ? objectives[picked.index] : undefined;
  const at = objective?.location ?? unit?.location;
  const side = at && at[0] < 30 !== turned ? 'right' : 'left';
  const half = at && at[1] < 22 !== turned ? 'bottom' : 'top';
  if (objective && picked)
    return (
      <div className="map-card-place" data-side={side} data-half={half}>
        <ObjectivePanel objective={objective} number={picked.index + 1} armies={armies} onClose={onClose} />
      </div>
    );
  return (
    unit && (
      <div className="map-card-place" data-side={side} data-half={half} data-told={told || undefined}>
        <UnitCard unit={unit} army={armies[unit.army_index].name} onClose={onClose} />
      </div>
    )
  );
}

function Hint({ tool, placing, looked }: { tool: Tool; placing: boolean; looked: boolean }) {
  const text =
    tool === 'sight'
      ? looked
        ? 'What is seen from there. Click another place.'
        : 'Click the place to look from.'
      : placing && !tool
        ? 'Click or tap the map, or drag the unit.'
        : '';
  return (
    text && (
      <p className="map-hint game-map-hint" role="status">
        {text}
      </p>
    )
  );
}

const middle = (points: readonly Point[]): Point => ({
  x: inches((Math.min(...points.map((each) => each.x)) + Math.max(...points.map((each) => each.x))) / 2),
  y: inches((Math.min(...points.map((each) => each.y)) + Math.max(...points.map((each) => each.y))) / 2),
});

function TerrainLabel({ name, at }: { name: string; at: Point }) {
  const width = name.length * 6.4 + 16;
  return (
    <g
      transform={`translate(${at.x * 10} ${at.y * 10})`}
      className="terrain-label"
      data-testid="terrain-label"
      pointerEvents="none">
      <g className="token">
        <rect x={-width / 2} y="-11" width={width} height="22" rx="3" />
        <text textAnchor="middle" dy="4.5">
          {name}
        </text>
      </g>
    </g>
  );
}

function actedIn(state: WireState): string[] {
  if (state.game_model.phase !== 'movement') return [];
  return allUnits(state)
    .filter((unit) => unit.army_uuid === state.current_army_uuid && unit.movement_action_type !== '')
    .map((unit) => unit.uuid);
}

/** The unit after the selected one among those that can act now, round and round. */
function nextUnit(state: WireState, selectedId: string | null): string | null {
  const ready = state.units.filter((unit) => unit.location).map((unit) => unit.uuid);
  return ready[(ready.indexOf(selectedId ?? '') + 1) % ready.length] ?? null;
}
