import { memo } from 'react';
import './dice.css';

const PIPS: Record<number, readonly (readonly [number, number])[]> = {
  1: [[12, 12]],
  2: [
    [7.5, 7.5],
    [16.5, 16.5],
  ],
  3: [
    [7, 7],
    [12, 12],
    [17, 17],
  ],
  4: [
    [7.5, 7.5],
    [16.5, 7.5],
    [7.5, 16.5],
    [16.5, 16.5],
  ],
  5: [
    [7, 7],
    [17, 7],
    [12, 12],
    [7, 17],
    [17, 17],
  ],
  6: [
    [7.5, 6.5],
    [16.5, 6.5],
    [7.5, 12],
    [16.5, 12],
    [7.5, 17.5],
    [16.5, 17.5],
  ],
};

export interface DieProps {
  face: number;
  success: boolean | null;
  critical?: boolean;
  /** The face before a re-roll: drawn struck out. */
  struck?: boolean;
  size?: number;
}

function words({ face, success, critical, struck }: DieProps): string {
  if (struck) return `first ${face}, re-rolled`;
  return [String(face), critical && 'critical', success === true && 'success', success === false && 'failure']
    .filter(Boolean)
    .join(', ');
}

/** A die face. Success is a filled face with a tick, failure a hollow one with a cross, a critical has a star. */
export const Die = memo(function Die(props: DieProps) {
  const { face, success, critical = false, struck = false, size = 24 } = props;
  const pips = PIPS[face];
  return (
    <svg
      className="die"
      data-face={face}
      data-result={struck ? 'struck' : success === null ? 'plain' : success ? 'success' : 'failure'}
      data-critical={critical || undefined}
      width={size}
      height={size}
      viewBox="0 0 24 24"
      role="img"
      aria-label={words(props)}>
      <rect className="die-face" x="2" y="2" width="20" height="20" rx="4.5" />
      {pips ? (
        pips.map(([x, y]) => <circle key={`${x}-${y}`} className="die-pip" cx={x} cy={y} r="2" />)
      ) : (
        <text className="die-number" x="12" y="16.2" textAnchor="middle">
          {face}
        </text>
      )}
      {struck && <path className="die-strike" d="M3 21 21 3" />}
      {success === true && !critical && !struck && (
        <g className="die-mark die-tick">
          <circle cx="20" cy="20" r="4.2" />
          <path d="M18 20l1.5 1.6 2.6-3.2" />
        </g>
      )}
      {success === false && !struck && (
        <g className="die-mark die-cross">
          <circle cx="20" cy="20" r="4.2" />
          <path d="M18.3 18.3l3.4 3.4M21.7 18.3l-3.4 3.4" />
        </g>
      )}
      {critical && !struck && (
        <path className="die-star" d="M19.5 13.6l1.6 3.3 3.6.5-2.6 2.5.6 3.6-3.2-1.7-3.2 1.7.6-3.6-2.6-2.5 3.6-.5z" />
      )}
    </svg>
  );
});
