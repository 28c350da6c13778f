import { useState } from 'react';
import type { RosterRow } from '@/shared/api';
import { Button, EmptyState, Icon, Input, Pager, Select, usePages } from '@/shared/ui';
import { chosen, EVERYTHING, factions, ORDERS, type Filter } from './chosen';
import { RosterCard } from './RosterCard';

const PAGE = 12;
const orderOf = (value: string): Filter['order'] => ORDERS.find(([order]) => order === value)?.[0] ?? 'newest';
const READY: readonly Filter['ready'][] = ['all', 'ready', 'not'];

/** The rosters to look through: searched, filtered, ordered, a page at a time. */
export function RosterList({
  rosters,
  onRename,
}: {
  rosters: readonly RosterRow[];
  onRename: (roster: RosterRow) => void;
}) {
  const [filter, setFilter] = useState<Filter>(EVERYTHING);
  const fitting = chosen(rosters, filter);
  const { rows, ...pages } = usePages(fitting, PAGE, JSON.stringify(filter));
  return (
    <>
      {rosters.length > 1 && (
        <Controls
          rosters={rosters}
          filter={filter}
          count={fitting.length}
          onFilter={(more) => setFilter({ ...filter, ...more })}
        />
      )}
      {fitting.length === 0 && (
        <EmptyState
          icon="search"
          title="No roster fits"
          text="None of your rosters is as you asked for."
          action={<Button onClick={() => setFilter(EVERYTHING)}>Show all rosters</Button>}
        />
      )}
      <ul className="grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3">
        {rows.map((roster) => (
          <li key={roster.roster_id}>
            <RosterCard roster={roster} onRename={() => onRename(roster)} />
          </li>
        ))}
      </ul>
      <Pager label="Pages of rosters" {...pages} />
    </>
  );
}

interface ControlsProps {
  rosters: readonly RosterRow[];
  filter: Filter;
  count: number;
  onFilter: (more: Partial<Filter>) => void;
}

function Controls({ rosters, filter, count, onFilter }: ControlsProps) {
  const names = factions(rosters);
  return (
    <div className="flex flex-wrap items-center gap-3">
      <label className="relative block w-full sm:w-72">
        <span className="sr-only">Search rosters</span>
        <Icon
          name="search"
          size={16}
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-faint"
        />
        <Input
          type="search"
          placeholder="Search"
          className="pl-9"
          value={filter.search}
          onChange={(event) => onFilter({ search: event.target.value })}
        />
      </label>
      {names.length > 1 && (
        <Select
          aria-label="Faction"
          className="w-full sm:w-48"
          value={filter.faction}
          onChange={(event) => onFilter({ faction: event.target.value })}>
          <option value="">All factions</option>
          {names.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </Select>
      )}
      <Select
        aria-label="Which rosters"
        className="w-full sm:w-44"
        value={filter.ready}
        onChange={({ target }) => onFilter({ ready: READY.find((each) => each === target.value) ?? 'all' })}>
        <option value="all">All rosters</option>
        <option value="ready">Ready to fight</option>
        <option value="not">Not ready</option>
      </Select>
      <Select
        aria-label="Order"
        className="w-full sm:w-48"
        value={filter.order}
        onChange={({ target }) => onFilter({ order: orderOf(target.value) })}>
        {ORDERS.map(([value, title]) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </Select>
      <p role="status" className="text-sm text-faint">
        {count === rosters.length ? `${count} rosters` : `${count} of ${rosters.length}`}
      </p>
    </div>
  );
}
