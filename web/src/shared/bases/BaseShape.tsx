import type { SVGAttributes } from 'react';
import { CORNER, isLong, type Base } from './shape';

/** Drawing units of an inch on the map. */
const MAP_SCALE = 10;

interface BaseShapeProps extends Pick<SVGAttributes<SVGElement>, 'className' | 'fill' | 'stroke'> {
  base: Base;
  x: number;
  y: number;
  /** Drawing units of an inch. */
  scale?: number;
  /** Drawing units that it is drawn larger, on every side. */
  grow?: number;
}

/** The outline of a base about a place of the drawing: a circle, or an ellipse or rectangle turned as it faces. */
export function BaseShape({ base, x, y, scale = MAP_SCALE, grow = 0, ...look }: BaseShapeProps) {
  const { radius, length = 0, rectangular, facing = 0 } = base;
  const wide = radius * scale + grow;
  if (!isLong(base)) return <circle {...look} cx={x} cy={y} r={wide} />;
  const far = (length / 2) * scale + grow;
  const transform = facing ? `rotate(${facing} ${x} ${y})` : undefined;
  if (!rectangular) return <ellipse {...look} cx={x} cy={y} rx={far} ry={wide} transform={transform} />;
  const corner = Math.min(CORNER, radius, length / 2) * scale + grow;
  return (
    <rect {...look} x={x - far} y={y - wide} width={2 * far} height={2 * wide} rx={corner} transform={transform} />
  );
}

interface FrontProps {
  base: Base;
  x: number;
  y: number;
  className: string;
}

/** A wedge at the front of a long base; nothing on a round one. */
export function Front({ base, x, y, className }: FrontProps) {
  if (!isLong(base)) return null;
  const { radius, length = 0, facing = 0 } = base;
  const tip = (length / 2) * MAP_SCALE - 1.4;
  const half = Math.min(radius * MAP_SCALE * 0.42, 5);
  const path = `M${(tip - half * 0.9).toFixed(2)} ${(-half).toFixed(2)}L${tip.toFixed(2)} 0L${(tip - half * 0.9).toFixed(2)} ${half.toFixed(2)}`;
  return (
    <path className={className} d={path} transform={`translate(${x} ${y}) rotate(${facing})`} data-front={facing} />
  );
}
