import type { ArmyStatistics } from '@/shared/api';
import { ArmyMark, ArmyName, colorAt, type Color } from './ArmyName';

interface Scored {
  primary: number;
  secondary: number;
  by_hand?: number;
}

const total = ({ primary, secondary, by_hand: given = 0 }: Scored): number => primary + secondary + given;

/** What each army scored in each round: filled for primary missions, hatched for secondary ones, open if by hand. */
export function Rounds({ armies }: { armies: readonly [ArmyStatistics, ArmyStatistics] }) {
  const numbers = [...new Set(armies.flatMap((army) => army.rounds.map((each) => each.round)))].sort((a, b) => a - b);
  // What was taken away by hand has no part of a column, and makes none lower.
  const most = Math.max(
    1,
    ...armies.flatMap((army) => army.rounds.map((each) => Math.max(total(each), each.primary + each.secondary))),
  );
  if (!numbers.length) return <p className="text-soft">No round has begun yet.</p>;
  return (
    <>
      <ol className="rounds" aria-label="Victory points by round">
        {numbers.map((round) => (
          <li key={round}>
            <div className="rounds-columns">
              {armies.map((army, at) => (
                <Column
                  key={army.army_uuid}
                  name={army.name}
                  color={colorAt(at)}
                  most={most}
                  scored={army.rounds.find((each) => each.round === round)}
                />
              ))}
            </div>
            <span className="label block border-t border-line-strong pt-1 text-center text-faint">
              <span className="sr-only">in round {round}</span>
              <span aria-hidden="true">R{round}</span>
            </span>
          </li>
        ))}
      </ol>
      <ul className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-sm text-soft" aria-label="Legend">
        {armies.map((army, at) => (
          <li key={army.army_uuid} className="flex min-w-0">
            <ArmyName color={colorAt(at)}>{army.name}</ArmyName>
          </li>
        ))}
        <li className="flex items-center gap-2">
          <span className="swatch" aria-hidden="true" />
          Primary
        </li>
        <li className="flex items-center gap-2">
          <span className="swatch" data-hatched="" aria-hidden="true" />
          Secondary
        </li>
        {armies.some((army) => army.rounds.some((each) => each.by_hand)) && (
          <li className="flex items-center gap-2">
            <span className="swatch" data-open="" aria-hidden="true" />
            By hand
          </li>
        )}
      </ul>
    </>
  );
}

interface ColumnProps {
  name: string;
  color: Color;
  most: number;
  scored: Scored | undefined;
}

function Column({ name, color, most, scored = { primary: 0, secondary: 0 } }: ColumnProps) {
  const share = (points: number) => `${(points / most) * 100}%`;
  const given = scored.by_hand ?? 0;
  return (
    <span className="rounds-column" data-color={color}>
      <span className="sr-only">
        {name}: {total(scored)} points, {scored.primary} primary and {scored.secondary} secondary
        {given ? `, ${given} by hand` : ''},{' '}
      </span>
      <span className="rounds-bar" aria-hidden="true">
        <span className="figure text-base">{total(scored)}</span>
        {given > 0 && <i data-open="" style={{ height: share(given) }} />}
        {scored.secondary > 0 && <i data-hatched="" style={{ height: share(scored.secondary) }} />}
        <i style={{ height: share(scored.primary) }} />
      </span>
      <ArmyMark color={color} />
    </span>
  );
}
