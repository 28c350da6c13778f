import { useEffect, useState } from 'react';
import { resetUnit, selectTargets, type UnitState, type UsableWeapon } from '@/shared/api';
import { Button, Field, Select } from '@/shared/ui';
import { useGame } from '../../context';
import { useTable } from '../../tableStore';
import { useCommand } from '../../useCommand';
import { Act, Refusal } from '../Act';
import { Odds } from './Odds';
import { aimsOf, HOLD, isComplete, preselected, rivalOf, targetsOf, type Chosen } from './targets';

const CHARGE_REACH = 12;

/** Lights the unit and what it is aimed at on the map while the form is open. */
function useLight(unit: UnitState, targets: readonly string[], melee: boolean) {
  const { select, involve, mark } = useTable();
  const key = targets.join(' ');
  useEffect(() => {
    const aimed = key.split(' ').filter(Boolean);
    const circles = melee
      ? [
          { radius: unit.movement, kind: 'movement' as const, label: `${unit.movement}″ Movement` },
          {
            radius: unit.movement + unit.charge_bonus + CHARGE_REACH,
            kind: 'charge' as const,
            label: `${unit.movement + unit.charge_bonus + CHARGE_REACH}″ Charge Range`,
          },
        ]
      : [];
    select(melee ? null : unit.uuid);
    involve([unit.uuid, ...aimed]);
    mark({ unitId: unit.uuid, circles, targets: aimed, kind: melee ? 'combat' : 'shooting' });
  }, [unit.uuid, unit.movement, unit.charge_bonus, key, melee, select, involve, mark]);
  useEffect(
    () => () => {
      select(null);
      involve([]);
      mark(null);
    },
    [select, involve, mark],
  );
}

/** A picked unit: what each of its weapons is aimed at, and what that would come to. */
export function TargetForm({ unit, phase }: { unit: UnitState; phase: 'shooting' | 'combat' }) {
  const { gameId } = useGame();
  const command = useCommand();
  const weapons = unit.weapons ?? [];
  const [chosen, setChosen] = useState<Chosen>(() => preselected(weapons));
  const aims = aimsOf(unit, chosen);
  const path = { game_id: gameId, phase };
  useLight(unit, targetsOf(aims), phase === 'combat');
  return (
    <form
      className="flex flex-col gap-3"
      aria-label={`Select Targets for ${unit.name}`}
      onSubmit={(event) => {
        event.preventDefault();
        void command.run((number) => selectTargets({ path, body: { targets: aims, get_needed_values: true, number } }));
      }}>
      <h3 className="text-lg font-semibold">Select Targets for {unit.name}</h3>
      {weapons.map((weapon) => (
        <WeaponTarget
          key={weapon.weapon_uuid}
          weapon={weapon}
          value={chosen[weapon.weapon_uuid] ?? ''}
          rival={rivalOf(weapon, weapons, chosen)}
          onChange={(target) => setChosen((known) => ({ ...known, [weapon.weapon_uuid]: target }))}
        />
      ))}
      <Odds aims={aims} />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          tone="primary"
          className="min-h-11 grow"
          busy={command.busy}
          disabled={command.locked || !isComplete(weapons, chosen)}>
          Confirm Targets
        </Button>
        <Act tone="quiet" className="min-h-11" call={(number) => resetUnit({ path, body: { number } })}>
          Cancel
        </Act>
      </div>
      <Refusal of={command} />
    </form>
  );
}

interface WeaponTargetProps {
  weapon: UsableWeapon;
  value: string;
  rival: UsableWeapon | undefined;
  onChange: (target: string) => void;
}

function WeaponTarget({ weapon, value, rival, onChange }: WeaponTargetProps) {
  const melee = weapon.weapon_range === 'Melee';
  const label = `${weapon.name}${weapon.count > 1 ? ` ×${weapon.count}` : ''}`;
  if (!weapon.targets.length)
    return (
      <p className="flex justify-between gap-3">
        <span className="label text-soft">{label}</span>
        <span className="text-sm text-faint">{melee ? 'Nobody in reach' : 'Nothing in range and sight'}</span>
      </p>
    );
  const skill = weapon.skill === 'N/A' ? '' : ` ${weapon.skill}`;
  const hint = value === HOLD && rival ? `Its bearers use ${rival.name}.` : weapon.keywords.join(', ');
  return (
    <Field
      label={label}
      hint={hint}
      aside={
        <span className="figure text-soft">
          A {weapon.attacks}
          {skill} S {weapon.strength} AP {weapon.ap} D {weapon.damage}
        </span>
      }>
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        <option value="">Select Target</option>
        {weapon.targets.map((target) => (
          <option key={target.target_unit_uuid} value={target.target_unit_uuid}>
            {target.target_unit_name} ({target.distance.toFixed(1)}″)
          </option>
        ))}
        <option value={HOLD}>{melee ? 'Not used' : 'Hold fire'}</option>
      </Select>
    </Field>
  );
}
