import type { ArmyStatistics, UnitFigures } from '@/shared/api';
import { ArmyName, colorAt, type Color } from './ArmyName';
import { signed } from './chances';

interface DamageProps {
  armies: readonly [ArmyStatistics, ArmyStatistics];
  units: readonly UnitFigures[];
}

/** What each unit dealt and took; the hardest hitters first. */
export function Damage({ armies, units }: DamageProps) {
  const most = Math.max(1, ...units.flatMap((unit) => [unit.damage_dealt, unit.damage_taken]));
  return (
    <div className="statistics-pair">
      {armies.map((army, at) => (
        <ArmyDamage
          key={army.army_uuid}
          army={army}
          color={colorAt(at)}
          most={most}
          units={units.filter((unit) => unit.army_uuid === army.army_uuid)}
        />
      ))}
    </div>
  );
}

interface ArmyDamageProps {
  army: ArmyStatistics;
  color: Color;
  most: number;
  units: UnitFigures[];
}

function ArmyDamage({ army, color, most, units }: ArmyDamageProps) {
  const ordered = [...units].sort((a, b) => b.damage_dealt - a.damage_dealt || b.damage_taken - a.damage_taken);
  return (
    <table className="damage" data-color={color}>
      <caption className="pb-2 text-left font-semibold">
        <ArmyName color={color}>{army.name}</ArmyName>
      </caption>
      <thead>
        <tr className="label text-faint">
          <th scope="col">Unit</th>
          <th scope="col">Dealt</th>
          <th scope="col">Taken</th>
          <th scope="col" className="text-right">
            Luck
          </th>
        </tr>
      </thead>
      <tbody>
        {ordered.map((unit) => (
          <tr key={unit.unit_uuid}>
            <th scope="row">
              <span className="block leading-tight">{unit.name}</span>
              <Fate unit={unit} />
            </th>
            <td>
              <Bar value={unit.damage_dealt} most={most} />
            </td>
            <td>
              <Bar value={unit.damage_taken} most={most} hatched />
            </td>
            <td className="figure text-right text-base text-soft">
              {unit.attacks ? (
                signed(unit.luck)
              ) : (
                <>
                  <span aria-hidden="true">–</span>
                  <span className="sr-only">no attacks</span>
                </>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What became of the unit. */
function Fate({ unit }: { unit: UnitFigures }) {
  const { models_remaining: left, models_lost: lost, destroyed_in_round: fell } = unit;
  const text = fell ? `Destroyed in round ${fell}` : lost ? `${left} left, ${lost} lost` : 'Unscathed';
  return (
    <span className="block text-xs font-normal text-faint">
      {!fell && !lost && unit.damage_taken ? 'Wounded, none lost' : text}
    </span>
  );
}

function Bar({ value, most, hatched = false }: { value: number; most: number; hatched?: boolean }) {
  return (
    <span className="damage-bar">
      <span className="figure text-base">{value}</span>
      <span className="track" aria-hidden="true">
        {value > 0 && <i data-hatched={hatched ? '' : undefined} style={{ width: `${(value / most) * 100}%` }} />}
      </span>
    </span>
  );
}
