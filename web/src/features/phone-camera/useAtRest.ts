import { useEffect, useEffectEvent, useState, type RefObject } from 'react';
import type { TraySelection } from '@/features/table-camera';
import { RestWatch, type Grey } from './restWatch';

const LOOK_MS = 150;
/** Pixels of the small picture that motion is looked for in. */
const SIDE = 128;

/** Watches the tray while it is switched on, and calls once for each throw that has come to rest; whether dice move now. */
export function useAtRest(
  watching: boolean,
  preview: RefObject<HTMLVideoElement | null>,
  tray: TraySelection | null,
  onRest: () => void,
): boolean {
  const [moving, setMoving] = useState(false);
  const rested = useEffectEvent(onRest);
  useEffect(() => {
    if (!watching) return;
    const watch = new RestWatch();
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = SIDE;
    const context = canvas.getContext('2d', { willReadFrequently: true });
    const timer = window.setInterval(() => {
      const video = preview.current;
      if (!context || !video?.videoWidth) return;
      if (watch.see(look(context, video, tray), performance.now())) rested();
      setMoving(watch.moving);
    }, LOOK_MS);
    return () => {
      window.clearInterval(timer);
      setMoving(false);
    };
  }, [watching, preview, tray]);
  return moving;
}

/** The tray, or the whole picture where no tray is known, small and grey. */
function look(context: CanvasRenderingContext2D, video: HTMLVideoElement, tray: TraySelection | null): Grey {
  const { videoWidth: wide, videoHeight: high } = video;
  const { startX, startY, endX, endY } = tray ?? { startX: 0, startY: 0, endX: 1, endY: 1 };
  const [left, top] = [Math.min(startX, endX) * wide, Math.min(startY, endY) * high];
  const [across, down] = [Math.abs(endX - startX) * wide, Math.abs(endY - startY) * high];
  context.drawImage(video, left, top, Math.max(across, 1), Math.max(down, 1), 0, 0, SIDE, SIDE);
  const { data } = context.getImageData(0, 0, SIDE, SIDE);
  return Uint8Array.from({ length: SIDE * SIDE }, (_, index) => data[4 * index + 1] ?? 0);
}
