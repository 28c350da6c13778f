import type { ComponentProps, ReactNode } from 'react';
import { cx } from './cx';
import { Icon } from './Icon';
import './table.css';
import { useMediaQuery } from './useMediaQuery';

interface TableProps {
  label: string;
  /** Screen pixels below which its rows are blocks: as many as its columns need. */
  blocksBelow?: number;
  className?: string;
  children: ReactNode;
}

/**
 * A table of rows. Where it is too narrow, as on a phone, each row becomes a block in which every cell stands behind its
 * `label`, so that nothing has to be scrolled sideways.
 */
export function Table({ label, blocksBelow = 640, className, children }: TableProps) {
  const blocks = useMediaQuery(`(max-width: ${blocksBelow - 0.02}px)`);
  return (
    <table
      aria-label={label}
      data-blocks={blocks || undefined}
      className={cx('table-rows w-full border-collapse text-left', className)}>
      {children}
    </table>
  );
}

export type SortDirection = 'asc' | 'desc';

interface ThProps {
  children: ReactNode;
  /** The direction this column sorts in now; false when it does not sort the table. Left out: the column cannot sort. */
  sorted?: SortDirection | false;
  onSort?: () => void;
  numeric?: boolean;
  className?: string;
}

const SORTS = { asc: 'ascending', desc: 'descending' } as const;

/** A column's head; with `onSort` it is a button that sorts by it. */
export function Th({ children, sorted, onSort, numeric = false, className }: ThProps) {
  return (
    <th
      scope="col"
      aria-sort={sorted ? SORTS[sorted] : undefined}
      className={cx('label border-b border-line-strong px-3 py-2 text-soft', numeric && 'text-right', className)}>
      {onSort ? (
        <button
          type="button"
          onClick={onSort}
          className={cx(
            'label -mx-2 inline-flex min-h-9 items-center gap-1 rounded-sm px-2 hover:text-ink coarse:min-h-11',
            sorted && 'text-ink',
          )}>
          {children}
          <Icon
            name="chevron"
            size={14}
            className={cx(
              'transition-transform duration-(--swift)',
              sorted === 'asc' && 'rotate-180',
              !sorted && 'opacity-30',
            )}
          />
        </button>
      ) : (
        children
      )}
    </th>
  );
}

interface TdProps extends ComponentProps<'td'> {
  /** The column's name, shown before the cell on a phone. */
  label?: string;
  numeric?: boolean;
}

export function Td({ label, numeric = false, className, children, ...rest }: TdProps) {
  return (
    <td
      data-label={label}
      {...rest}
      className={cx(
        'border-b border-line px-3 py-2 align-middle',
        numeric && 'figure text-base sm:text-right',
        className,
      )}>
      {children}
    </td>
  );
}
