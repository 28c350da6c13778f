import { useStore } from 'zustand';
import { useEffect, useState } from 'react';
import { useBattleLog } from '@/features/log-timeline';
import { phaseName, type Action } from '@/shared/battle-log';
import { Badge, Button, cx, Field, Icon, Notice, Select, Skeleton, type IconName } from '@/shared/ui';
import { EntryMarks } from '@/features/actions';
import { useClient, useGameId } from '../client/context';
import { SaveForChecking } from '../dice-line/SaveForChecking';
import { newestFirst, useExport } from './exportLogs';

const MOST = 100;
const NEW_MS = 5000;
const RECENT_MS = 30_000;
const TICK_MS = 1000;
const TYPES: Record<string, string> = {
  '': 'All Types',
  combat: 'Combat',
  movement: 'Movement',
  scoring: 'Scoring',
  deployment: 'Deployment',
  charge: 'Charge',
  phase_change: 'Phase Change',
};
const ICONS: Record<string, IconName> = {
  deployment: 'pin',
  command: 'flag',
  movement: 'move',
  shooting: 'target',
  charge: 'charge',
  combat: 'swords',
};

const logged = (total: number): string =>
  total === 0 ? 'it has no entries yet' : total === 1 ? 'it has 1 entry' : `it has ${total} entries`;

/** What has happened, newest first, as it happens. */
export function LogsPanel() {
  const gameId = useGameId();
  const { log, loading, problem, refresh } = useBattleLog(gameId, false, true);
  const [type, setType] = useState('');
  const [details, setDetails] = useState(false);
  const shown = log
    ? newestFirst(log)
        .filter((each) => !type || each.type === type)
        .slice(0, MOST)
    : [];
  return (
    <>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h2 className="label text-base">Game Logs</h2>
        <Button tone="quiet" icon="refresh" className="min-h-11" busy={loading} onClick={refresh}>
          Refresh
        </Button>
      </div>
      <Field label="Type">
        <Select value={type} onChange={(event) => setType(event.target.value)}>
          {Object.entries(TYPES).map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </Select>
      </Field>
      <Live />
      <p className="text-sm text-faint wrap-anywhere">
        {log
          ? `The log of game ${gameId} is loaded: ${logged(log.total)}.`
          : `The log of game ${gameId} is not loaded yet.`}
      </p>
      {problem && <Notice text={problem} onRetry={refresh} busy={loading} />}
      {!log && !problem && (
        <div role="status" aria-label="Loading the logs" className="flex flex-col gap-2">
          <Skeleton className="h-12" />
          <Skeleton className="h-12" />
        </div>
      )}
      {log && shown.length === 0 && (
        <p className="text-soft">
          {log.total
            ? 'No logs of this type yet. Choose All Types to see the others.'
            : 'No logs available for this game.'}
        </p>
      )}
      <Entries entries={shown} details={details} />
      {log && <Foot total={log.total} details={details} onDetails={setDetails} />}
    </>
  );
}

interface FootProps {
  total: number;
  details: boolean;
  onDetails: (details: boolean) => void;
}

function Foot({ total, details, onDetails }: FootProps) {
  const gameId = useGameId();
  const [exportLogs, exporting] = useExport(gameId);
  return (
    <footer className="flex flex-wrap items-center gap-2 border-t border-line pt-2">
      <span className="figure mr-auto">{total} logs</span>
      <Button className="min-h-11" aria-pressed={details} onClick={() => onDetails(!details)}>
        {details ? 'Hide Details' : 'Show Details'}
      </Button>
      <SaveForChecking />
      <Button icon="download" className="min-h-11" disabled={!total} busy={exporting} onClick={() => void exportLogs()}>
        Export Logs
      </Button>
    </footer>
  );
}

/** Whether new entries come by themselves. */
function Live() {
  const live = useStore(useClient().known, ({ link }) => link.status === 'connected');
  return (
    <p role="status" className={cx('text-sm', live ? 'text-good' : 'text-bad')}>
      <span aria-hidden="true">{live ? '●' : '○'} </span>
      {live ? 'Live updates enabled' : 'No live updates: no connection to the game'}
    </p>
  );
}

/** The present, to know how old entries are. */
function useNow(): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), TICK_MS);
    return () => window.clearInterval(timer);
  }, []);
  return now;
}

/** Entries of a log, each with its phase, its type and its age. */
export function Entries({ entries, details = false }: { entries: readonly Action[]; details?: boolean }) {
  const now = useNow();
  return (
    <ol className="flex flex-col gap-1.5">
      {entries.map((each) => (
        <Entry key={each.id} entry={each} age={now - Date.parse(each.timestamp)} details={details} />
      ))}
    </ol>
  );
}

function Entry({ entry, age, details }: { entry: Action; age: number; details: boolean }) {
  const fresh = age < NEW_MS ? 'new' : age < RECENT_MS ? 'recent' : undefined;
  return (
    <li className="log-entry" data-type={entry.type} data-age={fresh}>
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-soft">
        <Icon name={ICONS[entry.phase] ?? 'dot'} size={14} />
        <span className="log-type label">{entry.type.replaceAll('_', ' ')}</span>
        <span>{phaseName(entry.phase)}</span>
        <span className="figure">
          R{entry.round}T{entry.turn}
        </span>
        <time className="figure" dateTime={entry.timestamp}>
          {new Date(entry.timestamp).toLocaleTimeString()}
        </time>
        <EntryMarks entry={entry} />
        {fresh && <Badge tone={fresh === 'new' ? 'lamp' : 'plain'}>{fresh}</Badge>}
      </p>
      <p className={cx('wrap-anywhere', fresh === 'new' && 'font-semibold', entry.undone && 'text-soft line-through')}>
        {entry.message}
      </p>
      {details && entry.raw.details !== undefined && (
        <pre
          tabIndex={0}
          aria-label="Details"
          className="mt-1 max-h-48 overflow-auto bg-panel p-2 text-xs whitespace-pre-wrap wrap-anywhere">
          {JSON.stringify(entry.raw.details, null, 2)}
        </pre>
      )}
    </li>
  );
}
