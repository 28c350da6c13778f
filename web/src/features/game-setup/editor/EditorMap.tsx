import { useRef, type KeyboardEvent, type PointerEvent } from 'react';
import { MapPatterns, ObjectivesLayer, Surface, TerrainLayer, TerrainNames, ZonesLayer } from '@/features/battle-map';
import type { DrawnBoard } from '@/shared/api';
import { cx } from '@/shared/ui';
import { ownPlan } from '../boards';
import { moveCorner, moveItem, nameOf, placesOf, sameItem, STEP, type Item, type Spot } from './draft';

interface EditorMapProps {
  board: DrawnBoard;
  item: Item | null;
  corner: number | null;
  onPick: (item: Item, corner: number | null) => void;
  onChange: (board: DrawnBoard) => void;
}

const ARROWS: Record<string, Spot> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};
const at = ([x, y]: Spot): string => `(${x.toFixed(1)}, ${y.toFixed(1)})`;

/** Every piece, the zones under them, the objectives above. */
const itemsOf = (board: DrawnBoard): Item[] => [
  ...board.zones.map((_, index): Item => ({ kind: 'zone', index })),
  ...board.terrain.map((_, index): Item => ({ kind: 'terrain', index })),
  ...board.objectives.map((_, index): Item => ({ kind: 'objective', index })),
];

/** The board with handles: dragged by pointer or thumb, nudged by the arrow keys, half an inch each. */
export function EditorMap({ board, item, corner, onPick, onChange }: EditorMapProps) {
  const svg = useRef<SVGSVGElement>(null);
  const drag = useDrag(svg, board, onChange);
  const plan = ownPlan(board);
  const nudged = (each: Item, of: number | null) => (event: KeyboardEvent) => {
    const next = nudge(board, each, of, event);
    if (next) onChange(next);
  };
  return (
    <svg
      ref={svg}
      className="plan board-editor"
      viewBox="-8 -8 616 456"
      role="group"
      aria-label="The board to edit, 60 by 44 inches"
      {...drag.moves}>
      <MapPatterns />
      <Surface />
      <ZonesLayer zones={plan.zones} />
      <TerrainLayer terrain={plan.terrain} />
      <ObjectivesLayer objectives={plan.objectives} armies={[]} />
      <TerrainNames terrain={plan.terrain} />
      {itemsOf(board).map((each) => (
        <Handle
          key={`${each.kind}${each.index}`}
          board={board}
          item={each}
          chosen={sameItem(item, each)}
          onKeyDown={nudged(each, null)}
          onFocus={() => onPick(each, null)}
          onPointerDown={(event) => {
            onPick(each, null);
            drag.start(event, each, null);
          }}
        />
      ))}
      {item &&
        item.kind !== 'objective' &&
        placesOf(board, item).map((place, index) => (
          <Corner
            key={index}
            place={place}
            name={`Corner ${index + 1} of ${nameOf(board, item)}`}
            chosen={corner === index}
            onKeyDown={nudged(item, index)}
            onFocus={() => onPick(item, index)}
            onPointerDown={(event) => {
              onPick(item, index);
              drag.start(event, item, index);
            }}
          />
        ))}
    </svg>
  );
}

/** The board after an arrow key on an item or on one of its corners. */
function nudge(board: DrawnBoard, item: Item, corner: number | null, event: KeyboardEvent): DrawnBoard | null {
  const by = ARROWS[event.key];
  if (!by) return null;
  event.preventDefault();
  const [x, y] = placesOf(board, item)[corner ?? 0] ?? [0, 0];
  return corner === null ? moveItem(board, item, by) : moveCorner(board, item, corner, [x + by[0], y + by[1]]);
}

interface HeldProps {
  chosen: boolean;
  onKeyDown: (event: KeyboardEvent) => void;
  onFocus: () => void;
  onPointerDown: (event: PointerEvent<SVGElement>) => void;
}

function Corner({ place, name, chosen, ...held }: HeldProps & { place: Spot; name: string }) {
  return (
    <g
      transform={`translate(${place[0] * 10} ${place[1] * 10})`}
      className={cx('editor-corner', chosen && 'editor-corner-chosen')}
      role="button"
      tabIndex={0}
      aria-label={`${name}, at ${at(place)}`}
      {...held}>
      <circle r="16" className="editor-hit" />
      <circle r="5" />
    </g>
  );
}

interface HandleProps extends HeldProps {
  board: DrawnBoard;
  item: Item;
}

function Handle({ board, item, chosen, ...rest }: HandleProps) {
  const places = placesOf(board, item);
  const shared = {
    className: 'editor-item',
    role: 'button',
    tabIndex: 0,
    'aria-pressed': chosen,
    'aria-label': `${nameOf(board, item) || item.kind}, at ${at(places[0] ?? [0, 0])}: move it with the arrow keys`,
    ...rest,
  };
  if (item.kind === 'objective')
    return <circle {...shared} cx={(places[0]?.[0] ?? 0) * 10} cy={(places[0]?.[1] ?? 0) * 10} r="14" />;
  return <polygon {...shared} points={places.map(([x, y]) => `${x * 10},${y * 10}`).join(' ')} />;
}

/** Dragging an item or one of its corners from where it was taken hold of. */
function useDrag(svg: React.RefObject<SVGSVGElement | null>, board: DrawnBoard, onChange: (board: DrawnBoard) => void) {
  const held = useRef<{ from: Spot; board: DrawnBoard; item: Item; corner: number | null } | null>(null);
  const placeOf = ({ clientX, clientY }: PointerEvent): Spot => {
    const box = svg.current?.getBoundingClientRect();
    return box?.width
      ? [(((clientX - box.left) / box.width) * 616 - 8) / 10, (((clientY - box.top) / box.height) * 456 - 8) / 10]
      : [0, 0];
  };
  return {
    start: (event: PointerEvent<SVGElement>, item: Item, corner: number | null) => {
      event.stopPropagation();
      svg.current?.setPointerCapture?.(event.pointerId);
      held.current = { from: placeOf(event), board, item, corner };
    },
    moves: {
      onPointerMove: (event: PointerEvent) => {
        const now = held.current;
        if (!now) return;
        const [x, y] = placeOf(event);
        if (now.corner !== null) onChange(moveCorner(now.board, now.item, now.corner, [x, y]));
        else onChange(moveItem(now.board, now.item, [x - now.from[0], y - now.from[1]]));
      },
      onPointerUp: () => {
        held.current = null;
      },
      onPointerCancel: () => {
        held.current = null;
      },
    },
  };
}
