import type { GreyPicture } from './markers';

/** A marker to be painted: its cells, its middle and side in pixels, and how far it lies turned, in radians. */
export interface Painted {
  code: number;
  x: number;
  y: number;
  side: number;
  turn: number;
}

const SIZE = { width: 320, height: 220 };

/** A table with printed markers: a white card about each, on a mat of this light. */
export function painted(
  markers: readonly Painted[],
  mat: (x: number, y: number) => number = () => 90,
  { width, height } = SIZE,
): GreyPicture {
  const values = Uint8Array.from({ length: width * height }, (_, index) => {
    const [x, y] = [index % width, Math.floor(index / width)];
    return markers.reduce((light, marker) => inkAt(marker, x, y) ?? light, mat(x, y));
  });
  return { width, height, values };
}

/** How light the marker's card is at a place; null beside it. */
function inkAt({ code, x: middleX, y: middleY, side, turn }: Painted, x: number, y: number): number | null {
  const [dx, dy] = [(x - middleX) / side, (y - middleY) / side];
  const [across, down] = [dx * Math.cos(turn) + dy * Math.sin(turn), dy * Math.cos(turn) - dx * Math.sin(turn)];
  if (Math.max(Math.abs(across), Math.abs(down)) > 0.6) return null;
  const [column, row] = [Math.floor((across + 0.5) * 6) - 1, Math.floor((down + 0.5) * 6) - 1];
  if (Math.max(Math.abs(across), Math.abs(down)) > 0.5) return 225;
  const isCell = column >= 0 && column < 4 && row >= 0 && row < 4;
  return isCell && (code >> (15 - row * 4 - column)) & 1 ? 225 : 25;
}
