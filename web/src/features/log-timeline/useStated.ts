import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { callPublic, fitting, type ReportSummary } from '@/shared/api';
import { zReportSummary } from '@/shared/api/validators';
import { fields } from '@/shared/battle-log';

const isSummary = fitting(zReportSummary);

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
