import { useEffect, useRef, useState, type RefObject } from 'react';
import { DETECTED, useCamera, type DetectedKind, type TablePhoto } from '@/features/table-camera';
import { usePicture } from '@/shared/api';
import { drawFlat } from './flatten';

/** Colours of the boxes by what was found. */
const BOX: Record<DetectedKind, string> = {
  model: 'green',
  transponder: 'blue',
  objective: 'orange',
  terrain: 'purple',
  penny: 'red',
};
const LINE = 3;
/** Pixels of light about a score, so that it can be read on a dark table. */
const HALO = 5;
/** Pixels of a photo that is drawn as seen from right above: thirty an inch. */
const FLAT = { width: 1800, height: 1320 };

/** Pixels of line and of gap about what only the photo before shows. */
const DASHES = [9, 6];

/** Draws a box about everything that was found, with its score if the photo shows it. */
function drawBoxes(context: CanvasRenderingContext2D, { width, height, objects }: TablePhoto): void {
  context.clearRect(0, 0, width, height);
  context.lineWidth = LINE;
  context.shadowColor = 'white';
  context.font = `bold ${Math.round(height / 54)}px sans-serif`;
  for (const kind of DETECTED) {
    context.strokeStyle = BOX[kind];
    context.fillStyle = BOX[kind];
    for (const {
      box: [x0, y0, x1, y1],
      score,
      remembered,
    } of objects[kind] ?? []) {
      context.setLineDash(remembered ? DASHES : []);
      context.strokeRect(x0, y0, x1 - x0, y1 - y0);
      if (remembered) continue;
      context.shadowBlur = HALO;
      context.fillText(`${(score * 100).toFixed(1)}%`, x0, Math.max(height / 54, y0 - 4));
      context.shadowBlur = 0;
    }
  }
}

/** The boxes of a photo made flat: drawn over the photo as it was taken, then flattened like it. */
function drawFlatBoxes(context: CanvasRenderingContext2D, photo: TablePhoto): void {
  const straight = document.createElement('canvas');
  [straight.width, straight.height] = [photo.width, photo.height];
  const boxes = straight.getContext('2d');
  if (!boxes) return;
  drawBoxes(boxes, photo);
  context.clearRect(0, 0, FLAT.width, FLAT.height);
  drawFlat(context, straight, photo.grid);
}

/** The picture at an address, once it is loaded. */
function useLoaded(source: string | null): HTMLImageElement | null {
  const [loaded, setLoaded] = useState<HTMLImageElement | null>(null);
  useEffect(() => {
    if (!source) return;
    const image = new Image();
    image.onload = () => setLoaded(image);
    image.src = source;
    return () => {
      image.onload = null;
    };
  }, [source]);
  return source ? loaded : null;
}

/** The table's photo under everything else, flattened where it is known where the board lies on it, and over it a canvas
 * with a box about everything that was found. */
export function PhotoLayer({ boxes, shown = true }: { boxes: boolean; shown?: boolean }) {
  const photo = useCamera((camera) => camera.photo);
  const source = usePicture(shown ? photo.url : null);
  const flat = photo.grid.length > 1;
  return (
    <g data-layer="photo" pointerEvents="none">
      {source && !flat && (
        <image
          href={source}
          width="600"
          height="440"
          preserveAspectRatio="none"
          data-testid="table-photo"
          data-photo={photo.id}
        />
      )}
      {source && flat && <FlatPhoto photo={photo} source={source} />}
      {boxes && <Boxes photo={photo} flat={flat} />}
    </g>
  );
}

function FlatPhoto({ photo, source }: { photo: TablePhoto; source: string }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const image = useLoaded(source);
  useEffect(() => {
    const context = image && canvas.current?.getContext('2d');
    if (context) drawFlat(context, image, photo.grid);
  }, [image, photo.grid]);
  return <Canvas canvas={canvas} {...FLAT} photoId={photo.id} />;
}

function Boxes({ photo, flat }: { photo: TablePhoto; flat: boolean }) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const context = canvas.current?.getContext('2d');
    if (context) (flat ? drawFlatBoxes : drawBoxes)(context, photo);
  }, [photo, flat]);
  return <Canvas canvas={canvas} {...(flat ? FLAT : photo)} label="Bounding boxes of what was found on the photo" />;
}

interface CanvasProps {
  canvas: RefObject<HTMLCanvasElement | null>;
  width: number;
  height: number;
  label?: string;
  photoId?: string;
}

/** A canvas that covers the board. */
function Canvas({ canvas, width, height, label, photoId }: CanvasProps) {
  return (
    <foreignObject width="600" height="440">
      <canvas
        ref={canvas}
        width={width}
        height={height}
        className="photo-boxes"
        {...(label
          ? { role: 'img', 'aria-label': label }
          : { 'aria-hidden': true, 'data-testid': 'table-photo', 'data-photo': photoId })}
      />
    </foreignObject>
  );
}
