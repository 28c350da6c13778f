import { useSearchParams } from 'react-router';
import { LinkButton } from '@/shared/ui';

const VIEW = 'view';
const STATISTICS = 'statistics';

/** Whether the address asks for the statistics. */
export const useStatisticsShown = (): boolean => useSearchParams()[0].get(VIEW) === STATISTICS;

/** From the timeline to the statistics, and back to where the timeline stood. */
export function StatisticsLink({ shown = false }: { shown?: boolean }) {
  const search = new URLSearchParams(useSearchParams()[0]);
  if (shown) search.delete(VIEW);
  else search.set(VIEW, STATISTICS);
  return (
    <LinkButton
      tone="quiet"
      icon={shown ? 'battle' : 'chart'}
      to={{ search: search.toString() }}
      preventScrollReset
      className="viewer-view">
      <span>{shown ? 'Timeline' : 'Statistics'}</span>
    </LinkButton>
  );
}
