import type { ReactNode } from 'react';
import { cx } from './cx';

/** An error where it happened: what went wrong and what can be done. */
export function ErrorNote({ text, children }: { text: string; children?: ReactNode }) {
  return (
    <div role="alert" className="flex flex-wrap items-center gap-3 border-l-2 border-bad bg-well px-4 py-3">
      <span aria-hidden="true" className="text-bad">✕</span>
      <p className="min-w-0 flex-1 text-ink">{text}</p>
      {children}
    </div>
  );
}

/** A grey block in the place of what is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('animate-pulse rounded-sm bg-raised', className)} />;
}
