import { useEffect, useState } from 'react';
import { sentence } from '@/shared/api';
import { closeCamera, openCamera, whyNoCamera } from './photograph';

export interface LiveCamera {
  stream: MediaStream | null;
  /** Why there is no picture. */
  problem: string;
  /** Opens the camera again; null where that cannot help. */
  retry: (() => void) | null;
}

const TAKEN = 'The camera was taken away from this page. Please try again.';

/** The camera's picture while the page is seen: a hidden page lets go of the camera, for the battery's sake. */
export function useLiveCamera(visible: boolean): LiveCamera {
  const [never] = useState(whyNoCamera);
  const [stream, setStream] = useState<MediaStream | null>(null);
  const [problem, setProblem] = useState('');
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (never || !visible) return;
    let left = false;
    let opened: MediaStream | null = null;
    const failed = (text: string) => {
      setStream(null);
      setProblem(text);
    };
    openCamera().then(
      (found) => {
        if (left) return closeCamera(found);
        opened = found;
        found.getVideoTracks().forEach((track) => {
          track.onended = () => failed(TAKEN);
        });
        setProblem('');
        setStream(found);
      },
      (error: unknown) => {
        if (!left) failed(sentence(error));
      },
    );
    return () => {
      left = true;
      setStream(null);
      if (opened) closeCamera(opened);
    };
  }, [never, visible, attempt]);
  return { stream, problem: never || problem, retry: never ? null : () => setAttempt(attempt + 1) };
}
