import { Fragment, useState } from 'react';
import {
  ATTRIBUTES,
  statsOf,
  type Army,
  type BoardUnit,
  type NamedDistance,
  type Profile,
  type Weapon,
} from '@/shared/battle-log';
import { showInches } from '@/shared/geometry';
import { IconButton, UnitImage } from '@/shared/ui';

interface UnitPanelProps {
  unit: BoardUnit;
  army: Army | undefined;
  /** Miniatures or wounds left, in words. */
  left: string;
  onClose: () => void;
}

/** A unit's sheet as it stands in this phase: picture, profiles, weapons, abilities, and what is how far away. */
export function UnitPanel({ unit, army, left, onClose }: UnitPanelProps) {
  const stats = statsOf(unit);
  const ranged = (stats?.profiles ?? []).flatMap((each) => each.ranged);
  const melee = (stats?.profiles ?? []).flatMap((each) => each.melee);
  return (
    <section aria-label={`Unit ${unit.name}`} className="flex flex-col gap-4 p-4" data-testid="unit-panel">
      <header className="flex items-start gap-3">
        <UnitImage transponder={unit.transponder} className="size-14" alt={`Transponder of ${unit.name}`} />
        <div className="min-w-0 flex-1">
          <h2 className="text-lg leading-tight font-semibold">{unit.name}</h2>
          <p className="text-sm text-soft">
            <span
              aria-hidden="true"
              style={{ color: army ? `var(--${army.colorIndex === 0 ? 'blue' : 'red'})` : undefined }}>
              ●{' '}
            </span>
            {army?.name ?? 'Army unknown'} · {left}
          </p>
          <p className="label mt-1 flex flex-wrap gap-2 text-xs text-lamp">
            {unit.battleShocked && <span>Battle-shocked</span>}
            {unit.inReserves && <span>In reserves</span>}
          </p>
        </div>
        <IconButton icon="close" label="Close" onClick={onClose} />
      </header>
      {stats ? (
        stats.profiles.map((each, index) => (
          <ProfileStats key={index} profile={each} named={stats.profiles.length > 1} />
        ))
      ) : (
        <p className="text-sm text-soft">The log has no sheet for this unit.</p>
      )}
      {ranged.length > 0 && <WeaponTable title="Ranged weapons" weapons={ranged} skill="BS" />}
      {melee.length > 0 && <WeaponTable title="Melee weapons" weapons={melee} skill="WS" />}
      {stats && stats.abilities.length > 0 && <Abilities abilities={stats.abilities} />}
      {stats && (
        <div className="grid gap-3">
          <Distances title="Enemies" items={stats.enemyDistances} />
          <Distances title="Friends" items={stats.friendlyDistances} />
          <Distances title="Objectives" items={stats.objectiveDistances} />
        </div>
      )}
    </section>
  );
}

function ProfileStats({ profile, named }: { profile: Profile; named: boolean }) {
  return (
    <div>
      {(named || profile.count !== null) && (
        <p className="mb-1 flex justify-between text-sm text-soft">
          <span>{profile.name}</span>
          {profile.count !== null && (
            <span className="figure">
              {profile.alive ?? profile.count} of {profile.count}
            </span>
          )}
        </p>
      )}
      <dl className="grid grid-cols-8 border-y border-line">
        {ATTRIBUTES.map(([key, short]) => (
          <div key={key} className="border-l border-line py-1 text-center first:border-l-0">
            <dt className="label text-xs text-faint">{short}</dt>
            <dd className="figure text-base">{profile.attributes[key] || '–'}</dd>
          </div>
        ))}
      </dl>
    </div>
  );
}

function WeaponTable({ title, weapons, skill }: { title: string; weapons: readonly Weapon[]; skill: string }) {
  const columns = ['A', skill, 'S', 'AP', 'D'];
  const hasRange = weapons.some((each) => each.range !== null);
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="label border-b border-line-strong text-xs text-faint">
          <th scope="col" className="py-1 text-left font-semibold text-soft">
            {title}
          </th>
          {hasRange && (
            <th scope="col" className="w-7 text-right font-semibold">
              R
            </th>
          )}
          {columns.map((each) => (
            <th key={each} scope="col" className="w-7 text-right font-semibold">
              {each}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weapons.map((each, index) => (
          <Fragment key={index}>
            <tr className="border-t border-line align-top">
              <th scope="row" className="pt-1 text-left font-normal">
                {each.name}
                {each.count !== null && each.count > 1 && <span className="figure text-faint"> ×{each.count}</span>}
              </th>
              {hasRange && <td className="figure pt-1 text-right">{each.range === null ? '–' : `${each.range}″`}</td>}
              {[each.attacks, each.skill, each.strength, each.ap, each.damage].map((value, column) => (
                <td key={column} className="figure pt-1 text-right">
                  {value || '–'}
                </td>
              ))}
            </tr>
            {each.keywords.length > 0 && (
              <tr>
                <td colSpan={hasRange ? 7 : 6} className="pb-1 text-xs text-faint">
                  {each.keywords.join(', ')}
                </td>
              </tr>
            )}
          </Fragment>
        ))}
      </tbody>
    </table>
  );
}

function Abilities({ abilities }: { abilities: { name: string; description: string }[] }) {
  return (
    <div>
      <h3 className="label mb-1 text-xs text-soft">Abilities</h3>
      <ul className="grid gap-1.5 text-sm">
        {abilities.map((each, index) => (
          <li key={index}>
            <strong className="font-semibold">{each.name}</strong>
            {each.description && <span className="text-soft"> – {each.description}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

const FEW = 4;

function Distances({ title, items }: { title: string; items: readonly NamedDistance[] }) {
  const [all, setAll] = useState(false);
  if (!items.length) return null;
  const near = [...items].sort((a, b) => a.distance - b.distance);
  return (
    <div>
      <h3 className="label mb-1 text-xs text-soft">{title}</h3>
      <ul className="text-sm">
        {near.slice(0, all ? undefined : FEW).map((each, index) => (
          <li key={index} className="flex justify-between gap-3 border-b border-line py-0.5">
            <span className="truncate">{each.name}</span>
            <span className="figure">{showInches(each.distance)}</span>
          </li>
        ))}
      </ul>
      {near.length > FEW && (
        <button
          type="button"
          className="min-h-8 text-sm text-soft underline coarse:min-h-11"
          onClick={() => setAll(!all)}>
          {all ? 'Only the nearest' : `All ${near.length}`}
        </button>
      )}
    </div>
  );
}
