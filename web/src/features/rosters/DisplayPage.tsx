import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { getRosterOptions, HttpError, sentence, type ShownRoster } from '@/shared/api';
import { accessToken, loginFor } from '@/shared/session';
import { EmptyState, LinkButton, Notice, PageHeader, Skeleton } from '@/shared/ui';
import { ImportReport } from './ImportReport';
import { MissingNumbers } from './MissingNumbers';
import { readReport, readRoster } from './readRoster';
import { ArmyRules, RosterUnit } from './RosterUnit';
import { storedOf, storedRoster, storeRoster, type StoredRoster } from './storage';

/** A roster as army cards: the last upload, or with `?roster=` a saved one. */
export function DisplayPage() {
  const [query] = useSearchParams();
  const saved = query.get('roster');
  return (
    <main className="mx-auto flex w-full max-w-7xl flex-1 flex-col gap-6 px-4 py-8 sm:px-8">
      {saved ? <Saved rosterId={saved} /> : <LastUpload />}
    </main>
  );
}

function LastUpload() {
  const [stored, setStored] = useState(storedRoster);
  const keep = (answer: ShownRoster) => {
    const filled = storedOf(answer);
    storeRoster(filled);
    setStored(filled);
  };
  return stored ? <Army stored={stored} onFilled={keep} /> : <Nothing />;
}

function Saved({ rosterId }: { rosterId: string }) {
  const found = useQuery(getRosterOptions({ path: { roster_id: rosterId } }));
  if (found.isPending)
    return (
      <div role="status" aria-label="Loading the roster" className="flex flex-col gap-4">
        <Skeleton className="h-12 w-1/2" />
        <Skeleton className="h-64" />
      </div>
    );
  if (found.isError) {
    const locked = found.error instanceof HttpError && found.error.status === 401;
    return (
      <Notice text={sentence(found.error)} onRetry={locked ? undefined : () => void found.refetch()}>
        {locked ? (
          <LinkButton to={loginFor(`/display?roster=${rosterId}`)}>Log in</LinkButton>
        ) : (
          <LinkButton to="/rosters">Your rosters</LinkButton>
        )}
      </Notice>
    );
  }
  return found.data ? <Army stored={storedOf(found.data)} onFilled={() => undefined} /> : <Nothing />;
}

function Nothing() {
  return (
    <>
      <title>Your army · Highground</title>
      <PageHeader title="Your army" />
      <EmptyState
        icon="roster"
        title="No roster here yet"
        text="Upload the roster file of your army, and it is shown here as cards."
        action={
          <LinkButton tone="primary" icon="upload" to="/upload_list">
            Upload a roster
          </LinkButton>
        }
      />
    </>
  );
}

function Army({ stored, onFilled }: { stored: StoredRoster; onFilled: (answer: ShownRoster) => void }) {
  const roster = readRoster(stored.roster);
  if (!roster) return <Nothing />;
  const facts = [roster.faction, roster.detachment, roster.system].filter(Boolean).join(' · ');
  return (
    <>
      <title>{`${roster.name} · Highground`}</title>
      <PageHeader
        title={roster.name}
        text={facts}
        actions={
          <>
            <LinkButton icon="upload" to="/upload_list">
              Upload another
            </LinkButton>
            {stored.rosterId && roster.playable && (
              <LinkButton icon="edit" to={`/workshop/rosters/${stored.rosterId}`}>
                Rules
              </LinkButton>
            )}
            {stored.rosterId && roster.playable && (
              <LinkButton
                tone="primary"
                icon="battle"
                to={`/games?new=1&roster=${encodeURIComponent(stored.rosterId)}`}>
                Use in a game
              </LinkButton>
            )}
          </>
        }
      />
      {!stored.rosterId && <Unsaved />}
      {stored.rosterId && stored.missing && stored.missing.length > 0 && (
        <MissingNumbers rosterId={stored.rosterId} missing={stored.missing} onFilled={onFilled} />
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <section aria-label="Units" className="order-2 columns-1 gap-4 lg:order-1 xl:columns-2">
          <h2 className="sr-only">Units</h2>
          {roster.abilities.length > 0 && <ArmyRules abilities={roster.abilities} />}
          {roster.units.map((unit) => (
            <RosterUnit key={unit.key} unit={unit} />
          ))}
        </section>
        <div className="order-1 lg:sticky lg:top-4 lg:order-2">
          <ImportReport roster={roster} remarks={readReport(stored.report)} missing={stored.missing ?? []} />
        </div>
      </div>
    </>
  );
}

function Unsaved() {
  return accessToken() ? (
    <Notice
      tone="info"
      text="This roster is only in this browser. Upload it again to keep it with your account and use it in a game.">
      <LinkButton to="/upload_list">Upload</LinkButton>
    </Notice>
  ) : (
    <Notice
      tone="info"
      text="This roster is only in this browser. Log in and upload it to keep it and use it in a game.">
      <LinkButton to={loginFor('/upload_list')}>Log in</LinkButton>
    </Notice>
  );
}
