import { BOARD_HEIGHT, BOARD_WIDTH } from './units';

const inches = (value: number): string => `${value.toFixed(1)}″`;

/** '11.5″ from the left edge, 8.0″ from the top': a place as one measures it, from the nearer edges. */
export function fromEdges(x: number, y: number): string {
  const across =
    x <= BOARD_WIDTH / 2 ? `${inches(x)} from the left edge` : `${inches(BOARD_WIDTH - x)} from the right edge`;
  const down = y <= BOARD_HEIGHT / 2 ? `${inches(y)} from the top` : `${inches(BOARD_HEIGHT - y)} from the bottom`;
  return `${across}, ${down}`;
}
