import type { GameState, UnitState } from '@/shared/api';
import { useCallback, useMemo, useState, type RefObject } from 'react';
import { useStore } from 'zustand';
import { unitRanges, type MapHandle, type Picked, type Ruler, type UnitRanges } from '@/features/battle-map';
import { covers } from '@/shared/bases';
import { inches, type Point } from '@/shared/geometry';
import { useClient, useGameState, useTable } from '../client/context';
import type { Table } from '../client/table';
import { armiesOf, boardOf, graphicsOf, toPoint, unitOf } from '../board';
import { speak } from '../list/spoken';
import { drawnUnits } from '../film/casualties';
import { useAhead } from '../map/ahead/useAhead';
import { useThreat } from '../map/ahead/useThreat';
import { useFloors } from '../map/FloorBar';
import { useArrange } from '../map/FormationBar';
import { TURN_KEYS } from '../map/facing';
import { isAircraft } from '../map/flight';
import { useFacing } from '../map/useFacing';
import { after, TURN } from '../map/formations';
import { gapBetween, type Disc } from '../map/ghost';
import { NO_LINES } from '../map/lines';
import { EVERYTHING, layersOf, type Tool } from '../map/MapHead';
import { useHabits } from '../map/hand/habits';
import { useHand } from '../map/hand/useHand';
import { useSendTo } from '../map/hand/useSendTo';
import { useUnitMenu } from '../map/hand/useUnitMenu';
import { discsOf, useGhost } from '../map/useGhost';
import { useMapKeys } from '../map/useMapKeys';

/** Reach of the second movement circle in a game. */
const ADVANCE = 3;
/** Longest declaration of a charge beyond the move. */
const CHARGE = 12;
const PAN = 40;
const ATTACKS: readonly string[] = ['shooting', 'charge', 'combat'];

const allUnits = (state: GameState): UnitState[] => state.game_model.armies.flatMap((army) => army.units);

/** The circles of a selected unit: move, move + 3 (aircraft have a line instead), the longest weapon; where units attack that which the phase is about:
 * the weapon, or how far a charge may reach unless a panel has it drawn. */
function rangesIn(
  state: GameState,
  id: string | null,
  drawn: boolean,
): (unit: Parameters<typeof unitRanges>[0]) => UnitRanges {
  const { phase } = state.game_model;
  const wire = unitOf(state, id);
  const charge =
    wire && !drawn && (phase === 'charge' || phase === 'combat')
      ? inches(wire.movement + wire.charge_bonus + CHARGE)
      : null;
  const moves = !ATTACKS.includes(phase) && !(wire && isAircraft(wire));
  return (unit) => {
    const movement = wire && moves ? inches(wire.movement) : null;
    const usual = unitRanges(unit, ADVANCE);
    return {
      ...usual,
      movement,
      advance: wire && moves ? inches(wire.movement + ADVANCE) : null,
      weapon: phase === 'charge' || phase === 'combat' ? null : usual.weapon,
      charge,
    };
  };
}

/** The bases of the unit at a place, or the bare place. */
function thingAt(state: GameState, place: Point): Disc[] {
  const found = allUnits(state).find((unit) => {
    const discs = discsOf(unit);
    const anchor = unit.location && toPoint(unit.location);
    return (
      discs.length > 0 && ((anchor?.x === place.x && anchor.y === place.y) || discs.some((each) => covers(each, place)))
    );
  });
  return found ? discsOf(found) : [{ at: place, radius: 0 }];
}

/** A ruler from what stands at its start to what stands at its end: from base edge to base edge. */
function measured(state: GameState, { start, end }: Ruler, place: Point): Ruler {
  if (!start || end) return { start: place, end: null };
  const gap = gapBetween(thingAt(state, start), thingAt(state, place));
  return gap ? { start: gap.from, end: gap.gap > 0 ? gap.to : gap.from } : { start, end: place };
}

/** What is drawn of the game: layers, ranges, overlays. */
function useDrawn({ game_model: { phase, digital } }: GameState) {
  const [ranges, setRanges] = useState(true);
  const [shown, setShown] = useState(EVERYTHING);
  const [lines, setLines] = useState(NO_LINES);
  const layers = useMemo(() => layersOf(shown, lines.zones, phase), [shown, lines.zones, phase]);
  return { layers, ranges, setRanges, shown, setShown, lines, setLines, physical: digital === false };
}

function actedIn(state: GameState): string[] {
  if (state.game_model.phase !== 'movement') return [];
  return allUnits(state)
    .filter((unit) => unit.army_uuid === state.current_army_uuid && unit.movement_action_type !== '')
    .map((unit) => unit.uuid);
}

/** The unit after the selected one among those that can act now, round and round. */
function nextUnit(state: GameState, selectedId: string | null): string | null {
  const ready = state.units.filter((unit) => unit.location).map((unit) => unit.uuid);
  return ready[(ready.indexOf(selectedId ?? '') + 1) % ready.length] ?? null;
}

/** What the map hears of what is shared with the panels. */
const chosen = ({ selectedId, pending, marks, select, want }: Table) => ({ selectedId, pending, marks, select, want });

/** The game as the map draws it. */
function useScene(state: GameState) {
  const { selectedId, pending, marks } = useTable(chosen);
  const held = useStore(useClient().casualties, (casualties) => casualties.held);
  const board = useMemo(() => {
    const now = boardOf(state);
    return { ...now, units: drawnUnits(now.units, held) };
  }, [state, held]);
  const armies = useMemo(() => armiesOf(state), [state]);
  const acted = useMemo(() => actedIn(state), [state]);
  const graphics = useMemo(() => (pending ? [] : graphicsOf(state, marks)), [state, marks, pending]);
  const circles = useMemo(
    () => rangesIn(state, selectedId, (marks?.circles.length ?? 0) > 0),
    [state, selectedId, marks],
  );
  return { board, armies, acted, graphics, circles };
}

/** The tool in hand, and what it has drawn. */
function useTools(state: GameState) {
  const [tool, setTool] = useState<Tool>(null);
  const [ruler, setRuler] = useState<Ruler>({ start: null, end: null });
  const [lookAt, setLookAt] = useState<Point | null>(null);
  const take = (next: Tool) => {
    setTool(next);
    setRuler({ start: null, end: null });
    setLookAt(null);
  };
  const measure = (at: Point) => setRuler((before) => measured(state, before, at));
  return { tool, ruler, lookAt, setLookAt, take, measure };
}

/** The table as a list in words, or as a map. */
function useListed() {
  const { listed, turn } = useHabits();
  return { listed, list: () => turn('listed', !listed) };
}

export type DialogName = 'keys' | 'now' | null;

/** What the map shows and what its clicks and buttons do. A click gives the panel the place that it waits for. */
export function useBattlefield() {
  const state = useGameState();
  const { selectedId, pending, select, want } = useTable(chosen);
  const [turned, setTurned] = useState(false);
  const [picked, setPicked] = useState<Picked | null>(null);
  const [dialog, setDialog] = useState<DialogName>(null);
  const drawn = useDrawn(state);
  const tools = useTools(state);
  const { tool, ruler, take, measure, setLookAt } = tools;
  const ghost = useGhost(state);
  const ahead = useAhead(ghost);
  const threat = useThreat(drawn.lines.threat, ghost?.unit.uuid ?? selectedId);
  const send = useSendTo(ghost);
  const place = (at: Point) => {
    if (tool === 'ruler') measure(at);
    else if (tool === 'sight') setLookAt(at);
    else if (send) send(at);
    else measure(at);
  };
  const pick = useCallback(
    (next: Picked) => setPicked((before) => (before?.kind === next.kind && before.index === next.index ? null : next)),
    [],
  );
  const hand = useHand();
  const menu = useUnitMenu();
  const choose = (id: string | null) => {
    setPicked(null);
    if (id === null || !hand.click(id)) select(id === selectedId ? null : id);
  };
  const letGo = () => {
    if (tool || ruler.start) take(null);
    else if (pending) want(null);
    else choose(null);
  };
  if (ghost && picked) setPicked(null);
  const turn = () => setTurned(!turned);
  return {
    ...useScene(state),
    ...drawn,
    ...tools,
    ghost,
    ahead,
    threat,
    turned,
    turn,
    ...useListed(),
    picked,
    pick,
    choose,
    place,
    sends: send !== null,
    letGo,
    hand,
    menu,
    dialog,
    setDialog,
  };
}

export type Battlefield = ReturnType<typeof useBattlefield>;

/** The keys of the battlefield. */
export function useBattlefieldKeys(
  { tool, take, ranges, setRanges, lines, setLines, turn, list, setDialog, letGo, menu, ghost }: Battlefield,
  mapRef: RefObject<MapHandle | null>,
  takeBack: () => void,
): void {
  const state = useGameState();
  const { shortcuts } = useClient();
  const { selectedId, select } = useTable(chosen);
  const arrange = useArrange(ghost);
  const floors = useFloors(ghost);
  const facing = useFacing(ghost);
  useMapKeys({
    g: () => document.querySelector<HTMLElement>('.prompt-main')?.focus({ preventScroll: true }),
    n: () => {
      const next = nextUnit(state, selectedId);
      select(next);
      speak(next ? `${unitOf(state, next)?.name ?? ''} selected` : 'No unit can act now.');
    },
    r: () => take(tool === 'ruler' ? null : 'ruler'),
    s: () => take(tool === 'sight' ? null : 'sight'),
    l: () => setRanges(!ranges),
    t: () => setLines({ ...lines, threat: !lines.threat }),
    v: turn,
    k: list,
    w: () => setDialog('now'),
    m: () => shortcuts.act('begin') || speak('No unit can be taken up now.'),
    a: () => shortcuts.act('advance') || speak('No selected unit can advance.'),
    h: () => shortcuts.act('hold') || speak('No selected unit can hold its position.'),
    e: () => shortcuts.act('end'),
    x: () => menu.openFor(selectedId),
    '+': () => mapRef.current?.zoomBy(1.5),
    '-': () => mapRef.current?.zoomBy(1 / 1.5),
    0: () => mapRef.current?.fit(),
    u: takeBack,
    f: () => arrange((now) => after(now)),
    '[': () => arrange((now) => after(now, -TURN)),
    ']': () => arrange((now) => after(now, TURN)),
    ...(facing && Object.fromEntries(Object.entries(TURN_KEYS).map(([key, by]) => [key, () => facing(by)]))),
    ...(floors.most > 0 && { PageUp: () => floors.step(1), PageDown: () => floors.step(-1) }),
    '?': () => setDialog('keys'),
    Escape: letGo,
    ArrowLeft: () => mapRef.current?.panBy(PAN, 0),
    ArrowRight: () => mapRef.current?.panBy(-PAN, 0),
    ArrowUp: () => mapRef.current?.panBy(0, PAN),
    ArrowDown: () => mapRef.current?.panBy(0, -PAN),
  });
}
