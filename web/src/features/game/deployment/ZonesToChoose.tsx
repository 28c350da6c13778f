import { useEffect, type KeyboardEvent, type MouseEvent } from 'react';
import { svgPoints } from '@/features/battle-map';
import { toast } from '@/shared/ui';
import { useGameState } from '../client/context';
import { toPoint } from '../board';
import './deployment.css';
import { useZoneChoice } from './useZoneChoice';
import { choosesZone, zoneName, type ZoneIndex } from './zones';

const INDICES: readonly ZoneIndex[] = [0, 1];

/** The zones as buttons on the map, while one of them is to be chosen. */
export function ZonesToChoose() {
  const able = useGameState(choosesZone);
  return able && <Zones />;
}

function Zones() {
  const state = useGameState();
  const { choose, problem, command } = useZoneChoice();
  const why = problem || command.error;
  useEffect(() => {
    if (why) toast(why, 'error');
  }, [why]);
  return (
    <g data-layer="zones-to-choose">
      {INDICES.map((zone) => {
        const shape = state.map_data.deployment_zones[zone]?.shape;
        if (!shape) return null;
        const act = (event: MouseEvent | KeyboardEvent) => {
          event.preventDefault();
          event.stopPropagation();
          void choose(zone);
        };
        return (
          <polygon
            key={zone}
            className="zone-choice"
            data-zone={zone}
            points={svgPoints(shape.map(toPoint))}
            role="button"
            tabIndex={0}
            aria-disabled={command.locked || undefined}
            aria-label={`Choose ${zoneName(state, zone)}`}
            onClick={act}
            onKeyDown={(event) => {
              if (event.key === 'Enter' || event.key === ' ') act(event);
            }}
          />
        );
      })}
    </g>
  );
}
