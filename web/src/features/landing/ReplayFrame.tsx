import { lazy, Suspense, useEffect, useRef, useState } from 'react';
import { EmptyTable } from './EmptyTable';

const Replay = lazy(async () => ({ default: (await import('./Replay')).Replay }));

/** Calls back once the page has loaded and has nothing better to do. Returns what takes it back. */
function whenQuiet(then: () => void): () => void {
  let idle = 0;
  const wait = () => {
    idle =
      'requestIdleCallback' in window ? window.requestIdleCallback(then, { timeout: 3000 }) : setTimeout(then, 400);
  };
  if (document.readyState === 'complete') wait();
  else window.addEventListener('load', wait, { once: true });
  return () => {
    window.removeEventListener('load', wait);
    if ('cancelIdleCallback' in window) window.cancelIdleCallback(idle);
    else clearTimeout(idle);
  };
}

/**
 * The place of the live battle: an empty table until the text stands and the page is quiet, then the board. What is
 * out of sight is neither loaded nor played.
 */
export function ReplayFrame() {
  const frame = useRef<HTMLElement>(null);
  const [inSight, setInSight] = useState(false);
  const [wanted, setWanted] = useState(false);
  useEffect(() => {
    if (!frame.current || typeof IntersectionObserver === 'undefined') return;
    const watch = new IntersectionObserver(([entry]) => setInSight(entry?.isIntersecting ?? false), {
      threshold: 0.15,
    });
    watch.observe(frame.current);
    return () => watch.disconnect();
  }, []);
  useEffect(() => {
    if (!inSight || wanted) return;
    return whenQuiet(() => setWanted(true));
  }, [inSight, wanted]);
  return (
    <figure ref={frame} className="replay" aria-label="The demo battle, replayed phase by phase">
      {wanted ? (
        <Suspense fallback={<EmptyTable />}>
          <Replay inSight={inSight} />
        </Suspense>
      ) : (
        <EmptyTable />
      )}
    </figure>
  );
}
