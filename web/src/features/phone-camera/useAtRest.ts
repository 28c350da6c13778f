import { useCallback, useEffect, useEffectEvent, useRef, useState, type RefObject } from 'react';
import type { TraySelection } from '@/features/table-camera';
import { RestWatch, type Waiting } from './restWatch';
import type { Grey } from './trayLook';

const LOOK_MS = 150;
/** Pixels of the small picture's side. */
const SIDE = 128;

export interface AtRest {
  /** What the watch waits for; `off` where it does not watch. */
  waiting: Waiting | 'off';
  /** What lies in the tray now is read. */
  taken: () => void;
}

/** Watches the tray while it is switched on, and calls once for each roll that has come to rest. */
export function useAtRest(
  watching: boolean,
  preview: RefObject<HTMLVideoElement | null>,
  tray: TraySelection | null,
  onRest: () => void,
): AtRest {
  const [waiting, setWaiting] = useState<AtRest['waiting']>('off');
  const watch = useRef<RestWatch | null>(null);
  const rested = useEffectEvent(onRest);
  useEffect(() => {
    const video = preview.current;
    if (!watching || !video) return;
    const watched = new RestWatch();
    watch.current = watched;
    const looks = new Looks();
    const stop = often(async () => {
      const picture = await looks.at(video, tray);
      if (!picture || watch.current !== watched) return;
      const now = watched.see(picture, performance.now());
      if (now === 'rolled') rested();
      setWaiting(now);
    });
    return () => {
      stop();
      watch.current = null;
      setWaiting('off');
    };
  }, [watching, preview, tray]);
  return { waiting, taken: useCallback(() => watch.current?.taken(), []) };
}

/** Looks a few times a second, one look after the other; what ends that. */
function often(look: () => Promise<void>): () => void {
  let busy = false;
  const timer = window.setInterval(() => {
    if (busy) return;
    busy = true;
    look()
      .catch((error: unknown) => console.warn('The tray could not be looked at', error))
      .finally(() => {
        busy = false;
      });
  }, LOOK_MS);
  return () => window.clearInterval(timer);
}

/** Makes small grey pictures of the tray, or of the whole picture where no tray is known. */
class Looks {
  private readonly context: CanvasRenderingContext2D | null;
  /** Whether the browser makes them small beside the page, so that a large picture does not hold it up. */
  private beside = 'createImageBitmap' in window;

  constructor() {
    const canvas = document.createElement('canvas');
    canvas.width = canvas.height = SIDE;
    this.context = canvas.getContext('2d', { willReadFrequently: true });
  }

  async at(video: HTMLVideoElement, tray: TraySelection | null): Promise<Grey | null> {
    const { context } = this;
    if (!context || !video.videoWidth) return null;
    const part = partOf(video, tray);
    const small = await this.small(video, part);
    if (small) context.drawImage(small, 0, 0);
    else context.drawImage(video, ...part, 0, 0, SIDE, SIDE);
    small?.close();
    const { data } = context.getImageData(0, 0, SIDE, SIDE);
    return Uint8Array.from({ length: SIDE * SIDE }, (_, index) => data[4 * index + 1] ?? 0);
  }

  private async small(video: HTMLVideoElement, part: Part): Promise<ImageBitmap | null> {
    if (!this.beside) return null;
    try {
      const size = { resizeWidth: SIDE, resizeHeight: SIDE, resizeQuality: 'medium' } as const;
      return await createImageBitmap(video, ...part, size);
    } catch (error) {
      console.warn('The browser makes no small picture of the camera, the page does', error);
      this.beside = false;
      return null;
    }
  }
}

/** Left, top, width and height in the camera's pixels. */
type Part = [number, number, number, number];

function partOf({ videoWidth: wide, videoHeight: high }: HTMLVideoElement, tray: TraySelection | null): Part {
  const { startX, startY, endX, endY } = tray ?? { startX: 0, startY: 0, endX: 1, endY: 1 };
  return [
    Math.min(startX, endX) * wide,
    Math.min(startY, endY) * high,
    Math.max(Math.abs(endX - startX) * wide, 1),
    Math.max(Math.abs(endY - startY) * high, 1),
  ];
}
