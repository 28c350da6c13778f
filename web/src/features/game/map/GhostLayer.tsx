import { useDrag } from '@use-gesture/react';
import { useCallback, useEffect, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { useMapPlace, wordsWithin } from '@/features/battle-map';
import { BaseShape, extentOf, Front, type Base } from '@/shared/bases';
import { inches, toMapPoint, toMapPx, type Point } from '@/shared/geometry';
import { useClient, useTable } from '../client/context';
import type { PendingMove } from '../client/table';
import { onlyOne } from './facing';
import { ahead, flightOf, hasFront } from './flight';
import { minus, NOWHERE, plus } from './ghost';
import { riskWords } from './hand/marches';
import { swallowClick } from './hand/swallowClick';
import { useCarried } from './hand/useCarried';
import { TurnHandle } from './TurnHandle';
import { tellMissed, type Ghost } from './useGhost';

/** Inches that an arrow key moves the ghost, and with Shift. */
const NUDGE = 0.5;
const FINE = 0.1;
const STILL = [0, 0] as const;
/** How large what is said over it is set. */
const LABEL_SIZE = 15;
const ARROWS: Record<string, readonly [number, number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

interface GhostLayerProps {
  ghost: Ghost;
  turned: boolean;
  /** What the server measured when it refused the last place; empty where it did not. */
  refusal: string;
  /** The whole unit was dragged and let go there. */
  onDrop: (ghost: Ghost, places: readonly Point[]) => void;
  /** It is shown there, while it is dragged or after a step. */
  onShow: (places: readonly Point[]) => void;
}

const shiftText = ({ x, y }: Point): string => `translate(${(x * 10).toFixed(2)} ${(y * 10).toFixed(2)})`;

/** A unit's bases at true size where they would go, dragged whole or one by one. While a pointer moves only attributes
 * of the drawing change; React hears of it when the pointer is let go. */
export function GhostLayer({ ghost, turned, refusal, onDrop, onShow }: GhostLayerProps) {
  const client = useClient();
  const single = useTable((table) => table.single);
  const { root, block, keep } = useGhostDrag(ghost, single, { onDrop, onShow });
  const keyed = (event: KeyboardEvent<SVGGElement>) => {
    const way = event.key === 'Enter' || event.key === ' ' ? STILL : ARROWS[event.key];
    if (!way) return;
    event.preventDefault();
    event.stopPropagation();
    if (way === STILL && client.table.getState().target && client.shortcuts.act('confirm')) return;
    const step = (turned ? -1 : 1) * (event.shiftKey ? FINE : NUDGE);
    const only = single ? grabbed(event.target) : null;
    keep(ghost.shifted(ghost.places, { x: inches(way[0] * step), y: inches(way[1] * step) }, only), only);
  };
  const { unit, places, pending } = ghost;
  return (
    <g
      ref={root}
      className="ghost"
      data-layer="ghost"
      data-single={single || undefined}
      data-refused={refusal || undefined}>
      <Starts ghost={ghost} />
      <path className="ghost-path" />
      <g
        ref={block}
        className="ghost-block"
        {...(!single && {
          role: 'button',
          tabIndex: 0,
          'data-focus': true,
          'aria-label': `${unit.name}: drag it, or move it with the arrow keys, half an inch each; Enter puts it down`,
        })}
        onKeyDown={keyed}
        onClick={(event) => {
          event.stopPropagation();
          if (pending.kind === 'place') keep(places, null);
          else if (pending.tapped) client.shortcuts.act('confirm');
        }}>
        {!single && <Handle at={ghost.middle(places)} />}
        <GhostBases {...{ ghost, single, turned }} />
      </g>
      <Label />
      {refusal && <Refused at={ghost.middle(places)} text={refusal} />}
    </g>
  );
}

/** The inches of each kind of move, or those that it may go at most. */
const reaches = ({ marches, limit }: PendingMove): number[] =>
  marches?.length ? [...new Set(marches.map((each) => each.limit))] : limit === null ? [] : [limit];

/** The line along which an aircraft flies, from where it has to go at least. */
function Ahead({ at, facing, least, limit }: { at: Point | undefined; facing: number; least: number; limit: number }) {
  if (!at) return null;
  const [from, to] = [least, limit].map((far) => toMapPoint(plus(at, ahead(facing, far))));
  return from && to ? <path className="ghost-limit" d={`M${from.x} ${from.y}L${to.x} ${to.y}`} /> : null;
}

/** Where the unit comes from, and how far it may go. */
function Starts({ ghost: { starts, middle, pending, living, unit, turns } }: { ghost: Ghost }) {
  const turning = Math.max(0, ...living.map((index) => turns[index] ?? 0));
  const start = starts.length ? toMapPoint(middle(starts)) : null;
  const flight = flightOf(pending.marches);
  return (
    <>
      {flight &&
        living.map((index) => (
          <Ahead key={index} at={starts[index]} facing={unit.miniatures[index]?.facing ?? 0} {...flight} />
        ))}
      {start &&
        !flight &&
        reaches(pending).map((reach, index) => (
          <circle
            key={reach}
            className="ghost-limit"
            data-farther={index > 0 || undefined}
            cx={start.x}
            cy={start.y}
            r={toMapPx(inches(Math.max(0, reach - turning)))}
          />
        ))}
      {starts.length > 0 &&
        living.map((index) => (
          <Drawn key={index} at={starts[index]} base={unit.miniatures[index]} className="ghost-start" />
        ))}
    </>
  );
}

/**
 * Its living miniatures; a long base that can be turned has a handle for that: the first before the others, or the one
 * that was touched last, which alone is turned. All at once would lie over their neighbours.
 */
function GhostBases({ ghost, single, turned }: { ghost: Ghost; single: boolean; turned: boolean }) {
  const { living, places, unit } = ghost;
  const only = useTable(onlyOne);
  const leading = only ?? living.find((index) => hasFront(unit, ghost.base(index)));
  return living.map((index, count) => (
    <GhostBase
      key={index}
      at={places[index]}
      index={index}
      count={count}
      miniature={unit.miniatures[index]}
      base={ghost.base(index)}
      single={single}>
      {index === leading && hasFront(unit, ghost.base(index)) && (
        <TurnHandle {...{ ghost, index, turned }} only={single ? index : null} />
      )}
    </GhostBase>
  ));
}

interface GhostBaseProps {
  at: Point | undefined;
  index: number;
  /** How many living miniatures come before it. */
  count: number;
  miniature: Ghost['unit']['miniatures'][number] | undefined;
  base: Base;
  /** Miniatures are moved one by one. */
  single: boolean;
  children: ReactNode;
}

function GhostBase({ at, index, count, miniature, base, single, children }: GhostBaseProps) {
  const hold = useTable((table) => table.hold);
  const held = useTable((table) => table.held === index);
  return (
    <g
      data-mini={index}
      data-held={(single && held) || undefined}
      {...(single && {
        role: 'button',
        tabIndex: 0,
        'data-focus': count === 0 || undefined,
        'aria-label': `${miniature?.name ?? 'Miniature'} ${count + 1}: drag it, or move it with the arrow keys`,
        onFocus: () => hold(index),
        onPointerDown: () => hold(index),
      })}>
      {single && <Handle at={at} small />}
      <Drawn at={at} base={base} className="ghost-base" />
      {children}
    </g>
  );
}

/** Dragging a ghost, or one miniature of it, and drawing it on the way. */
function useGhostDrag(ghost: Ghost, single: boolean, { onDrop, onShow }: Pick<GhostLayerProps, 'onDrop' | 'onShow'>) {
  const unlocked = useTable((table) => table.unlocked);
  const root = useRef<SVGGElement>(null);
  const block = useRef<SVGGElement>(null);
  const placeOf = useMapPlace();
  const drag = useRef<{ from: Point; to: Point; only: number | null; places: Point[] } | null>(null);
  const draw = useCallback(
    (places: readonly Point[], only: number | null) => {
      show(root.current, ghost, places, only, only !== null || unlocked);
      onShow(places);
    },
    [ghost, unlocked, onShow],
  );
  const keep = useCallback(
    (places: readonly Point[], only: number | null) => ghost.commit(places, unlocked || only !== null),
    [ghost, unlocked],
  );
  const drop = (places: readonly Point[], only: number | null, from: readonly Point[], shift: Point) => {
    keep(places, only);
    tellMissed(ghost, from, shift, places, only);
    if (only === null) onDrop(ghost, places);
  };

  useLayoutEffect(() => {
    block.current?.removeAttribute('transform');
    root.current?.querySelectorAll('[data-mini]').forEach((each) => each.removeAttribute('transform'));
    draw(ghost.places, null);
    // It was turned while a pointer holds it: it stays under that.
    const held = drag.current;
    if (held) draw((held.places = ghost.shifted(ghost.places, minus(held.to, held.from), held.only)), held.only);
  }, [ghost, draw]);
  useDrag(
    ({ first, last, tap, event, xy: [clientX, clientY], initial: [fromX, fromY] }) => {
      const place = placeOf({ clientX, clientY });
      if (!place) return;
      // A quick hand is far away by the first event that is taken for a drag.
      const from = placeOf({ clientX: fromX, clientY: fromY }) ?? place;
      if (first)
        drag.current = { from, to: place, only: single ? grabbed(event.target) : null, places: [...ghost.places] };
      const now = drag.current;
      if (!now || (single && now.only === null)) return;
      now.to = place;
      if (!tap) now.places = ghost.shifted(ghost.places, minus(place, now.from), now.only);
      draw(now.places, now.only);
      if (!last) return;
      drag.current = null;
      if (tap) return;
      swallowClick(event);
      drop(now.places, now.only, ghost.places, minus(place, now.from));
    },
    { target: block, filterTaps: true },
  );
  const want = useTable((table) => table.want);
  useCarried(ghost, { draw, drop, letGo: () => want(null) });
  usePannedBy(block);
  useEffect(
    () => root.current?.querySelector<SVGGElement>('[data-focus]')?.focus({ preventScroll: true }),
    [ghost.unit.uuid, single],
  );

  return { root, block, keep };
}

/** Pressing on the ghost is for the ghost, not for panning the map: the zoom listens natively. */
function usePannedBy(block: React.RefObject<SVGGElement | null>): void {
  useEffect(() => {
    const group = block.current;
    const stop = (event: Event) => event.stopPropagation();
    const kinds = ['mousedown', 'touchstart', 'dblclick'] as const;
    kinds.forEach((kind) => group?.addEventListener(kind, stop));
    return () => kinds.forEach((kind) => group?.removeEventListener(kind, stop));
  }, [block]);
}

/** The index of the miniature that was grabbed, if one was. */
function grabbed(target: EventTarget | null): number | null {
  const found = target instanceof Element ? target.closest('[data-mini]')?.getAttribute('data-mini') : null;
  return found === null || found === undefined ? null : Number(found);
}

/** Moves the drawing to `places` without React: one transform of them all, one of each that went apart, path, label. */
function show(
  root: SVGGElement | null,
  ghost: Ghost,
  places: readonly Point[],
  only: number | null,
  apart: boolean,
): void {
  if (!root) return;
  const [first = 0] = ghost.living;
  const index = only ?? first;
  const shift = (each: number) => minus(places[each] ?? NOWHERE, ghost.places[each] ?? NOWHERE);
  const whole = only === null ? shift(index) : NOWHERE;
  root.querySelector('.ghost-block')?.setAttribute('transform', shiftText(whole));
  const drawn = new Map(ghost.living.map((each) => [String(each), shiftText(minus(shift(each), whole))]));
  root.querySelectorAll<SVGGElement>('[data-mini]').forEach((each) => {
    const text = drawn.get(each.dataset.mini ?? '') ?? '';
    if (each.getAttribute('transform') !== text) each.setAttribute('transform', text);
  });
  root.querySelector('.ghost-path')?.setAttribute('d', pathOf(ghost, places, apart));
  const { state, figure, word } = ghost.judge(places);
  if (root.dataset.state !== state) root.dataset.state = state;
  const top = Math.min(...ghost.living.map((each) => (places[each]?.y ?? 0) - extentOf(ghost.base(each)).y));
  const risks = [...root.querySelectorAll('.ghost-risk > tspan')].map((each) => each.textContent);
  const longest = [figure, word, ...risks].reduce((best, each) => (each.length > best.length ? each : best));
  const x = inches(wordsWithin(ghost.middle(places).x * 10, longest, LABEL_SIZE) / 10);
  const y = inches(Math.max(risks.length ? 8 : 3, top - 0.6));
  root.querySelector('.ghost-label')?.setAttribute('transform', shiftText({ x, y }));
  write(root, '.ghost-figure', figure);
  write(root, '.ghost-word', word);
}

function write(root: SVGGElement, selector: string, text: string): void {
  const found = root.querySelector(selector);
  if (found && found.textContent !== text) found.textContent = text;
}

/** From where they started to where they go: one line for a formation, one for each where they went apart. */
function pathOf({ starts, living, middle }: Ghost, places: readonly Point[], apart: boolean): string {
  if (!starts.length) return '';
  const pairs = apart
    ? living.map((index) => [starts[index], places[index]] as const)
    : [[middle(starts), middle(places)] as const];
  return pairs
    .map(([from, to]) => (from && to ? `M${from.x * 10} ${from.y * 10}L${to.x * 10} ${to.y * 10}` : ''))
    .join('');
}

function Drawn({ at, base, className }: { at: Point | undefined; base: Base | undefined; className: string }) {
  if (!at || !base) return null;
  const { x, y } = toMapPoint(at);
  return (
    <>
      <BaseShape {...{ className, base, x, y }} />
      <Front className={`${className}-front`} {...{ base, x, y }} />
    </>
  );
}

/** Something to take hold of with a thumb, however small the bases are drawn. */
function Handle({ at, small = false }: { at: Point | undefined; small?: boolean }) {
  if (!at) return null;
  const { x, y } = toMapPoint(at);
  return (
    <g transform={`translate(${x} ${y})`}>
      <g className="token">
        <circle className="ghost-handle" r={small ? 9 : 20} />
      </g>
    </g>
  );
}

/** What stands over the ghost; the drawing writes and moves it. */
const Label = () => (
  <g className="ghost-label">
    <g className="token">
      <Risk />
      <text textAnchor="middle" className="ghost-figure" data-testid="ghost-figure" dy={-14} />
      <text textAnchor="middle" className="ghost-word" data-testid="ghost-word" dy={-2} />
    </g>
  </g>
);

/** What it risks there, in two lines; a component of its own, because it changes while the ghost is dragged. */
function Risk() {
  const risk = useTable((table) => riskWords(table.risk));
  if (!risk) return null;
  const [tested = '', lost = ''] = risk.split(/(?<=:) /);
  return (
    <text textAnchor="middle" className="ghost-risk" data-testid="ghost-risk">
      <tspan x="0" dy={-46}>
        {tested}{' '}
      </tspan>
      <tspan x="0" dy={15}>
        {lost}
      </tspan>
    </text>
  );
}

function Refused({ at, text }: { at: Point; text: string }) {
  const { x, y } = toMapPoint(at);
  return (
    <g transform={`translate(${wordsWithin(x, text, 13)} ${Math.min(425, y + 26)})`}>
      <g className="token">
        <text textAnchor="middle" className="ghost-refused" data-testid="refused-at">
          ✕ {text}
        </text>
      </g>
    </g>
  );
}
