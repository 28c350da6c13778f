import { BOARD_HEIGHT, BOARD_WIDTH, type Point } from './units';

const inches = (value: number): string => `${value.toFixed(1)}″`;

/** '11.5″ from the left edge, 8.0″ from the top': a place as one measures it, from the nearer edges. */
export function fromEdges(x: number, y: number): string {
  const across =
    x <= BOARD_WIDTH / 2 ? `${inches(x)} from the left edge` : `${inches(BOARD_WIDTH - x)} from the right edge`;
  const down = y <= BOARD_HEIGHT / 2 ? `${inches(y)} from the top` : `${inches(BOARD_HEIGHT - y)} from the bottom`;
  return `${across}, ${down}`;
}

const COMPASS = ['east', 'south-east', 'south', 'south-west', 'west', 'north-west', 'north', 'north-east'] as const;

/** The nearest of eight compass directions, as the log names them: north is the top edge. */
export function heading(from: Point, to: Point): string {
  const eighths = Math.round(Math.atan2(to.y - from.y, to.x - from.x) / (Math.PI / 4));
  return COMPASS[(eighths + 8) % 8] ?? COMPASS[0];
}
