import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { sentence, type SimulationStatus } from '@/shared/api';
import { Button, Card, LinkButton, Notice, PageHeader, Progress, Skeleton } from '@/shared/ui';
import { Results } from './Results';
import { SimForm } from './SimForm';
import { isMissing, timeLeft, useCancel, useSimulation, useTimeLeft, type Wanted } from './useSimulation';

const FIRST: Wanted = {
  armies: ['', ''],
  personalities: ['standard', 'standard'],
  layout: '',
  battles: 100,
  seed: '1',
};

/** Many battles between two armies, fought by the computer: chosen here, watched here, and what came of them. */
export function NewSimPage() {
  const [query, setQuery] = useSearchParams();
  const [wanted, setWanted] = useState(FIRST);
  const job = query.get('job');
  return (
    <main className="mx-auto flex w-full max-w-screen-xl flex-col gap-6 px-4 py-8 sm:px-8">
      <title>Test a match-up · Highground</title>
      <PageHeader
        title="Test a match-up"
        text="The computer fights two armies against each other, again and again: who wins how often, and where the points come from."
        actions={
          <LinkButton icon="battle" to="/games">
            Your games
          </LinkButton>
        }
      />
      {job ? (
        <Simulation key={job} jobId={job} onAnother={() => setQuery({})} />
      ) : (
        <SimForm wanted={wanted} onChange={setWanted} onStarted={(id) => setQuery({ job: id })} />
      )}
    </main>
  );
}

function Simulation({ jobId, onAnother }: { jobId: string; onAnother: () => void }) {
  const simulation = useSimulation(jobId);
  if (simulation.isPending)
    return (
      <div role="status" aria-label="Loading the battles">
        <Skeleton className="h-40" />
      </div>
    );
  if (!simulation.data)
    return (
      <Notice
        text={sentence(simulation.error)}
        onRetry={isMissing(simulation.error) ? undefined : () => void simulation.refetch()}
        busy={simulation.isFetching}>
        <Button onClick={onAnother}>Another match-up</Button>
      </Notice>
    );
  const { state, result, error } = simulation.data;
  if (state === 'done' && result) return <Results result={result} onAnother={onAnother} />;
  if (state === 'failed')
    return (
      <Notice text={error ?? 'The battles could not be fought.'}>
        <Button onClick={onAnother}>Change and try again</Button>
      </Notice>
    );
  if (state === 'cancelled')
    return (
      <Notice tone="info" text="These battles were cancelled.">
        <Button onClick={onAnother}>Another match-up</Button>
      </Notice>
    );
  return (
    <Running
      status={simulation.data}
      at={simulation.dataUpdatedAt}
      lost={simulation.isRefetchError ? sentence(simulation.error) : ''}
      onChanged={() => void simulation.refetch()}
    />
  );
}

interface RunningProps {
  status: SimulationStatus;
  at: number;
  lost: string;
  onChanged: () => void;
}

function Running({ status, at, lost, onChanged }: RunningProps) {
  const cancel = useCancel(status.job_id, onChanged);
  const left = useTimeLeft(status.progress, at);
  const waiting = status.state === 'waiting';
  return (
    <Card
      title={waiting ? 'Waiting for a free place' : 'The battles are being fought'}
      actions={
        <Button tone="danger" icon="close" busy={cancel.isPending} onClick={() => cancel.mutate()}>
          Cancel
        </Button>
      }>
      <Progress label={status.note || 'Battles'} value={waiting ? null : status.progress} detail={timeLeft(left)} />
      <p className="mt-3 text-soft">You can leave this page: its address shows the result later.</p>
      {cancel.isError && (
        <div className="mt-3">
          <Notice text={sentence(cancel.error)} />
        </div>
      )}
      {lost && (
        <div className="mt-3">
          <Notice text={lost} />
        </div>
      )}
    </Card>
  );
}
