import type { ArmyStatistics, AwardRow } from '@/shared/api';
import { Icon } from '@/shared/ui';
import { ArmyName, colorAt } from './ArmyName';

interface HonoursProps {
  armies: readonly [ArmyStatistics, ArmyStatistics];
  awards: readonly AwardRow[];
}

/** What the commanders achieved and what their units were awarded, each with its reason. */
export function Honours({ armies, awards }: HonoursProps) {
  if (!awards.length && armies.every((army) => !army.achievements.length))
    return <p className="text-soft">Achievements and awards are given when the battle is over.</p>;
  return (
    <div className="statistics-pair">
      {armies.map((army, at) => (
        <section key={army.army_uuid} aria-label={`Honours of ${army.name}`} className="flex flex-col gap-5">
          <h3 className="font-semibold">
            <ArmyName color={colorAt(at)}>{army.name}</ArmyName>
          </h3>
          <Achievements army={army} />
          <UnitAwards awards={awards.filter((award) => award.army_uuid === army.army_uuid)} />
        </section>
      ))}
    </div>
  );
}

function Achievements({ army }: { army: ArmyStatistics }) {
  return (
    <div>
      <h4 className="label text-faint">The commander's achievements</h4>
      {army.achievements.length === 0 && (
        <p className="mt-2 text-sm text-soft">{army.computer ? 'The computer earns none.' : 'None in this battle.'}</p>
      )}
      <ul className="honours">
        {army.achievements.map(({ code, name, points, description }) => (
          <li key={code}>
            <span className="honours-mark figure text-lamp">
              {points}
              <span className="sr-only"> points</span>
            </span>
            <span className="min-w-0">
              <b className="block leading-tight font-semibold">{name}</b>
              <span className="text-sm text-soft">{description}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

function UnitAwards({ awards }: { awards: readonly AwardRow[] }) {
  return (
    <div>
      <h4 className="label text-faint">Awards of units</h4>
      {awards.length === 0 && <p className="mt-2 text-sm text-soft">None in this battle.</p>}
      <ul className="honours">
        {awards.map(({ code, award, unit_uuid: unit, unit_name: name, reason }) => (
          <li key={`${code}/${unit}`}>
            <span className="honours-mark text-lamp">
              <Icon name="trophy" />
            </span>
            <span className="min-w-0">
              <b className="block leading-tight font-semibold">
                {name} <span className="font-normal text-soft">· {award}</span>
              </b>
              <span className="text-sm text-soft">{reason}</span>
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
