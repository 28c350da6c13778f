import { UnitSheet } from '@/features/unit-card';
import { Badge, cx } from '@/shared/ui';
import { modelsIn, type Ability, type OtherProfile, type Unit } from './readRoster';

/** One unit as a card of an army, with the sheet that it has on the table. */
export function RosterUnit({ unit }: { unit: Unit }) {
  const models = modelsIn([unit]);
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
        <UnitSheet profiles={unit.models} level={4} printed />
        {unit.profiles.map((profile, index) => (
          <OtherNumbers key={index} profile={profile} />
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

/** The rules of the army and its detachment, as a card like a unit's. */
export function ArmyRules({ abilities }: { abilities: readonly Ability[] }) {
  return (
    <article aria-label="Army rules" className="mb-4 break-inside-avoid rounded border border-line bg-panel">
      <header className="border-b border-line px-4 py-3">
        <h3 className="text-lg leading-tight font-semibold">Army rules</h3>
      </header>
      <div className="px-4 py-3">
        <Abilities abilities={abilities} />
      </div>
    </article>
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

function OtherNumbers({ profile }: { profile: OtherProfile }) {
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
