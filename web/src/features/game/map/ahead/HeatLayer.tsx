import type { Threat } from '@/shared/api';
import { memo } from 'react';
import { LEVELS, numbersOf, squaresOf } from './heat';
import './ahead.css';

/** The enemy's threat over the table: hatched closer where it is greater, with its numbers. */
export const HeatLayer = memo(function HeatLayer({ threat }: { threat: Threat }) {
  return (
    <g data-layer="heat" pointerEvents="none">
      <HeatPatterns />
      {squaresOf(threat).map(({ name, path }) => (
        <path key={name} data-heat={name} d={path} fill={`url(#heat-${name})`} />
      ))}
      {numbersOf(threat).map(({ x, y, text }) => (
        <g key={`${x} ${y}`} transform={`translate(${x} ${y})`}>
          <g className="token">
            <text className="heat-number" data-testid="heat-number" textAnchor="middle" dy="3.5">
              {text}
            </text>
          </g>
        </g>
      ))}
    </g>
  );
});

/** Dots, strokes, crossed strokes: they differ without their colour. */
function HeatPatterns() {
  return (
    <defs>
      <pattern id="heat-low" width="10" height="10" patternUnits="userSpaceOnUse">
        <circle cx="5" cy="5" r="0.9" className="heat-ink" />
      </pattern>
      <pattern id="heat-middle" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="7" height="7" className="heat-ground" />
        <path d="M0 0V7" className="heat-stroke" />
      </pattern>
      <pattern id="heat-high" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="5" height="5" className="heat-ground" />
        <path d="M0 0V5M0 0H5" className="heat-stroke" />
      </pattern>
    </defs>
  );
}

/** What the numbers and the hatching mean. */
export function HeatKey({ threat: { against } }: { threat: Threat }) {
  return (
    <div className="heat-key" data-testid="heat-key">
      <p>Enemy’s next turn, at most: wounds expected by {against}</p>
      <p className="ahead-key">
        {LEVELS.map(({ name, word }) => (
          <span key={name}>
            <svg viewBox="0 0 16 10" aria-hidden="true">
              <rect width="16" height="10" fill={`url(#heat-${name})`} className="heat-sample" />
            </svg>
            {word}
          </span>
        ))}
      </p>
    </div>
  );
}
