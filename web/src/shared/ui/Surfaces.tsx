import type { ReactNode } from 'react';
import { cx } from './cx';
import { Icon, type IconName } from './Icon';

interface CardProps {
  title?: ReactNode;
  /** At the end of the title's line. */
  actions?: ReactNode;
  className?: string;
  children: ReactNode;
}

/** A panel on the table: one subject, a hairline around it. */
export function Card({ title, actions, className, children }: CardProps) {
  return (
    <section className={cx('min-w-0 rounded border border-line bg-panel p-4 sm:p-5', className)}>
      {(title || actions) && (
        <div className="mb-3 flex min-h-9 flex-wrap items-center justify-between gap-x-4 gap-y-2">
          {title && <h2 className="label text-base text-ink">{title}</h2>}
          {actions && <div className="flex flex-wrap gap-2">{actions}</div>}
        </div>
      )}
      {children}
    </section>
  );
}

export type BadgeTone = 'plain' | 'lamp' | 'good' | 'bad';

const BADGES: Record<BadgeTone, string> = {
  plain: 'border-line-strong text-soft',
  lamp: 'border-lamp text-lamp',
  good: 'border-good text-good',
  bad: 'border-bad text-bad',
};

/** A word of state. The word says it; the colour only helps. */
export function Badge({ tone = 'plain', icon, children }: { tone?: BadgeTone; icon?: IconName; children: ReactNode }) {
  return (
    <span
      className={cx(
        'label inline-flex min-h-6 items-center gap-1.5 rounded-sm border px-2 whitespace-nowrap',
        BADGES[tone],
      )}>
      {icon && <Icon name={icon} size={14} />}
      {children}
    </span>
  );
}

interface EmptyStateProps {
  icon: IconName;
  title: string;
  text: ReactNode;
  action?: ReactNode;
}

/** In place of a list with nothing in it: what would stand here, and the button that gets it. */
export function EmptyState({ icon, title, text, action }: EmptyStateProps) {
  return (
    <div className="flex flex-col items-center gap-3 rounded border border-dashed border-line-strong px-6 py-12 text-center">
      <span className="text-faint">
        <Icon name={icon} size={32} />
      </span>
      <h2 className="text-lg font-semibold">{title}</h2>
      <p className="max-w-md text-soft">{text}</p>
      {action && <div className="mt-2 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}

interface PageHeaderProps {
  title: string;
  text?: ReactNode;
  actions?: ReactNode;
}

/** A page's first line: its title and what can be done on it. */
export function PageHeader({ title, text, actions }: PageHeaderProps) {
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        <h1 className="text-xl leading-tight font-semibold text-balance break-words">{title}</h1>
        {text && <p className="mt-1 max-w-2xl text-soft break-words">{text}</p>}
      </div>
      {/* Where they take two lines, the main one, which stands last, comes first. */}
      {actions && <div className="flex flex-wrap-reverse gap-2">{actions}</div>}
    </div>
  );
}
