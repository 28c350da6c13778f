import { useRef, type KeyboardEvent, type PointerEvent } from 'react';

/** A place on a photo, as fractions of its width and height. */
export type Spot = readonly [x: number, y: number];

/** Fractions of the photo that an arrow key moves a handle, and with Shift. */
const STEP = 0.01;
const FINE = 0.002;
const ARROWS: Record<string, Spot> = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

interface PhotoMarksProps {
  source: string;
  /** What the photo shows. */
  alt: string;
  marks: readonly Spot[];
  /** What each handle is called. */
  names: readonly string[];
  /** Two ends of a rectangle, which may also be drawn again over the photo; else the corners of a polygon. */
  rectangle?: boolean;
  onChange: (marks: readonly Spot[]) => void;
}

const clamped = (value: number): number => Math.min(1, Math.max(0, value));
const percent = (value: number): string => `${Math.round(value * 100)}%`;
const at = ([x, y]: Spot): Spot => [clamped(x), clamped(y)];

/** The outline that the handles span. */
function outline(marks: readonly Spot[], rectangle: boolean): string {
  const [[x0, y0] = [0, 0], [x1, y1] = [0, 0]] = marks;
  const spots: readonly Spot[] = rectangle
    ? [
        [x0, y0],
        [x1, y0],
        [x1, y1],
        [x0, y1],
      ]
    : marks;
  return spots.map(([x, y]) => `${x * 100},${y * 100}`).join(' ');
}

const stepped = ([x, y]: Spot = [0, 0], [dx, dy]: Spot, step: number): Spot => [x + dx * step, y + dy * step];

/** A photo with handles on it, to be dragged by pointer or thumb, or moved by the arrow keys. */
export function PhotoMarks({ source, alt, marks, names, rectangle = false, onChange }: PhotoMarksProps) {
  const frame = useRef<HTMLDivElement>(null);
  const held = useRef<number | null>(null);
  const placeOf = ({ clientX, clientY }: PointerEvent): Spot => {
    const box = frame.current?.getBoundingClientRect();
    return box?.width && box.height ? at([(clientX - box.left) / box.width, (clientY - box.top) / box.height]) : [0, 0];
  };
  const put = (index: number, spot: Spot) => onChange(marks.map((each, other) => (other === index ? at(spot) : each)));
  const grab = (index: number) => (event: PointerEvent<HTMLElement>) => {
    event.stopPropagation();
    frame.current?.setPointerCapture?.(event.pointerId);
    held.current = index;
  };
  const draw = (event: PointerEvent<HTMLElement>) => {
    if (!rectangle || event.button !== 0) return;
    event.preventDefault();
    const start = placeOf(event);
    frame.current?.setPointerCapture?.(event.pointerId);
    held.current = 1;
    onChange([start, start]);
  };
  const keyed = (index: number) => (event: KeyboardEvent) => {
    const way = ARROWS[event.key];
    if (!way) return;
    event.preventDefault();
    put(index, stepped(marks[index], way, event.shiftKey ? FINE : STEP));
  };
  const letGo = () => {
    held.current = null;
  };
  const moved = (event: PointerEvent) => {
    if (held.current !== null) put(held.current, placeOf(event));
  };
  return (
    <div
      ref={frame}
      className="photo-marks"
      data-drawn={rectangle || undefined}
      onPointerDown={draw}
      onPointerMove={moved}
      onPointerUp={letGo}
      onPointerCancel={letGo}>
      <img src={source} alt={alt} draggable={false} />
      <Outline points={outline(marks, rectangle)} />
      {marks.map((mark, index) => (
        <button
          key={index}
          type="button"
          className="photo-handle"
          style={{ left: `${mark[0] * 100}%`, top: `${mark[1] * 100}%` }}
          onPointerDown={grab(index)}
          onKeyDown={keyed(index)}
          aria-label={`${names[index] ?? 'Mark'}, ${percent(mark[0])} across, ${percent(mark[1])} down: move it with the arrow keys`}>
          <span aria-hidden="true">{rectangle ? '' : index + 1}</span>
        </button>
      ))}
    </div>
  );
}

function Outline({ points }: { points: string }) {
  return (
    <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      <polygon points={points} />
    </svg>
  );
}
