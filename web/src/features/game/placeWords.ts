import type { GameState } from '@/shared/api';
import { objectiveCalled } from '@/shared/battle-log';
import { fromEdges } from '@/shared/geometry';

/** Inches from an objective within which a place is said by it, and within which it is on it. */
const [NEAR, ON] = [6, 1];

type Objectives = GameState['game_model']['objectives'];

/** Where a place is, as people say it: '2.3″ from objective 2, The Mill', else how far from the edges. */
export function placeWords(objectives: Objectives, [x, y]: readonly [number, number]): string {
  const [nearest] = objectives
    .map(({ location, name }, index) => ({
      far: Math.hypot(location[0] - x, location[1] - y),
      called: objectiveCalled(index, name).replace(/^O/, 'o'),
    }))
    .toSorted((a, b) => a.far - b.far);
  if (!nearest || nearest.far > NEAR) return fromEdges(x, y);
  return nearest.far <= ON ? `on ${nearest.called}` : `${nearest.far.toFixed(1)}″ from ${nearest.called}`;
}
