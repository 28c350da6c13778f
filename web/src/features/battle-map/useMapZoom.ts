import { select } from 'd3-selection';
import { zoom, zoomIdentity, zoomTransform, type ZoomBehavior } from 'd3-zoom';
import { useEffect, useRef, useState, type RefObject } from 'react';
import { useStable } from '@/shared/useStable';
import { broughtIn, fitScale, tokenScale, VIEW, zoomTo, type Box, type Part, type ZoomState } from './view';

const DEEPEST = 8;

/** A press on what can be taken in hand, and a double click on a unit, which is two clicks on it. */
const isTaken = ({ target, type }: Event): boolean =>
  target instanceof Element && target.closest(type === 'dblclick' ? '.unit' : '[data-grab]') !== null;

/** Shift belongs to measuring, other buttons to the browser, presses on units to who takes them in hand. An event
 * that a script made has no view, which d3 needs. */
const starts = (event: MouseEvent | TouchEvent | WheelEvent): boolean =>
  event.view !== null &&
  (event.type === 'wheel' || (!event.shiftKey && (!('button' in event) || event.button === 0) && !isTaken(event)));

export type Size = Pick<Box, 'width' | 'height'>;

/** Writes the zoom straight into the drawing: no React work while the map moves. */
function show(svg: SVGSVGElement, stage: SVGGElement, box: Size, { k, x, y }: ZoomState): void {
  stage.setAttribute('transform', `translate(${x} ${y}) scale(${k})`);
  svg.style.setProperty('--token', String(tokenScale(box, k)));
  svg.style.setProperty('--hair', String(1 / (fitScale(box) * k)));
  svg.toggleAttribute('data-near', fitScale(box) * k > 0.7);
  svg.style.setProperty('--coarse-grid', String(Math.max(0.25, 0.75 - 0.12 * k)));
  svg.style.setProperty('--fine-grid', String(Math.min(0.5, Math.max(0, 0.22 * (k - 1.2)))));
}

export interface MapZoom {
  /** Zoom level rounded to quarters, for what has to be arranged again (labels). */
  level: number;
  /** The drawing's size in screen pixels; measured when it changes, since asking makes the browser lay the whole page out. */
  size: Size;
  now: () => ZoomState;
  zoomBy: (factor: number) => void;
  panBy: (x: number, y: number) => void;
  fit: () => void;
  /** Shows a part of the map as large as it fits. */
  show: (part: Part) => void;
  /** Moves the map as little as it takes to have a part of it in sight. */
  bringIn: (part: Part) => void;
  back: (to: ZoomState) => void;
}

/**
 * Calls with each size, from the observer and so first once the page is laid out: reading the size of the drawing would
 * force a layout of its own.
 */
function onSize(root: SVGSVGElement, call: (size: Size) => void): () => void {
  if (typeof ResizeObserver === 'undefined') {
    call(root.getBoundingClientRect());
    return () => undefined;
  }
  const resized = new ResizeObserver((entries) => {
    const box = entries.at(-1)?.borderBoxSize[0];
    if (box) call({ width: box.inlineSize, height: box.blockSize });
  });
  resized.observe(root);
  return () => resized.disconnect();
}

/** Wheel, drag, pinch and double click move the map; the returned calls do the same for buttons and keys. */
export function useMapZoom(svg: RefObject<SVGSVGElement | null>, stage: RefObject<SVGGElement | null>): MapZoom {
  const [level, setLevel] = useState(1);
  const [size, setSize] = useState<Size>({ width: VIEW.width, height: VIEW.height });
  const behavior = useRef<ZoomBehavior<SVGSVGElement, unknown> | null>(null);
  useEffect(() => {
    const root = svg.current;
    const group = stage.current;
    if (!root || !group) return;
    let box: Size = VIEW;
    let measured = false;
    const moving = zoom<SVGSVGElement, unknown>()
      .scaleExtent([1, DEEPEST])
      .extent([
        [VIEW.x, VIEW.y],
        [VIEW.x + VIEW.width, VIEW.y + VIEW.height],
      ])
      .translateExtent([
        [VIEW.x, VIEW.y],
        [VIEW.x + VIEW.width, VIEW.y + VIEW.height],
      ])
      .filter(starts)
      .on('zoom', ({ transform }: { transform: ZoomState }) => {
        show(root, group, box, transform);
        setLevel(Math.round(transform.k * 4) / 4);
      });
    behavior.current = moving;
    select(root).call(moving);
    const fresh = ({ width, height }: Size) => {
      if (measured && box.width === width && box.height === height) return;
      measured = true;
      box = { width, height };
      setSize((known) => (known.width === width && known.height === height ? known : { width, height }));
      show(root, group, box, zoomTransform(root));
    };
    const forget = onSize(root, fresh);
    return () => {
      forget();
      select(root).on('.zoom', null);
    };
  }, [svg, stage]);

  const go = (root: SVGSVGElement, moving: ZoomBehavior<SVGSVGElement, unknown>, { k, x, y }: ZoomState): void =>
    moving.transform(select(root), zoomIdentity.translate(x, y).scale(k));
  const withMap = (act: (root: SVGSVGElement, moving: ZoomBehavior<SVGSVGElement, unknown>) => void): void => {
    if (svg.current && behavior.current) act(svg.current, behavior.current);
  };
  return {
    level,
    size,
    now: useStable(() => (svg.current ? zoomTransform(svg.current) : zoomIdentity)),
    zoomBy: useStable((factor: number) => withMap((root, moving) => moving.scaleBy(select(root), factor))),
    panBy: useStable((x: number, y: number) => withMap((root, moving) => moving.translateBy(select(root), x, y))),
    fit: useStable(() => withMap((root, moving) => moving.transform(select(root), zoomIdentity))),
    show: useStable((part: Part) => withMap((root, moving) => go(root, moving, zoomTo(part, DEEPEST)))),
    bringIn: useStable((part: Part) =>
      withMap((root, moving) => go(root, moving, broughtIn(part, zoomTransform(root)))),
    ),
    back: useStable((to: ZoomState) => withMap((root, moving) => go(root, moving, to))),
  };
}
