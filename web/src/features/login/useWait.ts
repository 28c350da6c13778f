import { useEffect, useState } from 'react';

/** Counts seconds down from `start(seconds)`; 0 when nothing has to be waited for. */
export function useWait(): { left: number; start: (seconds: number) => void } {
  const [until, setUntil] = useState(0);
  const [now, setNow] = useState(0);
  const waiting = until > now;
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [waiting]);
  const start = (seconds: number) => {
    setNow(Date.now());
    setUntil(Date.now() + seconds * 1000);
  };
  return { left: Math.ceil(Math.max(until - now, 0) / 1000), start };
}
