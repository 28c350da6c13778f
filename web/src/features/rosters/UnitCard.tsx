import { Badge, cx } from '@/shared/ui';
import type { Ability, Model, Profile, Unit, Weapon } from './readRoster';

const modelsOf = (unit: Unit): number => unit.models.reduce((sum, each) => sum + each.count, 0);

/** One unit as a card of an army: who stands in it, what they can do, what they carry. */
export function UnitCard({ unit }: { unit: Unit }) {
  const models = modelsOf(unit);
  return (
    <article
      aria-label={unit.label}
      className={cx('mb-4 break-inside-avoid rounded border border-line bg-panel', unit.leftOut && 'border-dashed')}>
      <header className="flex items-start gap-3 border-b border-line px-4 py-3">
        <div className="min-w-0 flex-1">
          <h3 className="text-lg leading-tight font-semibold break-words">{unit.label}</h3>
          <p className="mt-0.5 flex flex-wrap items-center gap-x-2 text-sm text-faint">
            {unit.role && <span>{unit.role}</span>}
            {models > 0 && <span>{models === 1 ? '1 miniature' : `${models} miniatures`}</span>}
            {unit.warlord && (
              <Badge tone="lamp" icon="flag">
                Warlord
              </Badge>
            )}
            {unit.leftOut && <Badge tone="bad">Left out of the battle</Badge>}
          </p>
        </div>
        {unit.points !== null && (
          <p className="figure text-right text-lg leading-none">
            {unit.points}
            <span className="block text-xs text-faint">points</span>
          </p>
        )}
      </header>
      <div className="flex flex-col gap-4 px-4 py-3">
        {unit.models.map((model, index) => (
          <ModelGroup key={index} model={model} alone={unit.models.length === 1 && model.count === 1} />
        ))}
        {unit.profiles.map((profile, index) => (
          <OtherProfile key={index} profile={profile} />
        ))}
        {unit.keywords.length > 0 && (
          <p className="text-sm text-faint">
            <span className="label mr-2 text-xs">Keywords</span>{' '}
            <span className="capitalize">{unit.keywords.join(', ')}</span>
          </p>
        )}
        {unit.abilities.length > 0 && <Abilities abilities={unit.abilities} />}
      </div>
    </article>
  );
}

function ModelGroup({ model, alone }: { model: Model; alone: boolean }) {
  return (
    <div className="flex flex-col gap-2">
      {!alone && (
        <p className="text-sm font-semibold">
          <span className="figure mr-1.5 text-base text-lamp">{model.count}×</span>
          {model.name}
        </p>
      )}
      {model.stats.length > 0 && <Stats values={model.stats} />}
      {model.ranged.length + model.melee.length > 0 && (
        <Weapons ranged={model.ranged} melee={model.melee} owner={model.name} />
      )}
    </div>
  );
}

/** A line of numbers as on a printed card. */
function Stats({ values }: { values: readonly (readonly [string, string])[] }) {
  return (
    <dl className="flex flex-wrap gap-1">
      {values.map(([name, value]) => (
        <div key={name} className="min-w-11 rounded-sm bg-well px-1.5 py-1 text-center">
          <dt className="label text-xs text-faint">{name}</dt>
          <dd className="figure text-base leading-tight">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

const HEADS = ['Range', 'A', 'Hit', 'S', 'AP', 'D'] as const;

function Weapons({ ranged, melee, owner }: { ranged: Weapon[]; melee: Weapon[]; owner: string }) {
  return (
    <table className="w-full border-collapse text-left" aria-label={`Weapons of ${owner}`}>
      <thead>
        <tr className="label text-xs text-faint">
          <th scope="col" className="border-b border-line py-1 pr-2 font-semibold">
            Weapon
          </th>
          {HEADS.map((head) => (
            <th key={head} scope="col" className="border-b border-line px-1 py-1 text-center font-semibold">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {[...ranged, ...melee].map((weapon, index) => (
          <WeaponRow key={index} weapon={weapon} />
        ))}
      </tbody>
    </table>
  );
}

function WeaponRow({ weapon }: { weapon: Weapon }) {
  const values = [weapon.range, weapon.attacks, weapon.skill, weapon.strength, weapon.ap, weapon.damage];
  return (
    <tr className="align-baseline">
      <th scope="row" className="border-b border-line py-1.5 pr-2 text-sm font-normal break-words">
        {weapon.count > 1 && <span className="figure mr-1 text-faint">{weapon.count}×</span>}
        {weapon.name}
        {weapon.keywords.length > 0 && <span className="block text-xs text-faint">{weapon.keywords.join(', ')}</span>}
      </th>
      {values.map((value, index) => (
        <td key={HEADS[index]} className="figure border-b border-line px-1 py-1.5 text-center text-base">
          {value}
        </td>
      ))}
    </tr>
  );
}

function OtherProfile({ profile }: { profile: Profile }) {
  return (
    <div className="flex flex-col gap-1.5">
      <p className="text-sm font-semibold">
        {profile.name} <span className="font-normal text-faint">{profile.kind}</span>
      </p>
      <Stats values={profile.values.filter(([, value]) => value.length <= 12)} />
      {profile.values
        .filter(([, value]) => value.length > 12)
        .map(([name, value]) => (
          <p key={name} className="text-sm text-soft">
            <span className="label mr-2 text-xs text-faint">{name}</span>
            {value}
          </p>
        ))}
    </div>
  );
}

/** Folded: a reader looks for one ability at a time. */
function Abilities({ abilities }: { abilities: readonly Ability[] }) {
  return (
    <div>
      <h4 className="label text-xs text-faint">Abilities</h4>
      {abilities.map((ability, index) => (
        <details key={index} className="group border-b border-line last:border-0">
          <summary className="flex min-h-9 cursor-pointer items-center gap-2 rounded-sm text-sm hover:text-lamp coarse:min-h-11">
            <span
              aria-hidden="true"
              className="text-faint transition-transform duration-(--swift) group-open:rotate-90">
              ▸
            </span>
            <span className="min-w-0 flex-1">{ability.name}</span>
            <span className="label text-xs text-faint">
              {ability.byHand ? 'by hand' : ability.effects.length > 0 ? 'in effect' : ''}
            </span>
          </summary>
          <div className="pb-3 pl-5 text-sm text-soft">
            <p className="whitespace-pre-line">{ability.text || 'The file has no text for this ability.'}</p>
            {ability.effects.length > 0 && (
              <p className="mt-2">
                <span className="label mr-2 text-xs text-faint">In battle</span>
                {ability.effects.join('; ')}
              </p>
            )}
            {ability.byHand && <p className="mt-2 text-faint">The computer does not act on it: resolve it by hand.</p>}
          </div>
        </details>
      ))}
    </div>
  );
}
