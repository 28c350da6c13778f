import { useEffect, useState } from 'react';
import { useMediaQuery } from '@/shared/ui';

const BEAT_MS = 1900;
/** The first and the last picture stand longer. */
const REST_MS = 3600;

export interface Replay {
  index: number;
  playing: boolean;
  toggle: () => void;
  goTo: (index: number) => void;
}

/**
 * Which of `count` pictures stands now. It goes on by itself while `active`, begins again after the last one, and
 * starts paused at `still` for those who prefer less motion; a press on the button overrides that.
 */
export function useReplay(count: number, still: number, active: boolean): Replay {
  const calm = useMediaQuery('(prefers-reduced-motion: reduce)');
  const [chosen, setChosen] = useState<boolean | null>(null);
  const [index, setIndex] = useState<number | null>(null);
  const playing = chosen ?? !calm;
  const now = index ?? (calm ? still : 0);
  useEffect(() => {
    if (!playing || !active || count < 2) return;
    const beat = setTimeout(() => setIndex((now + 1) % count), now === 0 || now === count - 1 ? REST_MS : BEAT_MS);
    return () => clearTimeout(beat);
  }, [playing, active, count, now]);
  return { index: now, playing, toggle: () => setChosen(!playing), goTo: setIndex };
}
