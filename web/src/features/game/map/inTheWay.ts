import type { GameState } from '@/shared/api';
import { distance, type Point } from '@/shared/geometry';
import { useGameState, useTable } from '../client/context';
import { toPoint } from '../board';
import { toEdge } from './ghost';
import { useGhost, type Ghost } from './useGhost';

/** What the rules call a move whose way is closed, or leads too far round. */
const CLOSED: ReadonlySet<string> = new Set(['through-wall', 'no-way-round']);

type Line = readonly [from: Point, to: Point];

const side = ([from, to]: Line, { x, y }: Point): number =>
  (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x);

const cross = (a: Line, b: Line): boolean => side(a, b[0]) * side(a, b[1]) < 0 && side(b, a[0]) * side(b, a[1]) < 0;

/** Inches between two lines. */
const apart = (a: Line, b: Line): number =>
  cross(a, b) ? 0 : Math.min(...a.map((end) => toEdge(end, ...b)), ...b.map((end) => toEdge(end, ...a)));

/** The piece whose wall lies first across the straight way of a miniature; empty where none does. */
function pieceInTheWay({ map_data: { terrain } }: GameState, { unit, starts, places, living }: Ghost): string {
  const walls = terrain.flatMap((piece) =>
    piece.walls.map(([from, to]) => ({ name: piece.name, line: [toPoint(from), toPoint(to)] as const })),
  );
  const met = living.flatMap((index) => {
    const [start, place] = [starts[index], places[index]];
    const radius = unit.miniatures[index]?.radius ?? 0;
    if (!start || !place || distance(start, place) === 0) return [];
    return walls
      .filter(({ line }) => apart([start, place], line) < radius)
      .map(({ name, line }) => ({ name, crossed: cross([start, place], line), far: toEdge(start, ...line) }));
  });
  return met.toSorted((a, b) => Number(b.crossed) - Number(a.crossed) || a.far - b.far)[0]?.name ?? '';
}

/** What a refusal is about at the place of the unit in hand, in a few words; empty where there was none. */
export function useRefusedThere(): string {
  const state = useGameState();
  const ghost = useGhost(state);
  const refused = useTable((table) => table.refused);
  if (!refused) return '';
  const piece = ghost && CLOSED.has(refused.code ?? '') ? pieceInTheWay(state, ghost) : '';
  return [refused.measure, piece && `${piece} in the way`].filter(Boolean).join(' · ') || 'Not there';
}
