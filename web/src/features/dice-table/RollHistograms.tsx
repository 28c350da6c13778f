import { memo } from 'react';
import { histogram, STAGE_NAMES, type Histogram, type Stage, type WeaponDice } from './rolls';

const SHOWN: readonly Stage[] = ['hit', 'wound', 'save', 'fnp'];

/** How the dice fell, at a glance: faces 1 to 6 of each stage, filled where they reached what they needed. */
export const RollHistograms = memo(function RollHistograms({ weapons }: { weapons: readonly WeaponDice[] }) {
  const charts = SHOWN.map((stage) => histogram(weapons, stage)).filter((each) => each !== null);
  if (!charts.length) return null;
  return (
    <div className="grid grid-cols-4 gap-4">
      {charts.map((each) => (
        <RollHistogram key={each.stage} chart={each} />
      ))}
    </div>
  );
});

function RollHistogram({ chart }: { chart: Histogram }) {
  const { stage, faces, good, rolled, succeeded, needed } = chart;
  const tallest = Math.max(1, ...faces);
  return (
    <figure aria-label={`${STAGE_NAMES[stage]}: ${succeeded} of ${rolled} reached ${needed}`}>
      <div className="histogram" aria-hidden="true">
        {faces.map((count, index) => (
          <span key={index} data-good={(good[index] ?? 0) > 0 || undefined}>
            <i
              style={{ height: count ? `${Math.max(6, (count / tallest) * 100)}%` : '0', borderWidth: count ? 1 : 0 }}
            />
          </span>
        ))}
      </div>
      <div
        className="figure mt-0.5 grid grid-cols-6 border-t border-line-strong text-center text-xs text-faint"
        aria-hidden="true">
        {faces.map((_, index) => (
          <span key={index}>{index + 1}</span>
        ))}
      </div>
      <figcaption className="mt-1 text-center">
        <span className="label block text-xs text-faint">
          {STAGE_NAMES[stage]} {needed}
        </span>
        <span className="figure text-base">
          {succeeded}
          <span className="text-faint">/{rolled}</span>
        </span>
      </figcaption>
    </figure>
  );
}
