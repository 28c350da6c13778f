import { useEffect, useState, type RefObject } from 'react';
import type { Aim } from './aim';

/** Five pictures a second, of so many pixels along the longer side. */
const LOOK_MS = 200;
const LONGEST = 960;

interface Look {
  aim: Aim | null;
  /** Why the browser cannot look for markers. */
  problem: string;
}

export interface Aiming extends Look {
  /** Whether markers are looked for. */
  on: boolean;
  turn: (on: boolean) => void;
}

const NONE: Look = { aim: null, problem: '' };
const UNABLE =
  'This browser cannot look for markers in the live picture. Take a photo: the table says what it finds in it.';

/** Looks for the board's markers in the live picture, in a worker, once that is switched on. */
export function useAiming(live: boolean, preview: RefObject<HTMLVideoElement | null>): Aiming {
  const [on, turn] = useState(false);
  const [look, setLook] = useState(NONE);
  const looking = on && live;
  useEffect(() => {
    if (!looking) return;
    const unable = () => setLook({ aim: null, problem: UNABLE });
    const worker = new Worker(new URL('./aim.worker.ts', import.meta.url), { type: 'module' });
    let busy = false;
    worker.onmessage = ({ data }: MessageEvent<Aim>) => {
      busy = false;
      setLook({ aim: data, problem: '' });
    };
    worker.onerror = unable;
    const timer = window.setInterval(() => {
      const video = preview.current;
      if (busy || !video?.videoWidth) return;
      busy = true;
      small(video).then((sent) => worker.postMessage(sent, [sent.bitmap]), unable);
    }, LOOK_MS);
    return () => {
      window.clearInterval(timer);
      worker.terminate();
      setLook(NONE);
    };
  }, [looking, preview]);
  return { ...look, on, turn };
}

async function small(video: HTMLVideoElement): Promise<{ bitmap: ImageBitmap; scale: number }> {
  const { videoWidth, videoHeight } = video;
  const scale = Math.max(1, Math.max(videoWidth, videoHeight) / LONGEST);
  const bitmap = await createImageBitmap(video, {
    resizeWidth: Math.round(videoWidth / scale),
    resizeHeight: Math.round(videoHeight / scale),
    resizeQuality: 'medium',
  });
  return { bitmap, scale };
}
