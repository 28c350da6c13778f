import { lazy, Suspense, useEffect, useRef, useState, type ReactNode, type RefObject } from 'react';
import { BattleMap, pips, type MapHandle } from '@/features/battle-map';
import { BattleRibbon, ScoreBoard } from '@/features/score-chart';
import type { ReportSummary } from '@/shared/api';
import type { BattleLog, Board } from '@/shared/battle-log';
import { IconButton, Skeleton, useMediaQuery } from '@/shared/ui';
import { ActionsPanel } from './ActionsPanel';
import { LayerControls, TimeControls } from './Controls';
import { ReportHead } from './ReportHead';
import { Transport } from './Transport';
import { useActionLink } from './useActionLink';
import { useKeys } from './useKeys';
import { useOpenAction, useViewer, type Viewer } from './useViewer';
import type { Variant } from './position';
import { StatisticsLink, useStatisticsShown } from './StatisticsLink';
import { useView } from './viewStore';
import './viewer.css';

const KeysDialog = lazy(() => import('./KeysDialog'));
const UnitPanel = lazy(async () => ({ default: (await import('./UnitPanel')).UnitPanel }));
/** Wide screens have no sheet. */
const Sheet = lazy(async () => ({ default: (await import('./Sheet')).Sheet }));
const MatchStatistics = lazy(async () => ({ default: (await import('@/features/match-statistics')).MatchStatistics }));

interface LogViewerProps {
  log: BattleLog;
  variant: Variant;
  /** What stands beside the heading: the count and the refresh button. */
  status: ReactNode;
  /** A failure of the last load, above the board. */
  notice?: ReactNode;
  /** What a shared report opens with. */
  stated?: ReportSummary | null;
  /** The server wrote this log, so it can have statistics; what somebody's file says of itself is not shown. */
  ours?: boolean;
}

/** The timeline viewer: board, time, actions and the whole battle in a strip. */
export function LogViewer({ log, variant, status, notice, stated = null, ours = false }: LogViewerProps) {
  const viewer = useViewer(log, variant);
  const statistics = useStatisticsShown() && ours;
  useActionLink(log.frames);
  if (!viewer) {
    return (
      <ViewerFrame status={status} stated={stated}>
        {notice}
        <p className="p-6 text-soft">This log has no rounds yet. They appear here as soon as the battle begins.</p>
      </ViewerFrame>
    );
  }
  const Shown = statistics ? StatisticsRoom : TimelineRoom;
  return <Shown {...{ viewer, status, notice, stated, ours }} />;
}

/** The heading that every state of the viewer has. */
export function ViewerFrame({
  status,
  tools,
  stated,
  children,
}: {
  status?: ReactNode;
  tools?: ReactNode;
  stated?: Pick<ReportSummary, 'headline' | 'line'> | null;
  children: ReactNode;
}) {
  const Heading = stated ? 'h2' : 'h1';
  return (
    <div className="viewer">
      <title>{`${stated?.headline ?? 'Log Visualization'} · Highground`}</title>
      {stated && <ReportHead headline={stated.headline} line={stated.line} />}
      <header className="viewer-head">
        <Heading className="label text-base">Log Visualization</Heading>
        <div className="viewer-status">{status}</div>
        {tools}
      </header>
      {children}
    </div>
  );
}

interface ShownProps {
  viewer: Viewer;
  status: ReactNode;
  notice?: ReactNode;
  stated: ReportSummary | null;
  ours: boolean;
}

/** The battle's figures in the place of the board; the timeline stays where it was. */
function StatisticsRoom({ viewer, status, notice, stated }: ShownProps) {
  useEffect(() => useView.getState().setPlaying(false), []);
  return (
    <ViewerFrame status={status} stated={stated} tools={<StatisticsLink shown />}>
      {notice}
      <Suspense
        fallback={
          <div role="status" aria-label="Loading the statistics" className="min-h-0 flex-1 p-6">
            <Skeleton className="h-full" />
          </div>
        }>
        <MatchStatistics log={viewer.log} />
      </Suspense>
    </ViewerFrame>
  );
}

function TimelineRoom({ viewer, status, notice, stated, ours }: ShownProps) {
  const map = useRef<MapHandle>(null);
  const [help, setHelp] = useState(false);
  useKeys(viewer, map, () => setHelp(true));
  const phone = useMediaQuery('(max-width: 767px)');
  const medium = useMediaQuery('(min-width: 768px) and (max-width: 1279px)');
  const Room = phone ? PhoneRoom : medium ? MediumRoom : WideRoom;
  return (
    <ViewerFrame
      status={status}
      stated={stated}
      tools={
        <>
          {ours && <StatisticsLink />}
          <IconButton icon="keys" label="Keys" className="viewer-keys" onClick={() => setHelp(true)} />
        </>
      }>
      {notice}
      <Room viewer={viewer} map={map} />
      {help && (
        <Suspense>
          <KeysDialog open onOpenChange={setHelp} />
        </Suspense>
      )}
    </ViewerFrame>
  );
}

interface RoomProps {
  viewer: Viewer;
  map: RefObject<MapHandle | null>;
}

function WideRoom({ viewer, map }: RoomProps) {
  return (
    <div className="room room-wide">
      <div className="panel flex min-h-0 flex-col overflow-y-auto">
        <div className="flex flex-col gap-4 border-b border-line p-4">
          <TimeControls viewer={viewer} />
          <LayerControls viewer={viewer} />
        </div>
        <SelectedUnit viewer={viewer} hint />
      </div>
      <div className="room-middle">
        <ScoreBoard board={viewer.frame.board} armies={viewer.log.armies} title={viewer.title} />
        <MapOfViewer viewer={viewer} map={map} />
        <Strip viewer={viewer} />
      </div>
      <div className="panel flex min-h-0 flex-col">
        <ActionsPanel viewer={viewer} />
      </div>
    </div>
  );
}

function MediumRoom({ viewer, map }: RoomProps) {
  const selected = useView((state) => state.selectedId);
  return (
    <div className="room room-medium">
      <div className="room-middle">
        <ScoreBoard board={viewer.frame.board} armies={viewer.log.armies} title={viewer.title} />
        <MapOfViewer viewer={viewer} map={map} />
        <Strip viewer={viewer} />
        <div className="room-medium-controls">
          <TimeControls viewer={viewer} />
          <LayerControls viewer={viewer} />
        </div>
      </div>
      <div className="panel relative flex min-h-0 flex-col">
        <ActionsPanel viewer={viewer} />
        {selected && (
          <div className="room-over">
            <SelectedUnit viewer={viewer} />
          </div>
        )}
      </div>
    </div>
  );
}

function PhoneRoom({ viewer, map }: RoomProps) {
  const [tab, setTab] = useState('actions');
  const selectedId = useView((state) => state.selectedId);
  const [followed, setFollowed] = useState(selectedId);
  if (followed !== selectedId) {
    setFollowed(selectedId);
    setTab((now) => (selectedId ? 'unit' : now === 'unit' ? 'actions' : now));
  }
  const tabs = [
    { id: 'actions', title: 'Actions', content: <ActionsPanel viewer={viewer} /> },
    {
      id: 'time',
      title: 'Time',
      content: (
        <div className="p-4">
          <TimeControls viewer={viewer} />
          <div className="mt-6">
            <BattleRibbonOf viewer={viewer} />
          </div>
        </div>
      ),
    },
    {
      id: 'layers',
      title: 'Layers',
      content: (
        <div className="p-4">
          <LayerControls viewer={viewer} />
        </div>
      ),
    },
    { id: 'unit', title: 'Unit', content: <SelectedUnit viewer={viewer} hint /> },
  ];
  return (
    <div className="room room-phone">
      <div className="px-3 py-1">
        <ScoreBoard board={viewer.frame.board} armies={viewer.log.armies} title={viewer.title} />
      </div>
      <MapOfViewer viewer={viewer} map={map} />
      <Suspense fallback={<div className="sheet" />}>
        <Sheet tabs={tabs} active={tab} onActive={setTab} />
      </Suspense>
      <div className="room-thumb">
        <Transport viewer={viewer} />
        <MeasureButton />
      </div>
    </div>
  );
}

const isBare = ({ units, terrain, objectives }: Board): boolean =>
  units.length + terrain.length + objectives.length === 0;

/** Measuring by two taps, within a thumb's reach. */
function MeasureButton() {
  const { measuring, setMeasuring } = useView();
  return <IconButton icon="ruler" label="Measure" pressed={measuring} onClick={() => setMeasuring(!measuring)} />;
}

function MapOfViewer({ viewer, map }: RoomProps) {
  const { layers, ruler, measuring, selectedId, select, measure, setMeasuring } = useView();
  const { graphics, involved, acted } = useOpenAction(viewer);
  return (
    <div className="room-map">
      {isBare(viewer.frame.board) && <p className="room-bare">This log has no board: its actions are in the list.</p>}
      <BattleMap
        ref={map}
        board={viewer.frame.board}
        armies={viewer.log.armies}
        layers={layers}
        graphics={graphics}
        involved={involved}
        acted={acted}
        selectedId={selectedId}
        onSelect={select}
        ruler={ruler}
        onMeasure={measure}
        measuring={measuring}
        onMeasuring={setMeasuring}
      />
    </div>
  );
}

function BattleRibbonOf({ viewer }: { viewer: Viewer }) {
  const goTo = useView((state) => state.goTo);
  const { frames, armies } = viewer.log;
  const go = (index: number) => {
    const frame = frames[index];
    if (frame) goTo({ round: frame.round, turn: frame.turn, phase: frame.phase });
  };
  return <BattleRibbon frames={frames} armies={armies} index={viewer.index} text={viewer.title} onGo={go} />;
}

function Strip({ viewer }: { viewer: Viewer }) {
  return (
    <div className="room-strip">
      <Transport viewer={viewer} />
      <div className="min-w-0 flex-1">
        <BattleRibbonOf viewer={viewer} />
      </div>
    </div>
  );
}

function SelectedUnit({ viewer, hint = false }: { viewer: Viewer; hint?: boolean }) {
  const { selectedId, select } = useView();
  const unit = viewer.frame.board.units.find((each) => each.id === selectedId);
  if (!unit)
    return hint ? (
      <p className="p-4 text-sm text-soft">Choose a unit on the map to see its sheet, its reach and what it sees.</p>
    ) : null;
  const left = pips(unit);
  return (
    <Suspense>
      <UnitPanel
        unit={unit}
        army={viewer.log.armies.find((each) => each.id === unit.armyId)}
        left={`${left.left} of ${left.most} ${left.of} left`}
        onClose={() => select(null)}
      />
    </Suspense>
  );
}
