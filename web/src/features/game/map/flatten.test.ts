import { expect, test, vi } from 'vitest';
import { drawFlat } from './flatten';

/** A board that lies turned by a quarter on its photo: its upper left corner is at the photo's upper right, and so on round. */
const TURNED = [
  [
    [400, 0],
    [400, 300],
  ],
  [
    [0, 0],
    [0, 300],
  ],
] as const;

/** A canvas that records where each piece of the picture would lie. */
function canvas(width: number, height: number) {
  const placed: number[][] = [];
  const context = {
    canvas: { width, height },
    save: vi.fn(),
    restore: vi.fn(),
    beginPath: vi.fn(),
    lineTo: vi.fn(),
    closePath: vi.fn(),
    clip: vi.fn(),
    drawImage: vi.fn(),
    setTransform: (...way: number[]) => placed.push(way),
  };
  return { context: context as unknown as CanvasRenderingContext2D, placed, drawn: context.drawImage };
}

const moved = (
  [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0]: number[],
  [x, y]: readonly [number, number],
): [number, number] => [a * x + c * y + e, b * x + d * y + f];

test('what the camera saw askew lies as the board does', () => {
  const { context, placed, drawn } = canvas(600, 440);
  drawFlat(context, {} as CanvasImageSource, TURNED);
  expect(drawn).toHaveBeenCalledTimes(2);
  const [upper = [], lower = []] = placed;
  const near = (way: number[], from: readonly [number, number], to: readonly [number, number]) =>
    moved(way, from).forEach((each, axis) => expect(each).toBeCloseTo(to[axis]!, 6));
  near(upper, [400, 0], [0, 0]);
  near(upper, [400, 300], [600, 0]);
  near(upper, [0, 300], [600, 440]);
  near(lower, [0, 0], [0, 440]);
  near(lower, [200, 150], [300, 220]);
});

test('without a grid nothing is drawn', () => {
  const { context, drawn } = canvas(600, 440);
  drawFlat(context, {} as CanvasImageSource, []);
  expect(drawn).not.toHaveBeenCalled();
});
