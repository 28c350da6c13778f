import { useVirtualizer } from '@tanstack/react-virtual';
import { memo, useEffect, useRef } from 'react';
import type { Action } from '@/shared/battle-log';
import { cx, Icon, IconButton, type IconName } from '@/shared/ui';
import { EntryMarks } from './EntryMarks';
import { ActionDetails } from './ActionDetails';
import { actionKind, readCharge, readLosses, type ActionKind } from './details';

interface ActionListProps {
  actions: readonly Action[];
  openId: number | null;
  onToggle: (action: Action) => void;
  onLink: (action: Action) => void;
  phaseLabel: (phase: string) => string;
}

const ROW = 46;

/** The entries of a phase. Only those in sight are drawn, so that thousands cost nothing. */
export function ActionList({ actions, openId, onToggle, onLink, phaseLabel }: ActionListProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const rows = useVirtualizer({
    count: actions.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    overscan: 8,
    getItemKey: (index) => actions[index]?.id ?? index,
  });
  const openIndex = actions.findIndex((each) => each.id === openId);
  useEffect(() => {
    if (openIndex >= 0) rows.scrollToIndex(openIndex, { align: 'start' });
    // The list moves when another entry opens, not when a row's height settles.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [openId, openIndex]);
  if (!actions.length) return <p className="px-4 py-6 text-soft">No actions in this phase</p>;
  return (
    <div
      ref={scroller}
      className="min-h-0 flex-1 overflow-y-auto overscroll-contain"
      role="region"
      aria-label="Actions of this phase"
      tabIndex={-1}>
      <ul className="relative" style={{ height: rows.getTotalSize() }}>
        {rows.getVirtualItems().map((row) => {
          const action = actions[row.index];
          return (
            action && (
              <li
                key={row.key}
                ref={rows.measureElement}
                data-index={row.index}
                className="absolute inset-x-0 top-0 border-b border-line"
                style={{ transform: `translateY(${row.start}px)` }}
                aria-setsize={actions.length}
                aria-posinset={row.index + 1}>
                <ActionRow
                  action={action}
                  open={action.id === openId}
                  onToggle={onToggle}
                  onLink={onLink}
                  phaseLabel={phaseLabel}
                />
              </li>
            )
          );
        })}
      </ul>
    </div>
  );
}

const ICONS: Record<ActionKind, IconName> = {
  movement: 'move',
  shooting: 'target',
  combat: 'swords',
  charge: 'charge',
  battleshock: 'shock',
  other: 'dot',
};
const OTHER_ICONS: Partial<Record<string, IconName>> = {
  phase_change: 'clock',
  scoring: 'flag',
  deployment: 'pin',
  game_end: 'flag',
};
const TONES: Partial<Record<ActionKind, string>> = {
  movement: 'text-(--arrow-movement)',
  shooting: 'text-(--arrow-shooting)',
  combat: 'text-(--arrow-shooting)',
  charge: 'text-(--arrow-charge)',
  battleshock: 'text-lamp',
};

interface ActionRowProps extends Pick<ActionListProps, 'onToggle' | 'onLink' | 'phaseLabel'> {
  action: Action;
  open: boolean;
}

const ActionRow = memo(function ActionRow({ action, open, onToggle, onLink, phaseLabel }: ActionRowProps) {
  const kind = actionKind(action);
  return (
    <div className={cx(open && 'bg-raised')} data-action={action.id} data-kind={kind}>
      <div className="flex items-stretch">
        <button
          type="button"
          aria-expanded={open}
          onClick={() => onToggle(action)}
          className="flex min-h-11 min-w-0 flex-1 items-center gap-3 py-1.5 pr-2 pl-3 text-left hover:bg-raised">
          <Icon
            name={kind === 'other' ? (OTHER_ICONS[action.type] ?? 'dot') : ICONS[kind]}
            className={cx('shrink-0', TONES[kind] ?? 'text-faint')}
          />
          <span className={cx('line-clamp-2 min-w-0 flex-1 text-sm', action.undone && 'text-soft line-through')}>
            {action.message || action.label || action.type}
          </span>
          <EntryMarks entry={action} />
          <Outcome action={action} kind={kind} />
        </button>
        {open && (
          <IconButton
            icon="link"
            label="Copy a link to this action"
            className="my-1 mr-2"
            onClick={() => onLink(action)}
          />
        )}
      </div>
      {open && <ActionDetails action={action} phaseLabel={phaseLabel} />}
    </div>
  );
});

/** The figure that matters, at the row's end: models lost, or whether a charge arrived. */
function Outcome({ action, kind }: { action: Action; kind: ActionKind }) {
  if (kind === 'shooting' || kind === 'combat') {
    const losses = readLosses(action);
    if (!losses) return null;
    const { lost, damage } = losses;
    if (!lost && !damage) return <span className="figure shrink-0 text-sm text-faint">no harm</span>;
    return (
      <span className="figure shrink-0 text-sm text-ink">
        {lost ? `−${lost} model${lost === 1 ? '' : 's'}` : `−${damage} W`}
      </span>
    );
  }
  if (kind !== 'charge') return null;
  const charge = readCharge(action);
  return charge?.success == null ? null : (
    <span className={cx('figure shrink-0 text-sm', charge.success ? 'text-good' : 'text-faint')}>
      {charge.success ? '✓' : '✕'} {charge.roll}
    </span>
  );
}
