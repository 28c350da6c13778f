import type { Miniature } from '@/shared/battle-log';
import { BaseShape, Front } from '@/shared/bases';
import { toMapPx } from '@/shared/geometry';
import { useTurn } from './useGlide';

interface LongBaseProps {
  miniature: Miniature;
  /** Its place in its unit. */
  index: number;
  fill: string;
  ink: string;
}

/** An oval or rectangular base that faces somewhere, in a group that turns about its middle. */
export function LongBase({ miniature, index, fill, ink }: LongBaseProps) {
  const { x, y, alive, facing = 0 } = miniature;
  const turning = useTurn(facing);
  return (
    <g transform={`translate(${toMapPx(x)} ${toMapPx(y)})`}>
      <g ref={turning} data-turns={index} data-slain={!alive || undefined}>
        <BaseShape
          className="base"
          data-slain={!alive || undefined}
          base={miniature}
          x={0}
          y={0}
          {...{ fill }}
          stroke={ink}
        />
        {alive && <Front className="base-front" base={miniature} x={0} y={0} />}
      </g>
    </g>
  );
}
