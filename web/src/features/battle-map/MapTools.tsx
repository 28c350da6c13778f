import type { UseQueryResult } from '@tanstack/react-query';
import { memo } from 'react';
import { IconButton } from '@/shared/ui';
import { useStable } from '@/shared/useStable';
import type { Sight } from './sight';
import type { MapZoom } from './useMapZoom';

interface MapToolsProps {
  zoom: MapZoom;
  measuring: boolean;
  onMeasuring: (on: boolean) => void;
  sight: UseQueryResult<Sight> | null;
  /** Only the end of sight is drawn. */
  outlined: boolean;
}

/** Zoom and ruler at the map's corner, and the key to the sight wedges while they are drawn. */
export function MapTools({ zoom, measuring, onMeasuring, sight, outlined }: MapToolsProps) {
  const onMeasure = useStable(() => onMeasuring(!measuring));
  return (
    <>
      <Tools zoomBy={zoom.zoomBy} fit={zoom.fit} measuring={measuring} onMeasure={onMeasure} />
      {measuring && <p className="map-hint">Tap the start, then the end.</p>}
      {sight && <SightKey sight={sight} outlined={outlined} />}
    </>
  );
}

interface ToolsProps extends Pick<MapZoom, 'zoomBy' | 'fit'> {
  measuring: boolean;
  onMeasure: () => void;
}

/** Drawn again when they change, and not with each state of the battle. */
const Tools = memo(function Tools({ zoomBy, fit, measuring, onMeasure }: ToolsProps) {
  return (
    <div className="map-tools" role="toolbar" aria-label="Map tools">
      <IconButton icon="plus" label="Zoom in" onClick={() => zoomBy(1.5)} />
      <IconButton icon="minus" label="Zoom out" onClick={() => zoomBy(1 / 1.5)} />
      <IconButton icon="fit" label="Fit the map" onClick={fit} />
      <IconButton icon="ruler" label="Measure" pressed={measuring} onClick={onMeasure} />
    </div>
  );
});

function SightKey({ sight, outlined }: { sight: UseQueryResult<Sight>; outlined: boolean }) {
  if (sight.isError) {
    return (
      <p className="map-hint" role="status">
        Sight was not computed.{' '}
        <button type="button" className="underline" onClick={() => void sight.refetch()}>
          Try again
        </button>
      </p>
    );
  }
  if (!sight.data) return null;
  if (sight.data.blocked)
    return (
      <p className="map-key">
        <span className="key-blind" />
        Line of Sight Blocked
      </p>
    );
  if (outlined)
    return (
      <p className="map-key">
        <span className="key-outline" />
        Seen as far as this
        <span className="key-ends" />
        Terrain in the way
      </p>
    );
  return (
    <p className="map-key">
      <span className="key-clear" />
      Visible
      <span className="key-blind" />
      Not Visible
    </p>
  );
}
