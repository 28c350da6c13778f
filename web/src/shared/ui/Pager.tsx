import { useState } from 'react';
import { Button } from './Button';

export interface Pages<Row> {
  rows: readonly Row[];
  page: number;
  pages: number;
  turn: (page: number) => void;
}

/** A long list in pages. What is left of it when the list gets shorter is its last page; another `key` starts at the first. */
export function usePages<Row>(all: readonly Row[], size: number, key = ''): Pages<Row> {
  const [at, setAt] = useState({ page: 0, key });
  const pages = Math.max(1, Math.ceil(all.length / size));
  const page = at.key === key ? Math.min(at.page, pages - 1) : 0;
  return { rows: all.slice(page * size, (page + 1) * size), page, pages, turn: (next) => setAt({ page: next, key }) };
}

/** The pages of a list: forward, back, and where one is. Nothing where there is only one. */
export function Pager({ label, page, pages, turn }: { label: string } & Omit<Pages<unknown>, 'rows'>) {
  if (pages < 2) return null;
  return (
    <nav aria-label={label} className="flex flex-wrap items-center justify-center gap-3">
      <Button disabled={page === 0} onClick={() => turn(page - 1)}>
        Previous page
      </Button>
      <p role="status" className="text-sm text-soft">
        Page {page + 1} of {pages}
      </p>
      <Button disabled={page === pages - 1} onClick={() => turn(page + 1)}>
        Next page
      </Button>
    </nav>
  );
}
