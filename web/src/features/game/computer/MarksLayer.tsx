import { wordsWithin } from '@/features/battle-map';
import type { MapMark } from '@/shared/api';
import { useTable } from '../client/context';

/** What the computer did, or advises: ways, aims, places taken, and places that it considered. */
export function MarksLayer() {
  const drawn = useTable((table) => table.drawn);
  if (!drawn.length) return null;
  return (
    <g data-layer="marks" pointerEvents="none">
      {drawn.map((mark, index) => (
        <One key={index} mark={mark} />
      ))}
    </g>
  );
}

function One({ mark: { kind, start, end, label } }: { mark: MapMark }) {
  const [x, y] = [end[0] * 10, end[1] * 10];
  return (
    <g data-mark={kind} className="mark">
      {start && <line className="mark-line" x1={start[0] * 10} y1={start[1] * 10} x2={x} y2={y} />}
      <circle className="mark-end" cx={x} cy={y} r={kind === 'considered' ? 7 : 11} />
      {kind !== 'considered' && <circle className="mark-core" cx={x} cy={y} r="3" />}
      <g transform={`translate(${wordsWithin(x, label, 11)} ${Math.max(14, y - 15)})`}>
        <g className="token">
          <text className="line-word" textAnchor="middle">
            {label}
          </text>
        </g>
      </g>
    </g>
  );
}
