import { useEffect, useState } from 'react';
import { useReel } from '../film/useFilm';

const SHOWN_MS = 4000;

/** Points that an army has just scored fly in beside its score, with what they were for: over nothing that is read there. */
export function GainFlag({ armyId }: { armyId: string }) {
  const all = useReel((reel) => reel.gains);
  const gains = all.filter((each) => each.armyId === armyId && each.points > 0);
  const newest = gains.at(-1)?.id ?? 0;
  const [gone, setGone] = useState(0);
  useEffect(() => {
    const timer = window.setTimeout(() => setGone(newest), SHOWN_MS);
    return () => window.clearTimeout(timer);
  }, [newest]);
  const shown = gains.filter((each) => each.id > gone);
  return (
    <div role="status" className="gains">
      {shown.map(({ id, points, what }) => (
        <p key={id}>
          <strong className="figure">+{points}</strong> {what}
        </p>
      ))}
    </div>
  );
}
