import { memo } from 'react';
import { MapPatterns, ObjectivesLayer, Surface, TerrainLayer, TerrainNames, ZonesLayer } from '@/features/battle-map';
import type { BoardPlan } from './boards';
import './setup.css';

/** The textures that all drawn boards of a page share. */
export const BoardTextures = () => (
  <svg aria-hidden="true" className="absolute size-0">
    <MapPatterns />
  </svg>
);

interface BoardPictureProps {
  plan: BoardPlan;
  /** Small: without ticks and names. */
  small?: boolean;
}

const description = ({ name, terrain, objectives }: BoardPlan): string =>
  `${name}: ${terrain.length} pieces of terrain, ${objectives.length} objectives`;

/** A board as it stands before a battle, 60 by 44 inches. */
export const BoardPicture = memo(function BoardPicture({ plan, small = false }: BoardPictureProps) {
  return (
    <svg
      className="plan"
      data-small={small || undefined}
      viewBox={small ? '0 0 600 440' : '-8 -8 616 456'}
      {...(small ? { 'aria-hidden': true } : { role: 'img', 'aria-label': description(plan) })}>
      {small ? <rect width="600" height="440" fill="var(--board)" /> : <Surface />}
      <ZonesLayer zones={plan.zones} />
      <TerrainLayer terrain={plan.terrain} />
      <ObjectivesLayer objectives={plan.objectives} armies={[]} />
      {!small && <TerrainNames terrain={plan.terrain} />}
    </svg>
  );
});
