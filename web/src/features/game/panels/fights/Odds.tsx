import { sentence, type Chances } from '@/shared/api';
import { Skeleton } from '@/shared/ui';
import type { Aim } from './targets';
import { percent, useOdds } from './useOdds';

/** What the chosen attacks would do, exactly, before anything is declared. */
export function Odds({ aims }: { aims: readonly Aim[] }) {
  const odds = useOdds(aims);
  if (!aims.length) return <p className="text-soft">No weapon is used.</p>;
  if (odds.error)
    return (
      <p className="text-soft" role="status">
        {sentence(odds.error)}
      </p>
    );
  if (!odds.data) return <Skeleton className="h-24" />;
  return (
    <section aria-label="Odds" className="flex flex-col gap-3">
      {odds.data.targets.map((target) => (
        <div key={target.target_unit_uuid} className="odds">
          <p className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className="font-semibold">{target.target_unit_name}</span>
            <span className="figure">
              <span className="text-lg">{target.damage.mean.toFixed(1)}</span> damage of {target.wounds}
            </span>
          </p>
          <Slain slain={target.slain} models={target.models} />
          <p className="figure text-sm text-soft">
            {target.models > 1
              ? `Slays ${target.slain.mean.toFixed(1)} of ${target.models} on average; destroys it ${percent(target.destroyed)}.`
              : `Destroys it ${percent(target.destroyed)}.`}
          </p>
        </div>
      ))}
    </section>
  );
}

const MOST_BARS = 12;

/** The chance of each number of slain miniatures, as bars; the last takes what is beyond. */
function Slain({ slain, models }: { slain: Chances; models: number }) {
  const shown = Math.min(models, MOST_BARS);
  const bars = Array.from({ length: shown + 1 }, (_, count) =>
    count < shown ? (slain.chances[count] ?? 0) : slain.chances.slice(shown).reduce((sum, each) => sum + each, 0),
  );
  const words = bars.map((chance, count) => `${count}: ${percent(chance)}`).join(', ');
  const tallest = Math.max(...bars);
  return (
    <figure aria-label={`Chance to slay, ${words}`}>
      <div className="odds-bars" aria-hidden="true">
        {bars.map((chance, count) => (
          <span key={count}>
            <b>{chance >= 0.005 ? percent(chance) : ''}</b>
            <i style={{ height: `${(chance / tallest) * 100}%` }} />
            <em>{count === shown && models > shown ? `${count}+` : count}</em>
          </span>
        ))}
      </div>
      <figcaption className="label text-center text-xs text-faint">slain</figcaption>
    </figure>
  );
}
