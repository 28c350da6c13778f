import type { UnitState } from '@/shared/api';
import { Badge, IconButton, UnitImage } from '@/shared/ui';

const ATTRIBUTES = [
  ['movement', 'M'],
  ['toughness', 'T'],
  ['save', 'Sv'],
  ['wounds', 'W'],
  ['leadership', 'LD'],
  ['objective_controlled', 'OC'],
] as const;

/** The selected unit at a glance; all of it stands under its army. */
export function UnitCard({ unit, army, onClose }: { unit: UnitState; army: string; onClose: () => void }) {
  const { profiles, guns } = summary(unit);
  return (
    <section className="map-card" aria-label={`Unit ${unit.name}`} data-testid="map-unit">
      <header className="flex items-center gap-3">
        <UnitImage transponder={unit.transponder} className="size-10" alt="" />
        <div className="min-w-0 flex-1">
          <h3 className="leading-tight font-semibold">{unit.name}</h3>
          <p className="text-sm text-soft">
            {unit.marker && (
              <>
                <strong className="figure text-ink" title="Its printed transponder">
                  {unit.marker}
                </strong>{' '}
                ·{' '}
              </>
            )}
            {army} · {unit.alive_count} of {unit.starting_strength} models
          </p>
        </div>
        <IconButton icon="close" label="Close the unit" onClick={onClose} />
      </header>
      <Badges unit={unit} />
      {profiles.map((each) => (
        <dl key={each.name} className="map-attributes" aria-label={each.name}>
          {ATTRIBUTES.map(([key, short]) => (
            <div key={key}>
              <dt>{short}</dt>
              <dd>{each.attributes[key] ?? '–'}</dd>
            </div>
          ))}
        </dl>
      ))}
      {guns.length > 0 && <Weapons guns={guns} />}
    </section>
  );
}

function Weapons({ guns }: { guns: ReturnType<typeof summary>['guns'] }) {
  return (
    <table className="map-table">
      <thead>
        <tr>
          <th scope="col">Weapon</th>
          <th scope="col">Range</th>
          <th scope="col">A</th>
          <th scope="col">S</th>
          <th scope="col">AP</th>
          <th scope="col">D</th>
        </tr>
      </thead>
      <tbody>
        {guns.map((gun) => (
          <tr key={gun.name}>
            <th scope="row">{gun.name}</th>
            <td>{gun.weapon_range ? `${gun.weapon_range}″` : 'Melee'}</td>
            <td>{gun.attacks}</td>
            <td>{gun.strength}</td>
            <td>{gun.ap}</td>
            <td>{gun.damage}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function summary(unit: UnitState) {
  const profiles = unit.unit_stats.miniatures.slice(0, 2);
  const all = unit.unit_stats.miniatures.flatMap((each) => [...each.ranged_weapons, ...each.melee_weapons]);
  return { profiles, guns: all.filter((each, index) => all.findIndex(({ name }) => name === each.name) === index) };
}

function Badges({ unit }: { unit: UnitState }) {
  const told = [
    unit.engaged && 'Engaged',
    unit.battle_shocked && 'Battle Shocked',
    unit.in_cover && 'In Cover',
    unit.half_strength && 'Half Strength',
    unit.movement_action_type,
    unit.character && 'Character',
  ].filter((each): each is string => Boolean(each));
  if (!told.length) return null;
  return (
    <p className="flex flex-wrap gap-1.5">
      {told.map((each) => (
        <Badge key={each} tone={each === 'Engaged' || each === 'Battle Shocked' ? 'bad' : 'plain'}>
          {each}
        </Badge>
      ))}
    </p>
  );
}
