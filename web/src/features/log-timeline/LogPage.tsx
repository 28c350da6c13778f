import { lazy, Suspense, useLayoutEffect } from 'react';
import type { BattleLog } from '@/shared/battle-log';
import { Button, EmptyState, ErrorNote, LinkButton, Skeleton } from '@/shared/ui';
import { LogViewer, ViewerFrame } from './LogViewer';
import type { Variant } from './position';
import { useBattleLog } from './useBattleLog';
import { useStated } from './useStated';
import { useView } from './viewStore';

const KeepUpload = lazy(async () => ({ default: (await import('./KeepUpload')).KeepUpload }));

/** A fresh view for every battle; true once it is there, before anything is painted. */
function useFreshView(of: string): boolean {
  const begin = useView((view) => view.begin);
  const end = useView((view) => view.end);
  useLayoutEffect(() => {
    begin(of);
    return end;
  }, [of, begin, end]);
  return useView((view) => view.of) === of;
}

interface StatusProps {
  log: BattleLog;
  id: string;
  loading: boolean;
  onRefresh: () => void;
}

function Status({ log, id, loading, onRefresh }: StatusProps) {
  return (
    <>
      <p className="truncate">
        {log.total} logs loaded for game {id}
      </p>
      <Button tone="quiet" icon="refresh" disabled={loading} onClick={onRefresh}>
        {loading ? 'Refreshing...' : 'Refresh Logs'}
      </Button>
    </>
  );
}

/** The log of a game: the full variant for its players, the simple one for a shared report. */
export function GameLog({ gameId, shared }: { gameId: string; shared: boolean }) {
  const fresh = useFreshView(`${shared}/${gameId}`);
  const { log, loading, problem, missing, refresh } = useBattleLog(gameId, shared);
  const variant: Variant = shared ? 'simple' : 'full';
  const stated = useStated(gameId, shared, log?.total);
  if (!log || !fresh) {
    return (
      <ViewerFrame stated={stated}>
        {problem ? (
          <ErrorNote text={problem}>
            <Button disabled={loading} onClick={refresh}>
              Try again
            </Button>
          </ErrorNote>
        ) : (
          <LoadingRoom />
        )}
        {missing && <NothingHere shared={shared} />}
      </ViewerFrame>
    );
  }
  return (
    <LogViewer
      key={gameId}
      ours
      stated={stated}
      log={log}
      variant={variant}
      status={<Status log={log} id={gameId} loading={loading} onRefresh={refresh} />}
      notice={
        <>
          <Suspense>{stated?.removed_at && <KeepUpload gameId={gameId} removedAt={stated.removed_at} />}</Suspense>
          {problem && (
            <ErrorNote text={problem}>
              <Button disabled={loading} onClick={refresh}>
                Try again
              </Button>
            </ErrorNote>
          )}
        </>
      }
    />
  );
}

interface FileLogProps {
  log: BattleLog;
  name: string;
  onRefresh: () => void;
  onClose: () => void;
}

/** A log from the user's own file. */
export function FileLog({ log, name, onRefresh, onClose }: FileLogProps) {
  if (!useFreshView(name)) return null;
  return (
    <LogViewer
      log={log}
      variant="full"
      status={
        <>
          <Status log={log} id={log.gameId ?? name} loading={false} onRefresh={onRefresh} />
          <Button tone="quiet" icon="close" onClick={onClose}>
            Close
          </Button>
        </>
      }
    />
  );
}

/** What a reader with a link that leads nowhere can do. */
function NothingHere({ shared }: { shared: boolean }) {
  const why = shared
    ? 'Its players may not have begun yet, or share it no longer, or the link lacks a letter. Ask the person who sent it.'
    : 'A log begins with the battle. If you expected one, the link may lack a letter.';
  return (
    <div className="p-4">
      <EmptyState
        icon="list"
        title="No battle to show"
        text={why}
        action={
          <LinkButton tone="primary" icon="play" to="/shared/demo/logs">
            Watch the demo battle
          </LinkButton>
        }
      />
    </div>
  );
}

/** A report before anything of it is loaded; the server writes its heading in place of the marks (highground/server/site/opening.py). */
export const EarlyReport = () => (
  <main>
    <ViewerFrame stated={{ headline: '%headline%', line: '%line%' }}>
      <LoadingRoom />
    </ViewerFrame>
  </main>
);

function LoadingRoom() {
  return (
    <div className="flex min-h-0 flex-1 flex-col gap-3 p-4" role="status">
      <p className="text-soft">Loading timeline data...</p>
      <div className="grid min-h-0 flex-1 gap-3 md:grid-cols-[1fr_22rem]">
        <Skeleton className="h-full min-h-56" />
        <div className="hidden flex-col gap-3 md:flex">
          {Array.from({ length: 9 }, (_, index) => (
            <Skeleton key={index} className="h-10" />
          ))}
        </div>
      </div>
    </div>
  );
}
