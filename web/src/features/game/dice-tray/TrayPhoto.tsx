import { useEffect, useRef, type ReactNode } from 'react';
import { boxColour, isHigh, percent, type Box, type LabelledDie } from './found';

const LINE = 3;

interface TrayPhotoProps {
  source: string | null;
  /** Pixels of the photo, in which the boxes are given. */
  width: number;
  height: number;
  dice: readonly LabelledDie[];
  /** Dice of other kinds, which were not read. */
  others: readonly Box[];
  /** What was set aside. */
  aside: readonly Box[];
  /** Draw a box about each die. */
  boxes: boolean;
  /** What lies over the photo, placed in parts of it. */
  children?: ReactNode;
}

function draw(context: CanvasRenderingContext2D, { width, height, dice, others, aside }: TrayPhotoProps): void {
  const scale = Math.max(1, width / 640);
  context.clearRect(0, 0, width, height);
  context.lineWidth = LINE * scale;
  context.font = `bold ${Math.round(13 * scale)}px sans-serif`;
  for (const {
    box: [x0, y0, x1, y1],
    score,
    face,
  } of dice) {
    context.strokeStyle = boxColour(score);
    context.fillStyle = boxColour(score);
    context.strokeRect(x0, y0, x1 - x0, y1 - y0);
    context.fillText(`${face} · ${sureness(score)}`, x0, Math.max(14 * scale, y0 - 4 * scale));
  }
  drawUncounted(context, others, 'not read', scale);
  drawUncounted(context, aside, 'set aside', scale);
}

const sureness = (score: number | null): string =>
  score === null ? 'by hand' : `${percent(score)}${isHigh(score) ? '' : ' ?'}`;

/** What does not count has broken outlines, black and white, and no face. */
function drawUncounted(context: CanvasRenderingContext2D, boxes: readonly Box[], why: string, scale: number): void {
  for (const [colour, dash, off] of [
    ['black', [], scale],
    ['white', [6 * scale, 6 * scale], 0],
  ] as const) {
    context.strokeStyle = colour;
    context.fillStyle = colour;
    context.setLineDash(dash);
    for (const [x0, y0, x1, y1] of boxes) {
      context.strokeRect(x0, y0, x1 - x0, y1 - y0);
      context.fillText(why, x0 + off, Math.max(14 * scale, y0 - 4 * scale) + off);
    }
  }
  context.setLineDash([]);
}

/** The photo of the tray, and over it a canvas with a box about every die. */
export function TrayPhoto(props: TrayPhotoProps) {
  const { source, width, height, dice, others, aside, boxes, children } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = boxes ? canvas.current?.getContext('2d') : null;
    if (context) draw(context, { source, width, height, dice, others, aside, boxes });
  }, [source, width, height, dice, others, aside, boxes]);
  return (
    <div
      className="tray-photo"
      style={{ aspectRatio: `${width} / ${height}`, maxWidth: `calc(50dvh * ${width / height})` }}>
      {source && <img src={source} alt="The dice tray" />}
      {boxes && (
        <canvas ref={canvas} width={width} height={height} role="img" aria-label={`Boxes about ${dice.length} dice`} />
      )}
      {children}
    </div>
  );
}
