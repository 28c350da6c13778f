import type { PhotoGrid } from '@/features/table-camera';

type Spot = readonly [x: number, y: number];

/** Pixels that neighbouring pieces lie over each other, so that no seam is seen between them. */
const OVERLAP = 0.75;

/** The corners of a triangle, each a little farther from its middle. */
function grown(triangle: readonly Spot[]): Spot[] {
  const middle = [0, 1].map((axis) => triangle.reduce((sum, spot) => sum + (spot[axis] ?? 0), 0) / triangle.length);
  return triangle.map(([x, y]) => {
    const [dx, dy] = [x - (middle[0] ?? 0), y - (middle[1] ?? 0)];
    const far = Math.hypot(dx, dy) || 1;
    return [x + (dx / far) * OVERLAP, y + (dy / far) * OVERLAP];
  });
}

/** Draws what lies in the triangle `from` of a picture into the triangle `to`. */
function drawTriangle(
  context: CanvasRenderingContext2D,
  picture: CanvasImageSource,
  from: readonly [Spot, Spot, Spot],
  to: readonly [Spot, Spot, Spot],
): void {
  const [[u0, v0], [u1, v1], [u2, v2]] = from;
  const [[x0, y0], [x1, y1], [x2, y2]] = to;
  const area = (u1 - u0) * (v2 - v0) - (u2 - u0) * (v1 - v0);
  if (!area) return;
  const along = (a0: number, a1: number, a2: number): Spot => [
    ((a1 - a0) * (v2 - v0) - (a2 - a0) * (v1 - v0)) / area,
    ((a2 - a0) * (u1 - u0) - (a1 - a0) * (u2 - u0)) / area,
  ];
  const [[a, c], [b, d]] = [along(x0, x1, x2), along(y0, y1, y2)];
  context.save();
  context.beginPath();
  grown(to).forEach(([x, y]) => context.lineTo(x, y));
  context.closePath();
  context.clip();
  context.setTransform(a, b, c, d, x0 - a * u0 - c * v0, y0 - b * u0 - d * v0);
  context.drawImage(picture, 0, 0);
  context.restore();
}

/** Draws a picture of the table as it is seen from right above, over the whole canvas: piece by piece of the grid. */
export function drawFlat(context: CanvasRenderingContext2D, picture: CanvasImageSource, grid: PhotoGrid): void {
  const { width, height } = context.canvas;
  const [rows, columns] = [grid.length - 1, (grid[0]?.length ?? 0) - 1];
  for (let row = 0; row < rows; row += 1) {
    for (let column = 0; column < columns; column += 1) {
      const corner = (right: 0 | 1, down: 0 | 1) => ({
        from: grid[row + down]?.[column + right] ?? ([0, 0] as const),
        to: [((column + right) / columns) * width, ((row + down) / rows) * height] as const,
      });
      const [a, b, c, d] = [corner(0, 0), corner(1, 0), corner(1, 1), corner(0, 1)];
      drawTriangle(context, picture, [a.from, b.from, c.from], [a.to, b.to, c.to]);
      drawTriangle(context, picture, [a.from, c.from, d.from], [a.to, c.to, d.to]);
    }
  }
}
