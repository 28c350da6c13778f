import { useEffect, useState } from 'react';
import type { Box } from './found';
import type { Colour } from './shares';

/** The part of a die's side, about its middle, whose colour is taken. */
const MIDDLE = 0.6;
/** Samples along a side. */
const SAMPLES = 32;

/** The colour of each box of a photo, that of most of it: pips are of another; null until it is known, and where nobody wants it. */
export function useColours(source: string | null, boxes: readonly Box[]): readonly Colour[] | null {
  const [colours, setColours] = useState<readonly Colour[] | null>(null);
  const where = boxes.map((box) => box.join(' ')).join();
  useEffect(() => {
    if (!source || !where) return;
    let gone = false;
    const image = new Image();
    image.onload = () => {
      const found = coloursOf(
        image,
        where.split(',').map((box) => box.split(' ').map(Number)),
      );
      if (!gone) setColours(found);
    };
    image.src = source;
    return () => {
      gone = true;
    };
  }, [source, where]);
  return colours;
}

function coloursOf(image: HTMLImageElement, boxes: readonly (readonly number[])[]): Colour[] | null {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SAMPLES;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) return null;
  return boxes.map(([x0 = 0, y0 = 0, x1 = 0, y1 = 0]) => {
    const [wide, high] = [(x1 - x0) * MIDDLE, (y1 - y0) * MIDDLE];
    const [left, top] = [(x0 + x1 - wide) / 2, (y0 + y1 - high) / 2];
    context.drawImage(image, left, top, wide, high, 0, 0, SAMPLES, SAMPLES);
    const { data } = context.getImageData(0, 0, SAMPLES, SAMPLES);
    const middle = (channel: number): number =>
      [...data].filter((_, at) => at % 4 === channel).toSorted((one, other) => one - other)[SAMPLES ** 2 / 2] ?? 0;
    return [middle(0), middle(1), middle(2)];
  });
}
