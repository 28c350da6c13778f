import type { ReactNode } from 'react';
import { Button } from './Button';
import { cx } from './cx';

export type NoticeTone = 'error' | 'good' | 'info';

const NOTICES: Record<NoticeTone, { mark: string; edge: string; ink: string }> = {
  error: { mark: '✕', edge: 'border-bad', ink: 'text-bad' },
  good: { mark: '✓', edge: 'border-good', ink: 'text-good' },
  info: { mark: 'i', edge: 'border-lamp', ink: 'figure text-lamp' },
};

interface NoticeProps {
  tone?: NoticeTone;
  text: ReactNode;
  /** Offers 'Try again'. */
  onRetry?: () => void;
  /** The retry is under way. */
  busy?: boolean;
  children?: ReactNode;
}

/** A message where its matter stands: an error (read at once) with a retry, a success, or something to know. */
export function Notice({ tone = 'error', text, onRetry, busy = false, children }: NoticeProps) {
  const { mark, edge, ink } = NOTICES[tone];
  return (
    <div
      role={tone === 'error' ? 'alert' : 'status'}
      className={cx('flex flex-wrap items-center gap-3 border-l-2 bg-well px-4 py-3', edge)}>
      <span aria-hidden="true" className={ink}>
        {mark}
      </span>
      <p className="min-w-0 grow basis-48 text-ink">{text}</p>
      {onRetry && (
        <Button icon="refresh" busy={busy} onClick={onRetry}>
          Try again
        </Button>
      )}
      {children}
    </div>
  );
}

/** An error where it happened: what went wrong and what can be done. */
export function ErrorNote({ text, children }: { text: string; children?: ReactNode }) {
  return <Notice text={text}>{children}</Notice>;
}

/** A grey block in the place of what is loading. */
export function Skeleton({ className }: { className?: string }) {
  return <div aria-hidden="true" className={cx('animate-pulse rounded-sm bg-raised', className)} />;
}

interface ProgressProps {
  label: string;
  /** From 0 to 1; null while nobody knows. */
  value: number | null;
  /** Beside the share, such as the time left. */
  detail?: ReactNode;
}

/** How far long work has come. */
export function Progress({ label, value, detail }: ProgressProps) {
  const percent = value === null ? null : Math.round(Math.min(Math.max(value, 0), 1) * 100);
  return (
    <div className="flex flex-col gap-1.5">
      <div className="flex items-baseline justify-between gap-3">
        <span className="label text-soft">{label}</span>
        <span className="figure text-base">
          {percent === null ? '' : `${percent}%`}
          {detail && <span className="ml-2 text-faint">{detail}</span>}
        </span>
      </div>
      <div
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent ?? undefined}
        className="h-1.5 overflow-hidden rounded-full bg-line-strong">
        <div
          className={cx(
            'h-full rounded-full bg-lamp transition-[width] duration-(--calm)',
            percent === null && 'w-1/3 animate-pulse',
          )}
          style={percent === null ? undefined : { width: `${percent}%` }}
        />
      </div>
    </div>
  );
}
