import { useState } from 'react';
import { UnitSheet } from '@/features/unit-card';
import type { UnitState } from '@/shared/api';
import { statsOf } from '@/shared/battle-log';
import { Badge, Button, UnitImage, type BadgeTone } from '@/shared/ui';
import { useGameState, useTable } from '../client/context';
import { placeWords } from '../placeWords';
import { JsonDialog } from '../abilities/JsonDialog';
import { FallsFirst } from './FallsFirst';

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
  const stats = statsOf({ sheet: unit.unit_stats });
  const objectives = useGameState((state) => state.game_model.objectives);
  return (
    <div className="flex flex-col gap-3">
      {stats && <UnitSheet profiles={stats.profiles} level={5} />}
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
            {unit.location ? placeWords(objectives, unit.location) : unit.in_reserves ? 'In reserves' : 'Off the board'}
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
      <FallsFirst unit={unit} />
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
