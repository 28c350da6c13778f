import { memo } from 'react';
import type { Material } from './material';
import './map.css';

const WIDTH = 600;
const HEIGHT = 440;

/** Inch ticks outside the edge: every inch a short one, every sixth a longer one. */
function ticks(): string {
  const marks: string[] = [];
  for (let px = 0; px <= WIDTH; px += 10)
    marks.push(`M${px} 0v${px % 60 ? -2.5 : -5}M${px} ${HEIGHT}v${px % 60 ? 2.5 : 5}`);
  for (let px = 0; px <= HEIGHT; px += 10)
    marks.push(`M0 ${px}h${px % 60 ? -2.5 : -5}M${WIDTH} ${px}h${px % 60 ? 2.5 : 5}`);
  return marks.join('');
}

function lines(step: number): string {
  const marks: string[] = [];
  for (let px = step; px < WIDTH; px += step) marks.push(`M${px} 0V${HEIGHT}`);
  for (let px = step; px < HEIGHT; px += step) marks.push(`M0 ${px}H${WIDTH}`);
  return marks.join('');
}

const TICKS = ticks();
const COARSE = lines(60);
const FINE = lines(10);
const ACROSS = [6, 12, 18, 24, 30, 36, 42, 48, 54];
const DOWN = [6, 12, 18, 24, 30, 36, 42];

/** Patterns that the layers share. */
export const MapPatterns = memo(function MapPatterns() {
  return (
    <defs>
      <radialGradient id="lamplight" cx="0.5" cy="0.45" r="0.6">
        <stop offset="0" className="lamp-near" />
        <stop offset="1" className="lamp-far" />
      </radialGradient>
      <radialGradient id="dusk" cx="0.5" cy="0.45" r="0.75">
        <stop offset="0.45" className="dusk-near" />
        <stop offset="1" className="dusk-far" />
      </radialGradient>
      <Materials />
      <pattern id="hatch-clear" width="7" height="7" patternUnits="userSpaceOnUse" patternTransform="rotate(-45)">
        <rect width="7" height="7" fill="var(--sight)" fillOpacity="0.1" />
        <path d="M0 0V7" stroke="var(--sight)" strokeOpacity="0.32" strokeWidth="1" />
      </pattern>
      <pattern id="hatch-blind" width="5" height="5" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <rect width="5" height="5" fill="var(--blind)" fillOpacity="0.13" />
        <path d="M0 0V5M0 0H5" stroke="var(--blind)" strokeOpacity="0.34" strokeWidth="0.8" />
      </pattern>
      {(['blue', 'red'] as const).map((army) => (
        <pattern
          key={army}
          id={`zone-${army}`}
          width="14"
          height="14"
          patternUnits="userSpaceOnUse"
          patternTransform="rotate(60)">
          <path d="M0 0V14" stroke={`var(--${army})`} strokeOpacity="0.2" strokeWidth="1" />
        </pattern>
      ))}
      <ArrowHeads />
    </defs>
  );
});

function ArrowHeads() {
  return (['movement', 'shooting', 'charge'] as const).map((kind) => (
    <marker
      key={kind}
      id={`head-${kind}`}
      viewBox="0 0 10 10"
      refX="8"
      refY="5"
      markerWidth="5"
      markerHeight="5"
      orient="auto-start-reverse">
      <path d="M0 0.5 10 5 0 9.5 2.5 5z" fill={`var(--arrow-${kind})`} />
    </marker>
  ));
}

const MATERIALS: Record<Material, { width: number; height: number; d: string }> = {
  woods: { width: 13, height: 13, d: 'M3 6.5l2.2-4 2.2 4zM9 12l2-3.6 2 3.6z' },
  stone: { width: 12, height: 8, d: 'M0 0H12M0 4H12M3 0V4M9 4V8' },
  reeds: { width: 11, height: 9, d: 'M2 6V2.5M3.4 6L4.6 3M0.6 6L-0.2 3.4M8 8V5M9.4 8L10.4 5.6' },
  water: { width: 16, height: 7, d: 'M0 3.5C2 1.5 4 1.5 6 3.5S10 5.5 12 3.5S15 2.4 16 3.5' },
  earth: { width: 10, height: 10, d: 'M2 2h.1M7 4h.1M4 8h.1M9 9h.1' },
  crates: { width: 9, height: 9, d: 'M1 1H8V8H1ZM1 1L8 8' },
};
/** High pieces have their texture in this size. */
const TALL = 0.72;

/** What terrain is made of: trees, courses of stone, reeds, waves, earth, crates. */
function Materials() {
  return Object.entries(MATERIALS).flatMap(([name, { width, height, d }]) =>
    [1, TALL].map((size) => (
      <pattern
        key={`${name} ${size}`}
        id={`made-${name}${size === TALL ? '-tall' : ''}`}
        width={width}
        height={height}
        patternUnits="userSpaceOnUse"
        patternTransform={`scale(${size})`}>
        <path
          d={d}
          fill="none"
          stroke="var(--terrain-ink)"
          strokeOpacity="0.45"
          strokeWidth={name === 'earth' ? 1.4 : 0.7}
          strokeLinecap="round"
        />
      </pattern>
    )),
  );
}

/** The table: lamplit ground, a fine grid that shows when zoomed in, a 6-inch grid that fades, and inch ticks. */
export const Surface = memo(function Surface() {
  return (
    <g aria-hidden="true">
      <rect className="board" data-testid="board" width={WIDTH} height={HEIGHT} fill="var(--board)" />
      <rect width={WIDTH} height={HEIGHT} fill="url(#dusk)" pointerEvents="none" />
      <rect width={WIDTH} height={HEIGHT} fill="url(#lamplight)" pointerEvents="none" />
      <path d={FINE} className="grid-fine" />
      <path d={COARSE} className="grid-coarse" />
      <rect width={WIDTH} height={HEIGHT} fill="none" stroke="var(--board-edge)" strokeWidth="1.2" />
      <path d={TICKS} className="ticks" />
      {ACROSS.map((inch) => (
        <text key={`a${inch}`} x={inch * 10} y={-7.5} className="tick-number" textAnchor="middle">
          {inch}
        </text>
      ))}
      {DOWN.map((inch) => (
        <text key={`d${inch}`} x={-7} y={inch * 10 + 2.5} className="tick-number" textAnchor="end">
          {inch}
        </text>
      ))}
    </g>
  );
});
