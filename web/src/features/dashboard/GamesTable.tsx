import { createColumnHelper, flexRender, getCoreRowModel, getFilteredRowModel, getSortedRowModel, useReactTable, type SortingState } from '@tanstack/react-table';
import { useState } from 'react';
import type { GameRow } from '@/shared/api';
import { Badge, Button, EmptyState, IconButton, LinkButton, Table, Td, Th } from '@/shared/ui';

const column = createColumnHelper<GameRow>();

const COLUMNS = [
  column.accessor('game_id', { header: 'ID', cell: ({ getValue }) => <span className="figure block max-w-28 truncate text-base text-faint" title={getValue()}>{getValue()}</span> }),
  column.accessor('game_name', { header: 'Name', sortingFn: 'text', cell: ({ row }) => <Name game={row.original} /> }),
  column.accessor('description', { header: 'Description', sortingFn: 'text', cell: ({ getValue }) => <span className="line-clamp-2 wrap-anywhere text-soft">{getValue() || '–'}</span> }),
  column.accessor('status', { header: 'Status', cell: ({ getValue }) => <Status status={getValue()} /> }),
];

export function Status({ status }: { status: string }) {
  const over = status === 'Completed';
  return <Badge tone={over ? 'good' : 'lamp'} icon={over ? 'check' : 'play'}>{status}</Badge>;
}

function Name({ game }: { game: GameRow }) {
  const notes = [game.role === 'opponent' ? 'Invited' : '', game.opponent ? `against ${game.opponent}` : '', game.simulation ? 'Simulation' : '', game.shared ? 'Report shared' : ''].filter(Boolean);
  return (
    <span className="block min-w-0 wrap-anywhere md:min-w-40">
      <span className="block font-semibold">{game.game_name}</span>
      {notes.length > 0 && <span className="block text-sm text-faint">{notes.join(' · ')}</span>}
    </span>
  );
}

interface GamesTableProps {
  games: GameRow[];
  search: string;
  onClear: () => void;
  onDelete: (game: GameRow) => void;
  onShare: (game: GameRow) => void;
}

/** The games, filtered by what is searched for and sorted by a column. */
export function GamesTable({ games, search, onClear, onDelete, onShare }: GamesTableProps) {
  const [sorting, setSorting] = useState<SortingState>([]);
  const table = useReactTable({
    data: games, columns: COLUMNS, state: { sorting, globalFilter: search }, onSortingChange: setSorting, globalFilterFn: 'includesString',
    getRowId: (game) => game.game_id, getCoreRowModel: getCoreRowModel(), getFilteredRowModel: getFilteredRowModel(), getSortedRowModel: getSortedRowModel(),
  });
  const { rows } = table.getRowModel();
  if (rows.length === 0) {
    return <EmptyState icon="search" title="No game fits" text={<>Nothing here is called “{search}”.</>} action={<Button onClick={onClear}>Show all games</Button>} />;
  }
  return (
    <Table label="Your games">
      <thead>
        <tr>
          {table.getFlatHeaders().map((header) => (
            <Th key={header.id} sorted={header.column.getIsSorted()} onSort={() => header.column.toggleSorting()}>{flexRender(header.column.columnDef.header, header.getContext())}</Th>
          ))}
          <Th>Action</Th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            {row.getVisibleCells().map((cell) => <Td key={cell.id} label={String(cell.column.columnDef.header)}>{flexRender(cell.column.columnDef.cell, cell.getContext())}</Td>)}
            <Td label="Action"><Actions game={row.original} onDelete={onDelete} onShare={onShare} /></Td>
          </tr>
        ))}
      </tbody>
    </Table>
  );
}

function Actions({ game, onDelete, onShare }: { game: GameRow } & Pick<GamesTableProps, 'onDelete' | 'onShare'>) {
  return (
    <span className="flex items-center gap-1">
      <LinkButton to={`/games/setup/${game.game_id}`} title={game.game_name}>Open</LinkButton>
      {game.role === 'owner' && (
        <>
          <IconButton icon="link" label={`Share or invite: ${game.game_name}`} onClick={() => onShare(game)} />
          <IconButton icon="close" label={`Delete ${game.game_name}`} onClick={() => onDelete(game)} />
        </>
      )}
    </span>
  );
}
