import type { RosterRow } from '@/shared/api';

export const ORDERS = [
  ['newest', 'Newest first'],
  ['name', 'By name'],
  ['points', 'Most points first'],
] as const;
export type Order = (typeof ORDERS)[number][0];

/** What of the rosters is to be seen, and in what order. */
export interface Filter {
  search: string;
  order: Order;
  faction: string;
  ready: 'all' | 'ready' | 'not';
}

export const EVERYTHING: Filter = { search: '', order: 'newest', faction: '', ready: 'all' };

const COMPARE: Record<Order, (a: RosterRow, b: RosterRow) => number> = {
  newest: (a, b) => b.created.localeCompare(a.created),
  name: (a, b) => a.name.localeCompare(b.name),
  points: (a, b) => b.points - a.points,
};

const words = (roster: RosterRow): string =>
  [roster.name, roster.faction, roster.detachment, roster.system, String(roster.points)].join('\n').toLowerCase();

export function chosen(rosters: readonly RosterRow[], { search, order, faction, ready }: Filter): RosterRow[] {
  const sought = search.trim().toLowerCase();
  return rosters
    .filter(
      (each) =>
        words(each).includes(sought) &&
        (!faction || each.faction === faction) &&
        (ready === 'all' || (each.playable && each.left_out === 0) === (ready === 'ready')),
    )
    .sort(COMPARE[order]);
}

export const factions = (rosters: readonly RosterRow[]): string[] =>
  [...new Set(rosters.map((each) => each.faction).filter(Boolean))].sort((a, b) => a.localeCompare(b));
