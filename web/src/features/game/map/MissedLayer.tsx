import { useEffect } from 'react';
import { wordsWithin } from '@/features/battle-map';
import { toMapPoint } from '@/shared/geometry';
import { useTable } from '../client/context';

/** How long the line stays once the unit has been let go, in milliseconds. */
const SHOWN_MS = 6000;

/** Where a unit was sent, why it cannot stand there, and where it stands instead. */
export function MissedLayer() {
  const missed = useTable((table) => table.missed);
  const miss = useTable((table) => table.miss);
  const held = useTable((table) => table.pending !== null);
  useEffect(() => {
    if (!missed || held) return;
    const timer = window.setTimeout(() => miss(null), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [missed, held, miss]);
  if (!missed) return null;
  const [from, end] = [toMapPoint(missed.at), toMapPoint(missed.to)];
  // On the side that the unit is not on.
  const above = from.y <= end.y;
  const words = `✕ ${missed.why}`;
  return (
    <g className="ghost-missed" data-testid="ghost-missed">
      <path d={`M${from.x} ${from.y}L${end.x} ${end.y}`} />
      <circle cx={from.x} cy={from.y} r="3" />
      <g transform={`translate(${wordsWithin(from.x, words, 13)} ${Math.min(432, Math.max(26, from.y))})`}>
        <g className="token">
          <text textAnchor="middle" dy={above ? -14 : 22}>
            {words}
          </text>
        </g>
      </g>
    </g>
  );
}
