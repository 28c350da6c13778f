import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callPublic, type ReportSummary, type SummaryArmy } from '@/shared/api';
import { fields, isFields } from '@/shared/battle-log';

type Kinds<T> = { [Name in keyof Required<T>]: (value: unknown) => boolean };
const isText = (value: unknown) => typeof value === 'string';
const isNumber = (value: unknown) => typeof value === 'number';
const orNull = (kind: (value: unknown) => boolean) => (value: unknown) => value === null || kind(value);

const ARMY: Kinds<SummaryArmy> = {
  detachment: isText,
  faction: isText,
  head_start: (value) => value === undefined || isNumber(value),
  name: isText,
  points: orNull(isNumber),
  victory_points: isNumber,
};
const SUMMARY: Kinds<ReportSummary> = {
  armies: (value) => Array.isArray(value) && value.every((each) => isOf(ARMY, each)),
  game_id: isText,
  headline: isText,
  line: isText,
  over: (value) => typeof value === 'boolean',
  removed_at: (value) => value === undefined || orNull(isText)(value),
  winner: orNull(isNumber),
};

const isOf = (kinds: Record<string, (value: unknown) => boolean>, value: unknown): boolean =>
  isFields(value) && Object.entries(kinds).every(([name, kind]) => kind(value[name]));

/** What the generated validator would say, which would be a tenth of all that the page loads. */
const isSummary = (value: unknown): value is ReportSummary => isOf(SUMMARY, value);

/** What the server wrote into the page for this game: its report opens without another call. */
function written(gameId: string): ReportSummary | undefined {
  try {
    const stated: unknown = JSON.parse(document.getElementById('stated')?.textContent ?? 'null');
    return fields(stated).game_id === gameId && isSummary(stated) ? stated : undefined;
  } catch (error) {
    console.warn('What the page states of its report cannot be read', error);
    return undefined;
  }
}

async function ask(gameId: string): Promise<ReportSummary | null> {
  const answer = await callPublic(`/api/game/shared/${encodeURIComponent(gameId)}/summary`);
  return isSummary(answer) ? answer : null;
}

/** Winner, score and armies of a shared battle; asked for again where its log has grown since. */
export function useStated(gameId: string, shared: boolean, total: number | undefined): ReportSummary | null {
  // Asked for even where the page states it, so that it is kept for offline.
  const { data, refetch } = useQuery({
    queryKey: ['battle-log', 'summary', gameId],
    enabled: shared,
    initialData: () => (shared ? written(gameId) : undefined),
    queryFn: () => ask(gameId),
    staleTime: 0,
  });
  const counted = useRef(total);
  useEffect(() => {
    const grown = counted.current !== undefined && total !== undefined && counted.current !== total;
    counted.current = total;
    if (grown && shared && !data?.over) void refetch();
  }, [total, shared, data?.over, refetch]);
  return (shared && data) || null;
}
