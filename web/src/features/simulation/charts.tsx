import type { SimulationResult } from '@/shared/api';
import { many } from './numbers';
import './charts.css';

type Rate = SimulationResult['win_rate_a'];
type Names = readonly [string, string];

const percent = (share: number, digits = 0): string => `${(share * 100).toFixed(digits)}%`;

/** An interval this narrow needs tenths of a percent. */
const NARROW = 0.04;

/** A share with its interval as a band on a scale from none to all; the half is marked. */
export function RateBar({ label, rate, note }: { label: string; rate: Rate; note: string }) {
  const { value, low, high } = rate;
  const digits = high - low < NARROW ? 1 : 0;
  return (
    <figure aria-label={label}>
      <figcaption className="flex flex-wrap items-baseline justify-between gap-x-4">
        <span className="label text-soft">{label}</span>
        <span>
          <span className="figure text-lg">{value === null ? '–' : percent(value, digits)}</span>
          {value !== null && (
            <span className="ml-2 text-soft">
              {percent(low, digits)} to {percent(high, digits)}
            </span>
          )}
        </span>
      </figcaption>
      <div className="rate-scale" aria-hidden="true">
        {value !== null && (
          <span className="rate-band" style={{ left: `${low * 100}%`, width: `${(high - low) * 100}%` }} />
        )}
        <span className="rate-half" />
        {value !== null && <span className="rate-value" style={{ left: `${value * 100}%` }} />}
      </div>
      <div className="figure flex justify-between text-sm text-faint" aria-hidden="true">
        <span>0</span>
        <span>50</span>
        <span>100</span>
      </div>
      <p className="mt-1 text-sm text-soft">{note}</p>
    </figure>
  );
}

/** Battles won by each side, and the draws between them. */
export function WinBar({ wins, names }: { wins: SimulationResult['wins']; names: Names }) {
  const parts = [
    { key: 'blue', count: wins.a },
    { key: 'draw', count: wins.draw },
    { key: 'red', count: wins.b },
  ];
  return (
    <div role="img" aria-label={`${names[0]} won ${wins.a}, ${names[1]} won ${wins.b}, ${wins.draw} drawn`}>
      <div className="wins">
        {parts
          .filter((part) => part.count > 0)
          .map((part) => (
            <span key={part.key} data-side={part.key} style={{ flexGrow: part.count }}>
              <b className="figure">{many(part.count)}</b>
            </span>
          ))}
      </div>
      {wins.draw > 0 && <p className="mt-1 text-center text-sm text-soft">{many(wins.draw)} drawn, between the two</p>}
    </div>
  );
}

/** Mean victory points of both armies in each round, as bars with their numbers. */
export function RoundBars({ points, names }: { points: SimulationResult['vp_by_round']; names: Names }) {
  const most = Math.max(1, ...points.a, ...points.b);
  const rounds = points.a.map((a, index) => ({ round: index + 1, values: [a, points.b[index] ?? 0] }));
  return (
    <table className="rounds">
      <thead>
        <tr>
          <th scope="col">Round</th>
          {names.map((name, side) => (
            <th key={side} scope="col" className={side === 0 ? 'text-blue-army' : 'text-red-army'}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rounds.map(({ round, values }) => (
          <tr key={round}>
            <th scope="row" className="figure">
              {round}
            </th>
            {values.map((value, side) => (
              <td key={side}>
                <span
                  className="rounds-bar"
                  data-side={side === 0 ? 'blue' : 'red'}
                  style={{ width: `${(value / most) * 100}%` }}
                />
                <span className="figure text-base">{value.toFixed(1)}</span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
