import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { answered, cancelJob, getSimulationOptions, HttpError, startSimulation } from '@/shared/api';
import { onMessage, useGameSocket } from '@/shared/socket';

export interface Wanted {
  armies: [string, string];
  personalities: [string, string];
  layout: string;
  battles: number;
  /** As it was typed. */
  seed: string;
}

/** How often a running simulation is asked how far it is, in milliseconds; seldom where its socket reports. */
const POLL_MS = 1000;
const SELDOM_MS = 5000;

export const useStartSimulation = (onStarted: (jobId: string) => void) =>
  useMutation({
    mutationFn: ({ armies, seed, ...wanted }: Wanted) =>
      answered(startSimulation({ body: { army_a: armies[0], army_b: armies[1], seed: Number(seed), ...wanted } })),
    onSuccess: (submitted) => submitted && onStarted(submitted.job_id),
  });

const simulationOf = (jobId: string) => getSimulationOptions({ path: { job_id: jobId } });

/** One that is somebody else's, or deleted, does not come by asking again. */
export const isMissing = (error: unknown): boolean => error instanceof HttpError && error.status === 404;

/** A simulation's job: its socket reports how far it is, and it is asked for again until it has ended. */
export function useSimulation(jobId: string) {
  const queries = useQueryClient();
  const connected = useGameSocket(jobId, 'spectator').status === 'connected';
  useEffect(
    () =>
      onMessage(jobId, ({ type, payload }) => {
        if (type !== 'simulation_update') return;
        if (payload.status !== 'running') void queries.invalidateQueries({ queryKey: simulationOf(jobId).queryKey });
        else
          queries.setQueryData(
            simulationOf(jobId).queryKey,
            (known) =>
              known && {
                ...known,
                state: 'running' as const,
                progress: Number(payload.progress),
                note: String(payload.note),
              },
          );
      }),
    [jobId, queries],
  );
  return useQuery({
    ...simulationOf(jobId),
    refetchInterval: ({ state }) =>
      state.data?.ended || isMissing(state.error) ? false : connected ? SELDOM_MS : POLL_MS,
  });
}

export const useCancel = (jobId: string, onCancelled: () => void) =>
  useMutation({ mutationFn: () => answered(cancelJob({ path: { job_id: jobId } })), onSuccess: onCancelled });

interface Mark {
  at: number;
  progress: number;
}

/** Seconds that the rest will take at the pace seen since the page first heard of the work; null while nobody knows. */
export function useTimeLeft(progress: number, at: number): number | null {
  const [first, setFirst] = useState<Mark | null>(null);
  if (!first && at && progress > 0) setFirst({ at, progress });
  return first ? secondsLeft(first, { at, progress }) : null;
}

export function secondsLeft(first: Mark, now: Mark): number | null {
  const gained = now.progress - first.progress;
  if (gained <= 0) return null;
  return ((1 - now.progress) * (now.at - first.at)) / gained / 1000;
}

/** "About 40 seconds left", "about 3 minutes left". */
export function timeLeft(seconds: number | null): string {
  if (seconds === null) return '';
  if (seconds < 90) return `about ${Math.max(1, Math.round(seconds))} s left`;
  return `about ${Math.round(seconds / 60)} min left`;
}
