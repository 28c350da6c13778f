import { useEffect, useState } from 'react';

/** Keeps the screen on while the page is seen; whether it does. The browser takes the lock back whenever the page is hidden. */
export function useWakeLock(visible: boolean): boolean {
  const [kept, setKept] = useState(false);
  useEffect(() => {
    if (!visible || !('wakeLock' in navigator)) return;
    let left = false;
    let lock: WakeLockSentinel | null = null;
    const take = async () => {
      try {
        lock = await navigator.wakeLock.request('screen');
        if (left) return void lock.release();
        lock.onrelease = () => setKept(false);
        setKept(true);
      } catch (error) {
        // A phone that is low on power says no.
        console.warn('The screen is not kept on.', error);
      }
    };
    void take();
    return () => {
      left = true;
      setKept(false);
      void lock?.release();
    };
  }, [visible]);
  return kept;
}
