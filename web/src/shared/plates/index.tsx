import { useId, type ReactNode } from 'react';
import { cx } from '@/shared/ui';
import './plates.css';

interface PlateProps {
  /** 640 wide instead of 320; the height is 200. */
  wide?: boolean;
  /** Read as a picture of this; without it the plate is decoration. */
  label?: string;
  className?: string;
  children: ReactNode;
}

/** A drawing in the map's own hand: inch grid, hairlines, army colours for armies only. */
export function Plate({ wide = false, label, className, children }: PlateProps) {
  const width = wide ? 640 : 320;
  const hatch = `hatch${useId()}`;
  const grid = [
    ...Array.from({ length: width / 40 }, (_, index) => `M${index * 40} 0V200`),
    ...Array.from({ length: 5 }, (_, index) => `M0 ${index * 40}H${width}`),
  ].join('');
  return (
    <svg
      className={cx('plate', className)}
      viewBox={`0 0 ${width} 200`}
      preserveAspectRatio="xMidYMid slice"
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
      style={{ '--hatch': `url(#${hatch})` }}>
      <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <path className="plate-hatch" d="M0 0V6" />
      </pattern>
      <path className="plate-grid" d={grid} />
      {children}
    </svg>
  );
}

/** Round bases of an army. */
export function Bases({
  army,
  at,
  r = 9,
}: {
  army: 'blue' | 'red';
  at: readonly (readonly [number, number])[];
  r?: number;
}) {
  return (
    <g className="plate-bases" data-army={army}>
      {at.map(([x, y]) => (
        <circle key={`${x} ${y}`} cx={x} cy={y} r={r} />
      ))}
    </g>
  );
}

/** A measure or a word on the map. */
export const Chip = ({ x, y, text, width = 54 }: { x: number; y: number; text: string; width?: number }) => (
  <g className="plate-chip">
    <rect x={x - width / 2} y={y - 12} width={width} height="24" rx="12" />
    <text x={x} y={y + 5} textAnchor="middle">
      {text}
    </text>
  </g>
);

const PIPS: Readonly<Record<number, readonly (readonly [number, number])[]>> = {
  1: [[0, 0]],
  2: [
    [-9, -9],
    [9, 9],
  ],
  3: [
    [-10, -10],
    [0, 0],
    [10, 10],
  ],
  4: [
    [-9, -9],
    [9, -9],
    [-9, 9],
    [9, 9],
  ],
  5: [
    [-10, -10],
    [10, -10],
    [0, 0],
    [-10, 10],
    [10, 10],
  ],
  6: [
    [-9, -11],
    [9, -11],
    [-9, 0],
    [9, 0],
    [-9, 11],
    [9, 11],
  ],
};

/** A die's face: filled when it succeeded, struck out when it was rerolled. */
export function Face({
  x,
  y,
  face,
  won,
  struck = false,
}: {
  x: number;
  y: number;
  face: number;
  won: boolean;
  struck?: boolean;
}) {
  return (
    <g
      className="plate-die"
      data-won={won || undefined}
      data-struck={struck || undefined}
      transform={`translate(${x} ${y})`}>
      <rect x="-20" y="-20" width="40" height="40" rx="8" />
      {(PIPS[face] ?? []).map(([px, py]) => (
        <circle key={`${px} ${py}`} cx={px} cy={py} r="3.4" />
      ))}
      {struck && <path d="M-22 22 22-22" />}
    </g>
  );
}
