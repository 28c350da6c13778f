import { useCallback, useMemo, useState } from 'react';
import { ActionList, EntryMarks } from '@/features/actions';
import { phaseName, recentEntries, type Action, type BattleLog } from '@/shared/battle-log';
import { cx, toast } from '@/shared/ui';
import { actionAddress } from './useActionLink';
import type { Viewer } from './useViewer';
import { useView } from './viewStore';

async function copyLink(action: Action): Promise<void> {
  const address = actionAddress(action.id);
  try {
    await navigator.clipboard.writeText(address);
    toast('Link to this action copied.');
  } catch {
    toast(`The link: ${address}`);
  }
}

/** The chosen phase's actions, or the newest entries of the whole battle. */
export function ActionsPanel({ viewer }: { viewer: Viewer }) {
  const [latest, setLatest] = useState(false);
  const toggle = useView((state) => state.toggle);
  const openId = useView((state) => state.openId);
  const onToggle = useCallback((action: Action) => toggle(action.id), [toggle]);
  const onLink = useCallback((action: Action) => void copyLink(action), []);
  return (
    <section aria-label="Actions panel" className="flex min-h-0 flex-1 flex-col">
      <header className="flex items-center gap-3 border-b border-line py-1 pr-2 pl-4">
        <h2 className="label">Actions</h2>
        <span className="figure text-sm text-faint">
          {viewer.actions.length} in {phaseName(viewer.place.phase)}
        </span>
        <button
          type="button"
          aria-pressed={latest}
          onClick={() => setLatest(!latest)}
          className={cx(
            'label ml-auto min-h-9 rounded-sm px-2 text-xs coarse:min-h-11',
            latest ? 'bg-lamp-soft text-lamp' : 'text-soft hover:text-ink',
          )}>
          Latest
        </button>
      </header>
      {latest ? (
        <Latest
          log={viewer.log}
          onGo={(id) => {
            setLatest(false);
            viewer.goToAction(id);
          }}
        />
      ) : (
        <ActionList
          actions={viewer.actions}
          openId={openId}
          onToggle={onToggle}
          onLink={onLink}
          phaseLabel={phaseName}
        />
      )}
    </section>
  );
}

/** The 50 newest entries, newest first; choosing one goes to it. */
function Latest({ log, onGo }: { log: BattleLog; onGo: (id: number) => void }) {
  const entries = useMemo(() => recentEntries(log), [log]);
  return (
    <ol className="min-h-0 flex-1 overflow-y-auto" aria-label="Latest entries">
      {entries.map((each) => (
        <li key={each.id} className="border-b border-line">
          <button
            type="button"
            className="flex min-h-11 w-full gap-3 px-4 py-2 text-left text-sm hover:bg-raised"
            onClick={() => onGo(each.id)}>
            <span className="figure shrink-0 text-faint">
              {each.round}.{each.turn}
            </span>
            <span className={cx('min-w-0 flex-1', each.undone && 'text-soft line-through')}>
              {each.message || each.type}
            </span>
            <EntryMarks entry={each} />
          </button>
        </li>
      ))}
    </ol>
  );
}
