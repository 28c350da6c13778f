import { useEffect, useState } from 'react';
import { useClient } from '../client/context';
import { saidBetween } from './said';
import { useSpoken } from './spoken';

/** How long sentences are gathered, so that a screen reader is not cut short by the next one; how many are kept. */
const GATHER_MS = 1500;
const KEPT = 30;

interface Line {
  id: number;
  text: string;
}

/** What the player's own key or menu has just done. */
function OwnActions() {
  const { id, text } = useSpoken();
  return <div aria-live="polite">{text && <p key={id}>{text}</p>}</div>;
}

/** Says what the opponent or the computer did, and what a key did, to players who cannot see it. */
export function Announcer() {
  const { known } = useClient();
  const [lines, setLines] = useState<readonly Line[]>([]);
  useEffect(() => {
    let waiting: string[] = [];
    let count = 0;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const speak = () => {
      const text = waiting.join(' ');
      waiting = [];
      timer = undefined;
      count += 1;
      setLines((said) => [...said, { id: count, text }].slice(-KEPT));
    };
    const stop = known.subscribe(({ state }, { state: before }) => {
      if (!state || !before || state === before) return;
      waiting.push(...saidBetween(before, state));
      if (waiting.length && timer === undefined) timer = setTimeout(speak, GATHER_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [known]);
  return (
    <div className="sr-only">
      <div role="region" aria-label="What the opponent did">
        <div aria-live="polite">
          {lines.map(({ id, text }) => (
            <p key={id}>{text}</p>
          ))}
        </div>
      </div>
      <OwnActions />
    </div>
  );
}
