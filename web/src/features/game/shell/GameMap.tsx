import { memo, useRef, type Ref } from 'react';
import type { GameState } from '@/shared/api';
import { BattleMap, wordsWithin, type MapHandle, type Picked } from '@/features/battle-map';
import { inches, type Point } from '@/shared/geometry';
import { useGameState, useTable } from '../client/context';
import type { Table } from '../client/table';
import { unitOf } from '../board';
import { CameraBar } from '../camera/CameraBar';
import { FoundLayer } from '../camera/FoundLayer';
import { AheadCard } from '../map/ahead/AheadCard';
import { AheadLayer } from '../map/ahead/AheadLayer';
import { HeatKey, HeatLayer } from '../map/ahead/HeatLayer';
import '../computer/computer.css';
import { MarksLayer } from '../computer/MarksLayer';
import { FloorBar, useOnOtherFloors } from '../map/FloorBar';
import { FormationBar, useFormationsInHead } from '../map/FormationBar';
import { useRefusedThere } from '../map/inTheWay';
import { GhostLayer } from '../map/GhostLayer';
import { useGrab } from '../map/hand/useGrab';
import { AimLayer } from '../map/hand/AimLayer';
import { UnitMenu } from '../map/hand/UnitMenu';
import { useDrop } from '../map/hand/useDrop';
import { useInView } from '../map/hand/useInView';
import { RemovalLayer } from '../coherency/RemovalLayer';
import { ZonesToChoose } from '../deployment/ZonesToChoose';
import { TableList } from '../list/TableList';
import { KeysDialog } from '../map/KeysDialog';
import { FallsLayer } from '../film/FallsLayer';
import { LastDice } from '../film/LastDice';
import { useFilmOnMap, Walks } from '../film/useWalks';
import { LinesLayer } from '../map/LinesLayer';
import '../map/map.css';
import { MissedLayer } from '../map/MissedLayer';
import { MapHead, type Tool } from '../map/MapHead';
import { ObjectivePanel } from '../map/ObjectivePanel';
import { PhotoLayer } from '../map/PhotoLayer';
import type { Ghost } from '../map/useGhost';
import { UndoButton, useUndo } from '../map/UndoButton';
import { SelectedUnit } from '../map/SelectedUnit';
import { WhatNow } from '../map/WhatNow';
import { Refusal } from '../panels/Act';
import { MissionStrip } from './MissionStrip';
import { Part } from './Part';
import { useBattlefield, useBattlefieldKeys, type Battlefield, type DialogName } from './useBattlefield';

/** The battlefield. A click gives the panel the place that it waits for; else it selects, measures, pans and zooms. */
export function GameMap() {
  const state = useGameState();
  const field = useBattlefield();
  const { ranges, setRanges, shown, setShown, tool, take, turned, turn, physical, lines, setLines, setDialog } = field;
  const map = useRef<MapHandle>(null);
  const undo = useUndo();
  const formationsInHead = useFormationsInHead();
  useBattlefieldKeys(field, map, undo.focus);
  useInView(map, field.hand, turned);
  return (
    <section className="game-map" aria-label="Map Preview">
      {state.sides.length > 0 && state.request && (
        <Part what="The missions" silent>
          <MissionStrip />
        </Part>
      )}
      <MapHead
        {...{ ranges, shown, tool, turned, physical, lines }}
        onLines={setLines}
        onNow={() => setDialog('now')}
        onRanges={() => setRanges(!ranges)}
        onShown={setShown}
        onTool={take}
        onTurn={turn}
        onKeys={() => setDialog('keys')}
        listed={field.listed}
        onList={field.list}
        undo={<UndoButton undo={undo} />}
        formations={formationsInHead && field.ghost && !field.listed && <FormationBar ghost={field.ghost} />}
      />
      <Refusal of={undo.command} />
      {physical && state.sides.length > 0 && <CameraBar />}
      <Battle ref={map} field={field} />
      <Dialogs open={field.dialog} onOpen={setDialog} />
    </section>
  );
}

const shownOf = ({ selectedId, pending, reserved, involved, ownDiceOf }: Table) => ({
  selectedId,
  pending,
  reserved,
  involved,
  ownDiceOf,
});

/** The table itself, with what is in hand on it. */
function Battle({ field, ref }: { field: Battlefield; ref: Ref<MapHandle> }) {
  const state = useGameState();
  const { selectedId, pending, reserved, involved, ownDiceOf } = useTable(shownOf);
  const { board, armies, acted, graphics, circles, layers, ranges, shown, lines, physical } = field;
  const { tool, take, ruler, lookAt, ghost, ahead, threat, turned, picked, pick, choose, place, hand } = field;
  const { setFrame, onContextMenu, at: menuAt, close, openFor } = field.menu;
  const { film, frame, setTable } = useFilmOnMap(setFrame);
  const { grabs, grab } = useGrab(tool);
  const faint = useOnOtherFloors(ghost);
  return (
    <div className="game-map-table" ref={setTable} onContextMenu={onContextMenu}>
      {field.listed && <TableList ghost={ghost} hand={hand} />}
      <BattleMap
        hidden={field.listed}
        ref={ref}
        {...{ board, armies, layers }}
        graphics={film?.graphics ?? graphics}
        involved={film?.involved ?? involved}
        {...{ acted, faint }}
        selectedId={selectedId}
        onSelect={choose}
        ruler={ruler}
        onMeasure={place}
        measuring={tool === 'ruler'}
        clicks={tool === 'sight' || pending !== null}
        grounded={field.sends && !tool}
        onMeasuring={(on) => take(on ? 'ruler' : null)}
        ranges={ranges && circles}
        lookAt={tool === 'sight' ? lookAt : null}
        turned={turned}
        grabs={grabs}
        onGrab={grab}
        onPick={pick}
        backdrop={physical && <PhotoLayer boxes={shown.boxes} shown={shown.photo} />}
        sightAs={lines.wedges || tool === 'sight' ? 'wedges' : ahead.unitId ? 'none' : 'outline'}
        under={<Under {...{ state, lines, threat }} />}>
        {physical && <FoundLayer />}
        <ZonesToChoose />
        <PickedTerrain picked={picked} board={board} />
        <Happened />
        <AimLayer {...hand} />
        {ghost && <InHand {...{ ghost, ahead, turned }} />}
      </BattleMap>
      <Walks frame={frame} />
      <UnitMenu at={menuAt} onClose={close} onWhy={() => field.setDialog('now')} />
      {!field.listed && <Keys {...{ ghost, ahead, threat }} />}
      {state.sides.length > 0 && <LastDice />}
      <Hint tool={tool} placing={pending !== null && !pending.direct && !reserved} looked={lookAt !== null} />
      {!field.listed && !pending && !hand.attack && !hand.charge && !(selectedId && ownDiceOf === selectedId) && (
        <Card picked={picked} turned={turned} onMenu={openFor} onClose={() => choose(null)} />
      )}
    </div>
  );
}

/** The unit in hand, and what it would do from there. */
function InHand({ ghost, ahead, turned }: { ghost: Ghost } & Pick<Battlefield, 'ahead' | 'turned'>) {
  const refusal = useRefusedThere();
  const drop = useDrop();
  return (
    <>
      <AheadLayer ahead={ahead} />
      <GhostLayer ghost={ghost} turned={turned} refusal={refusal} onDrop={drop} onShow={ahead.look} />
    </>
  );
}

/** The name of the piece of terrain that was picked. */
function PickedTerrain({ picked, board }: Pick<Battlefield, 'picked' | 'board'>) {
  const piece = picked?.kind === 'terrain' ? board.terrain[picked.index] : undefined;
  return piece && <TerrainLabel name={piece.name} at={middle(piece.coordinates)} />;
}

/** What has just come of something: who fell, who is to be removed, and who stands elsewhere than it was sent. */
const Happened = () => (
  <>
    <FallsLayer />
    <RemovalLayer />
    <MissedLayer />
  </>
);

/** What lies over the ground and under the units. */
function Under({ state, lines, threat }: { state: GameState } & Pick<Battlefield, 'lines' | 'threat'>) {
  return (
    <>
      {threat && <HeatLayer threat={threat} />}
      <LinesLayer state={state} lines={lines} />
      <MarksLayer />
    </>
  );
}

/** What the drawings of what might come mean, over the map. */
function Keys({ ghost, ahead, threat }: Pick<Battlefield, 'ghost' | 'ahead' | 'threat'>) {
  const inHead = useFormationsInHead();
  return (
    <>
      {threat && <HeatKey threat={threat} />}
      <FloorBar ghost={ghost} />
      {ghost && !inHead && <FormationBar ghost={ghost} />}
      {ghost && <AheadCard ahead={ahead} />}
    </>
  );
}

interface DialogsProps {
  open: DialogName;
  onOpen: (name: DialogName) => void;
}

const Dialogs = memo(function Dialogs({ open, onOpen }: DialogsProps) {
  return (
    <>
      <KeysDialog open={open === 'keys'} onOpenChange={(on) => onOpen(on ? 'keys' : null)} />
      <WhatNow open={open === 'now'} onOpenChange={(on) => onOpen(on ? 'now' : null)} />
    </>
  );
});

interface CardProps {
  picked: Picked | null;
  turned: boolean;
  onMenu: (unitId: string) => void;
  onClose: () => void;
}

/** What the clicked objective, or the selected unit, has to show, on the side of the table that it is not on. */
function Card({ picked, turned, onMenu, onClose }: CardProps) {
  const state = useGameState();
  const unit = unitOf(
    state,
    useTable((table) => table.selectedId),
  );
  const inPanel = useTable((table) => table.marks?.unitId) === unit?.uuid;
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
      <div className="map-card-place" data-side={side} data-half={half} data-in-panel={inPanel || undefined}>
        <SelectedUnit state={state} unit={unit} onMenu={() => onMenu(unit.uuid)} onClose={onClose} />
      </div>
    )
  );
}

function Hint({ tool, placing, looked }: { tool: Tool; placing: boolean; looked: boolean }) {
  const text =
    tool === 'sight'
      ? looked
        ? 'What is seen from there. Choose another place.'
        : 'Choose the place to look from.'
      : placing && !tool
        ? 'Choose a place, or drag the unit.'
        : '';
  return (
    text && (
      <p className="map-hint game-map-hint" role="status" data-placing={tool ? undefined : true}>
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
      transform={`translate(${wordsWithin(at.x * 10, `${name}   `, 13.5)} ${at.y * 10})`}
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
