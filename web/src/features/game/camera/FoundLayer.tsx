import type { KeyboardEvent } from 'react';
import { useCamera, type Detection } from '@/features/table-camera';
import { BaseShape, type Base } from '@/shared/bases';
import { fromEdges } from '@/shared/geometry';
import './camera.css';
import { usePicking } from './pickedModels';

/** Inches across of a miniature that does not say. */
const USUAL = 1.26;

/** Over the map, while a unit's miniatures are picked: every miniature that the photo shows. */
export function FoundLayer() {
  const models = useCamera((camera) => camera.analysis?.objects.model ?? NONE);
  const picking = usePicking((store) => store.unitId !== null);
  return (
    picking && (
      <g data-layer="found">
        {models.map((each, model) => (
          <FoundMiniature key={model} found={each} model={model} />
        ))}
      </g>
    )
  );
}

const NONE: readonly Detection[] = [];

/** What to know of a miniature before it is picked. */
function caution({ doubtful, remembered }: Detection): string {
  if (remembered) return ', hidden here and seen in the photo before';
  return doubtful ? ', seen faintly' : '';
}

/** The base that the photo shows: an oval as it lies there, of the area of a circle of its diameter. */
function baseOf({ diameter, length, turn }: Detection): Base {
  const wide = diameter ?? USUAL;
  return length && turn !== undefined
    ? { radius: (wide * wide) / length / 2, length, facing: turn }
    : { radius: wide / 2 };
}

function FoundMiniature({ found, model }: { found: Detection; model: number }) {
  const { location, doubtful, remembered } = found;
  const { chosen, toggle } = usePicking();
  if (!location) return null;
  const [x, y] = location;
  const keyed = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    event.stopPropagation();
    toggle(model);
  };
  const picked = chosen.includes(model);
  return (
    <g
      className="found-miniature"
      transform={`translate(${x * 10} ${y * 10})`}
      role="button"
      tabIndex={0}
      aria-pressed={picked}
      aria-label={`Miniature on the photo, ${fromEdges(x, y)}${caution(found)}`}
      onClick={(event) => {
        event.stopPropagation();
        toggle(model);
      }}
      onKeyDown={keyed}>
      <g className="token">
        <circle className="ghost-handle" r="14" />
      </g>
      <g data-remembered={remembered}>
        <BaseShape className="found-base" base={baseOf(found)} x={0} y={0} />
      </g>
      {doubtful && !picked && (
        <g className="token">
          <text textAnchor="middle" dy="4.5">
            ?
          </text>
        </g>
      )}
      {picked && (
        <g className="token">
          <text textAnchor="middle" dy="4.5">
            ✓
          </text>
        </g>
      )}
    </g>
  );
}
