import type { ArmyState } from '@/shared/api';
import { useGameState } from '../client/context';
import { EffectList } from '../abilities/EffectList';
import { useAbilities, useEffects } from '../abilities/useAbilities';
import { isCastable } from '../abilities/kinds';
import { ControllerBadge, PanelHead } from './parts';
import { UnitCard } from './UnitCard';

export const FirstArmy = () => <ArmyPanel side={0} />;
export const SecondArmy = () => <ArmyPanel side={1} />;

/** Everything of an army: who commands it, how it stands, what it has, unit by unit. */
function ArmyPanel({ side }: { side: 0 | 1 }) {
  const state = useGameState();
  const army = state.game_model.armies[side];
  return (
    <>
      <PanelHead title={army.name || `Army ${side + 1}`}>
        <ControllerBadge controller={army.controller} />
      </PanelHead>
      <ArmyFacts army={army} zone={state.map_data.deployment_zones[army.deployment_zone ?? -1]?.name} />
      <ArmyAbilities army={army} />
      <h3 className="label text-soft">Units</h3>
      <ul className="flex flex-col gap-2">
        {army.units.map((unit) => (
          <li key={unit.uuid}>
            <UnitCard unit={unit} />
          </li>
        ))}
      </ul>
    </>
  );
}

type Row = readonly [name: string, value: string | number];

function Facts({ title, rows, open = false }: { title: string; rows: readonly Row[]; open?: boolean }) {
  return (
    <details open={open} className="fold">
      <summary className="label">{title}</summary>
      <dl className="facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

function ArmyFacts({ army, zone }: { army: ArmyState; zone: string | undefined }) {
  return (
    <>
      <Facts
        open
        title="Army details"
        rows={[
          ['Army', army.army],
          ['Commander', army.commander],
          ['Codex', army.codex],
          ['Detachment', army.detachment || 'None'],
          ['Points', army.points],
          ['Command Points', army.cp],
          ['Victory Points', army.vp],
          ...(army.head_start ? [['Head start', `${army.head_start} victory points`] as const] : []),
          ...(army.by_hand ? [['Given by hand', `${army.by_hand} victory points`] as const] : []),
        ]}
      />
      <Facts
        title="Personality and Control"
        rows={[
          ['Controller', /^ai$/i.test(army.controller) ? 'AI' : 'Human'],
          ['Level', /^ai$/i.test(army.controller) ? army.level : 'None'],
          ['Personality', army.personality_type || 'Standard'],
          ['Intensity', army.personality_intensity || 3],
          ['Description', army.personality_description || 'None'],
          ['Player number', army.player_number],
        ]}
      />
      <Facts
        title="Game State"
        rows={[
          ['Device', army.device ?? 'None'],
          ['Deployment zone', zone ?? 'Not chosen'],
          ['CP gained this round', army.gained_cp_this_round ? 'Yes' : 'No'],
          ['Fixed missions', army.fixed_missions ? 'Yes' : 'No'],
          ['Objective type', army.objective_type || 'fixed'],
        ]}
      />
    </>
  );
}

function Names({ title, names }: { title: string; names: readonly string[] }) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{names.length ? names.join(', ') : 'None'}</dd>
    </div>
  );
}

function ArmyAbilities({ army }: { army: ArmyState }) {
  const own = (useAbilities().data ?? []).filter((each) => each.location.army_uuid === army.uuid);
  const buffs = (useEffects().data ?? []).find((each) => each.army_uuid === army.uuid)?.effects ?? [];
  const castable = own.filter(isCastable);
  return (
    <details className="fold">
      <summary className="label">Abilities and missions</summary>
      <dl className="facts facts-long">
        <Names title="Abilities" names={army.abilities.map((each) => each.name)} />
        <Names title="Castable abilities" names={castable.map((each) => each.name)} />
        <Names
          title="Triggered abilities"
          names={castable.filter((each) => each.overall_active).map((each) => each.name)}
        />
        <Names title="Abilities cast this turn" names={army.abilities_cast_this_turn} />
        <Names title="Active effects" names={army.active_effects} />
        <Names title="Secondary missions" names={army.secondary_missions} />
        <Names title="Secondary card deck" names={army.secondary_card_deck} />
        <Names title="Units destroyed this turn" names={army.units_destroyed_this_turn} />
        <Names title="Units lost this turn" names={army.units_lost_this_turn} />
        <div>
          <dt>Buffs</dt>
          <dd>{buffs.length ? <EffectList effects={buffs} /> : 'None'}</dd>
        </div>
      </dl>
    </details>
  );
}
