import type { MiniatureProfile, UnitState, WeaponLine } from '@/shared/api';
import { useState } from 'react';
import { Badge, Button, UnitImage, type BadgeTone } from '@/shared/ui';
import { JsonDialog } from '../abilities/JsonDialog';
import { useTable } from '../tableStore';

const ATTRIBUTES = [
  ['M', 'movement'],
  ['T', 'toughness'],
  ['W', 'wounds'],
  ['LD', 'leadership'],
  ['OC', 'objective_controlled'],
  ['Sv', 'save'],
  ['Inv', 'invuln'],
  ['FNP', 'fnp'],
] as const;

const badges = (unit: UnitState): [string, boolean, BadgeTone][] => [
  ['Character', unit.character, 'lamp'],
  ['Alive', unit.alive, 'good'],
  ['Engaged', unit.engaged, 'plain'],
  ['In Combat', unit.in_combat, 'plain'],
  ['Half Strength', unit.half_strength, 'bad'],
  ['Battle Shocked', unit.battle_shocked, 'bad'],
  ['In Cover', unit.in_cover, 'plain'],
  ['Deployed', unit.deployed, 'plain'],
];

const actions = (unit: UnitState): [string, boolean][] => [
  ['Command Phase', unit.command_phase_action],
  [unit.movement_action_type ? `Movement (${unit.movement_action_type})` : 'Movement', unit.movement_action],
  ['Shooting', unit.shooting_action],
  ['Charge', unit.charge_action],
  ['Combat', unit.combat_action],
  ['Battle Shock', unit.battle_shock_action],
  ['Scoring', unit.scoring_action],
];

const moves = (unit: UnitState): [string, boolean][] => [
  ['Moved', unit.moved],
  ['Advanced', unit.advanced],
  ['Fall Back', unit.fall_back],
  ['Stationary', unit.stationary],
];

/** A unit as a card; opened, its whole sheet. Opening it selects it on the map. */
export function UnitCard({ unit }: { unit: UnitState }) {
  const { selectedId, select } = useTable();
  const [json, setJson] = useState(false);
  const open = selectedId === unit.uuid;
  return (
    <article className="unit-card-open" aria-label={unit.name}>
      <button
        type="button"
        className="flex min-h-11 items-center gap-3 text-left"
        aria-expanded={open}
        onClick={() => select(open ? null : unit.uuid)}>
        <UnitImage transponder={unit.transponder} className="size-9 shrink-0" />
        <span className="min-w-0 flex-1">
          <span className="block font-semibold wrap-anywhere">{unit.name}</span>
          <span className="figure text-sm text-soft">
            {unit.marker && `${unit.marker} · `}
            {unit.alive_count} of {unit.starting_strength} · {unit.points} points
          </span>
        </span>
      </button>
      <p className="flex flex-wrap gap-1.5">
        {badges(unit).map(
          ([name, on, tone]) =>
            on && (
              <Badge key={name} tone={tone}>
                {name}
              </Badge>
            ),
        )}
        {!unit.alive && <Badge tone="bad">Destroyed</Badge>}
      </p>
      {open && <UnitDetail unit={unit} />}
      <Button tone="quiet" className="min-h-11 self-start" onClick={() => setJson(true)}>
        View JSON
      </Button>
      {json && <JsonDialog title="Unit JSON Data" value={unit} onClose={() => setJson(false)} />}
    </article>
  );
}

function UnitDetail({ unit }: { unit: UnitState }) {
  return (
    <div className="flex flex-col gap-3">
      {grouped(unit.unit_stats.miniatures).map((profile, index) => (
        <Profile key={index} profile={profile} />
      ))}
      <dl className="facts">
        <div>
          <dt>Strength</dt>
          <dd>
            {unit.alive_count} now, {unit.starting_strength} at the start
          </dd>
        </div>
        <div>
          <dt>Location</dt>
          <dd>
            {unit.location
              ? `(${unit.location[0].toFixed(1)}, ${unit.location[1].toFixed(1)})`
              : unit.in_reserves
                ? 'In reserves'
                : 'Off the board'}
          </dd>
        </div>
        <div>
          <dt>Movement status</dt>
          <dd>
            {moves(unit)
              .filter(([, on]) => on)
              .map(([name]) => name)
              .join(', ') || 'Not moved yet'}
          </dd>
        </div>
        <div>
          <dt>Keywords</dt>
          <dd>{unit.keywords.join(', ') || 'None'}</dd>
        </div>
      </dl>
      <h5 className="label text-soft">Available actions</h5>
      <dl className="facts">
        {actions(unit).map(([name, free]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd className={free ? 'text-good' : 'text-faint'}>{free ? 'Available' : 'Used'}</dd>
          </div>
        ))}
      </dl>
      <h5 className="label text-soft">Abilities</h5>
      {unit.abilities.length === 0 && <p className="text-sm text-faint">None</p>}
      {unit.abilities.map((each) => (
        <p key={each.name} className="text-sm">
          <strong>{each.name}</strong> <span className="text-soft">{each.description}</span>
        </p>
      ))}
    </div>
  );
}

/** Miniatures of one name and one set of attributes stand together; so do weapons of one set of stats. */
function grouped(profiles: readonly MiniatureProfile[]): MiniatureProfile[] {
  const found = new Map<string, MiniatureProfile>();
  for (const each of profiles) {
    const key = JSON.stringify([each.name, each.attributes]);
    const known = found.get(key);
    found.set(
      key,
      known
        ? {
            ...known,
            count: known.count + each.count,
            alive: known.alive + each.alive,
            ranged_weapons: [...known.ranged_weapons, ...each.ranged_weapons],
            melee_weapons: [...known.melee_weapons, ...each.melee_weapons],
          }
        : each,
    );
  }
  return [...found.values()];
}

function groupedWeapons(weapons: readonly WeaponLine[]): WeaponLine[] {
  const found = new Map<string, WeaponLine>();
  for (const each of weapons) {
    const key = JSON.stringify([
      each.name,
      each.weapon_range,
      each.attacks,
      each.skill,
      each.strength,
      each.ap,
      each.damage,
      each.keywords,
    ]);
    const known = found.get(key);
    found.set(key, known ? { ...known, count: known.count + each.count } : each);
  }
  return [...found.values()];
}

function Profile({ profile }: { profile: MiniatureProfile }) {
  return (
    <section className="flex flex-col gap-2 border-t border-line pt-2">
      <h5 className="flex justify-between gap-2">
        <span className="font-semibold">
          {profile.name} ×{profile.count}
        </span>
        <span className="figure text-soft">{profile.alive} alive</span>
      </h5>
      <table className="stat-table" aria-label={`${profile.name}, attributes`}>
        <thead>
          <tr>
            {ATTRIBUTES.map(([head]) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          <tr>
            {ATTRIBUTES.map(([head, key]) => (
              <td key={head}>{profile.attributes[key] ?? '-'}</td>
            ))}
          </tr>
        </tbody>
      </table>
      <Weapons title="Ranged weapons" weapons={profile.ranged_weapons} ranged />
      <Weapons title="Melee weapons" weapons={profile.melee_weapons} />
    </section>
  );
}

function Weapons({
  title,
  weapons,
  ranged = false,
}: {
  title: string;
  weapons: readonly WeaponLine[];
  ranged?: boolean;
}) {
  if (!weapons.length) return null;
  const heads = ['Count', ...(ranged ? ['Range'] : []), 'A', ranged ? 'BS' : 'WS', 'S', 'AP', 'D'];
  const values = (each: WeaponLine) => [
    each.count,
    ...(ranged ? [`${each.weapon_range ?? '-'}″`] : []),
    each.attacks,
    each.skill,
    each.strength,
    each.ap,
    each.damage,
  ];
  return (
    <table className="stat-table" aria-label={title}>
      <thead>
        <tr>
          <th scope="col">Weapon</th>
          {heads.map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {groupedWeapons(weapons).map((each, index) => (
          <tr key={index}>
            <th scope="row">
              {each.name}
              {each.keywords.length > 0 && <span className="block text-faint">{each.keywords.join(', ')}</span>}
            </th>
            {values(each).map((value, column) => (
              <td key={column}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
