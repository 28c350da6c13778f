import type { KeyboardEvent, MouseEvent } from 'react';
import { BaseShape } from '@/shared/bases';
import { toMapPx, toMapPoint, inches } from '@/shared/geometry';
import { toPoint, unitOf } from '../board';
import { useGameState } from '../client/context';
import './coherency.css';
import { useChosenRemoval } from './useRemoval';

/** The miniatures of a unit that stands apart, for its player: crosses on those that go, rings about those that stay. A
 * click takes one more, or one less. */
export function RemovalLayer() {
  const asks = useGameState(
    ({ request }) => request?.mine && request.controller === 'human' && request.removals.length,
  );
  return asks ? <Miniatures /> : null;
}

function Miniatures() {
  const state = useGameState();
  const { living, gone, toggle } = useChosenRemoval();
  const unit = unitOf(state, state.request?.unit_uuid ?? null);
  return (
    <g data-layer="removal">
      {living.map(({ miniature, miniature_uuid, words }) => {
        const found = unit?.miniatures.find(({ uuid }) => uuid === miniature_uuid);
        if (!found?.location) return null;
        const { x, y } = toMapPoint(toPoint(found.location));
        const radius = toMapPx(inches(found.radius));
        const arm = Math.max(4, radius);
        // By how much a small base is drawn larger, to be hit and seen.
        const out = arm - radius;
        const goes = gone.includes(miniature);
        const act = (event: MouseEvent | KeyboardEvent) => {
          event.preventDefault();
          event.stopPropagation();
          toggle(miniature);
        };
        return (
          <g
            key={miniature}
            className="removal-miniature"
            transform={`translate(${x} ${y})`}
            role="checkbox"
            tabIndex={0}
            aria-checked={goes}
            aria-label={`Remove ${words}`}
            onClick={act}
            onKeyDown={(event) => {
              if (event.key === 'Enter' || event.key === ' ') act(event);
            }}>
            <BaseShape className="removal-hit" base={found} x={0} y={0} grow={out + 4} />
            {goes ? (
              <path className="removal-cross" d={`M${-arm} ${-arm}L${arm} ${arm}M${arm} ${-arm}L${-arm} ${arm}`} />
            ) : (
              <BaseShape className="removal-stays" base={found} x={0} y={0} grow={out + 2} />
            )}
          </g>
        );
      })}
    </g>
  );
}
