import {
  createColumnHelper,
  flexRender,
  getCoreRowModel,
  getSortedRowModel,
  useReactTable,
  type SortingState,
} from '@tanstack/react-table';
import { useState } from 'react';
import { Link } from 'react-router';
import { outcome, RematchAsked } from '@/features/after-battle';
import type { ListedGame } from '@/shared/api';
import { Badge, cx, Icon, IconButton, LinkButton, Pager, Table, Td, Th, useMediaQuery, usePages } from '@/shared/ui';
import { against, isYourTurn, modeWords, openPath, progress, setupPath, stageOf } from './stage';

const column = createColumnHelper<ListedGame>();
const PAGE = 20;
/** Beside the sidebar there is room for what is asked most: what a game is about stands under its name, its ID in its address. */
const NARROW = '(min-width: 900px) and (max-width: 1279.98px)';
const BLOCKS_BELOW = 900;

const COLUMNS = [
  column.accessor('game_name', {
    header: 'Name',
    sortingFn: 'text',
    cell: ({ row, table }) => <Name game={row.original} about={!table.getColumn('description')?.getIsVisible()} />,
  }),
  column.accessor((game) => game.summary?.armies?.join(' ') ?? '', {
    id: 'armies',
    header: 'Armies',
    sortingFn: 'text',
    cell: ({ row }) => <Armies game={row.original} />,
  }),
  column.accessor((game) => `${game.status} ${progress(game)}`, {
    id: 'status',
    header: 'Status',
    sortingFn: 'text',
    cell: ({ row }) => <Standing game={row.original} />,
  }),
  column.accessor('updated', {
    header: 'Date',
    sortingFn: 'datetime',
    cell: ({ getValue }) => <Day date={getValue()} />,
  }),
  column.accessor('description', {
    header: 'Description',
    sortingFn: 'text',
    cell: ({ getValue }) => <span className="line-clamp-2 wrap-anywhere text-soft">{getValue() || '–'}</span>,
  }),
  column.accessor('game_id', {
    header: 'ID',
    cell: ({ getValue }) => (
      <span className="block max-w-20 truncate text-sm text-faint" title={getValue()}>
        {getValue()}
      </span>
    ),
  }),
];

export function Status({ status }: { status: string }) {
  const over = status === 'Completed';
  return (
    <Badge tone={over ? 'good' : 'lamp'} icon={over ? 'check' : 'play'}>
      {status}
    </Badge>
  );
}

function Standing({ game }: { game: ListedGame }) {
  const ended = outcome(game);
  const more = [ended?.text ?? '', progress(game)].filter(Boolean).join(' · ');
  return (
    <span className="flex flex-col items-start gap-1">
      <Status status={game.status} />
      {isYourTurn(game) && game.side !== null && <span className="text-sm font-semibold text-lamp">Your turn</span>}
      {more && <span className="text-sm text-soft">{more}</span>}
      <RematchAsked game={game} />
    </span>
  );
}

/** `about`: with its description, which has no column of its own. */
function Name({ game, about }: { game: ListedGame; about: boolean }) {
  const notes = [
    game.role === 'opponent' ? 'Invited' : '',
    against(game),
    modeWords(game),
    game.shared ? 'Report shared' : '',
  ].filter(Boolean);
  return (
    <span className="block min-w-0 wrap-anywhere xl:min-w-40">
      <Link to={setupPath(game)} className="block rounded-sm font-semibold hover:text-lamp coarse:py-3">
        {game.game_name}
      </Link>
      {about && game.description && <span className="line-clamp-2 text-sm text-soft">{game.description}</span>}
      {notes.length > 0 && <span className="block text-sm text-faint">{notes.join(' · ')}</span>}
    </span>
  );
}

/** Both armies with their colours and points, the winner marked. */
export function Armies({ game }: { game: Pick<ListedGame, 'summary'> }) {
  const { armies = ['', ''], score, winner } = game.summary ?? {};
  if (!armies.some(Boolean)) return <span className="text-faint">–</span>;
  return (
    <span className="flex min-w-0 flex-col gap-0.5 md:min-w-36 xl:min-w-44">
      {armies.map((name, side) => (
        <span key={side} className={cx('flex min-w-0 items-center gap-2', winner === side && 'font-semibold')}>
          <span aria-hidden="true" className={cx('size-2.5 shrink-0', side === 0 ? 'bg-blue-army' : 'bg-red-army')} />
          <span className={cx('min-w-0 flex-1 wrap-anywhere', !name && 'text-faint')}>{name || 'Not chosen'}</span>
          {winner === side && (
            <span className="text-lamp">
              <Icon name="trophy" size={14} />
              <span className="sr-only">won</span>
            </span>
          )}
          {score && <span className="figure">{score[side]}</span>}
        </span>
      ))}
    </span>
  );
}

function Day({ date }: { date: string }) {
  const day = new Date(date);
  return (
    <time dateTime={date} title={day.toLocaleString()} className="text-sm whitespace-nowrap text-soft">
      {day.toLocaleDateString(undefined, { dateStyle: 'medium' })}
    </time>
  );
}

interface GamesTableProps {
  games: ListedGame[];
  /** What was searched for: another list starts at its first page. */
  search?: string;
  onDelete: (game: ListedGame) => void;
  onShare: (game: ListedGame) => void;
}

/** Games in the order of a column, in pages. */
export function GamesTable({ games, search = '', onDelete, onShare }: GamesTableProps) {
  const [sorting, setSorting] = useState<SortingState>([]);
  const roomy = !useMediaQuery(NARROW);
  const table = useReactTable({
    data: games,
    columns: COLUMNS,
    state: { sorting, columnVisibility: { description: roomy, game_id: roomy } },
    onSortingChange: setSorting,
    getRowId: (game) => game.game_id,
    getCoreRowModel: getCoreRowModel(),
    getSortedRowModel: getSortedRowModel(),
  });
  const { rows, ...pages } = usePages(table.getRowModel().rows, PAGE, search + JSON.stringify(sorting));
  return (
    <>
      <Table label="Your games" blocksBelow={BLOCKS_BELOW}>
        <thead>
          <tr>
            {table.getLeafHeaders().map((header) => (
              <Th key={header.id} sorted={header.column.getIsSorted()} onSort={() => header.column.toggleSorting()}>
                {flexRender(header.column.columnDef.header, header.getContext())}
              </Th>
            ))}
            <Th>Action</Th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              {row.getVisibleCells().map((cell) => (
                <Td key={cell.id} label={String(cell.column.columnDef.header)}>
                  {flexRender(cell.column.columnDef.cell, cell.getContext())}
                </Td>
              ))}
              <Td label="Action">
                <Actions game={row.original} onDelete={onDelete} onShare={onShare} />
              </Td>
            </tr>
          ))}
        </tbody>
      </Table>
      <Pager label="Pages of games" {...pages} />
    </>
  );
}

const OPENS = { setup: 'the set-up', running: 'the table', over: 'the report' } as const;

function Actions({ game, onDelete, onShare }: { game: ListedGame } & Pick<GamesTableProps, 'onDelete' | 'onShare'>) {
  return (
    <span className="flex flex-wrap items-center gap-1">
      <LinkButton
        to={openPath(game)}
        aria-label={`Open ${game.game_name}: ${OPENS[stageOf(game)]}`}
        title={`${game.game_name}: ${OPENS[stageOf(game)]}`}>
        Open
      </LinkButton>
      {game.role === 'owner' && (
        <>
          <IconButton icon="link" label={`Share or invite: ${game.game_name}`} onClick={() => onShare(game)} />
          <IconButton icon="close" label={`Delete ${game.game_name}`} onClick={() => onDelete(game)} />
        </>
      )}
    </span>
  );
}
