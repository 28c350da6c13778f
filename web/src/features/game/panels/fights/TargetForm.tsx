import { useEffect } from 'react';
import { resetUnit, selectTargets, type UnitState, type UsableWeapon } from '@/shared/api';
import { Button, Field, Notice, Select } from '@/shared/ui';
import { useGameId, useTable } from '../../client/context';
import { useCommand } from '../../client/useCommand';
import { Act, Refusal } from '../Act';
import { Odds } from './Odds';
import { chosenOf, splitsOf } from '../../map/hand/useAttack';
import { Splitting } from './Splitting';
import {
  aimsOf,
  type Chosen,
  firesOnce,
  HOLD,
  isComplete,
  missing,
  rivalOf,
  type Split,
  type Splits,
  targetsOf,
  WHOLE,
  whyAimed,
} from './targets';

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
  const gameId = useGameId();
  const command = useCommand();
  const weapons = unit.weapons ?? [];
  const aimed = useTable((table) => table.aimed);
  const chosen = chosenOf(unit, aimed);
  const splits = splitsOf(unit, aimed);
  const aims = aimsOf(unit, chosen, splits);
  const lacks = missing(weapons, chosen);
  const why = whyAimed(weapons, chosen);
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
      {unit.unreached && <Notice tone="info" text={`${unit.unreached}.`} />}
      <Weapons unit={unit} chosen={chosen} splits={splits} />
      {why && <p className="text-sm text-soft">{why}</p>}
      <Odds aims={aims} />
      {lacks && (
        <p id={`lacks-${unit.uuid}`} className="text-warn">
          {lacks}
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          tone="primary"
          className="min-h-11 grow"
          busy={command.busy}
          aria-describedby={lacks ? `lacks-${unit.uuid}` : undefined}
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

/** What each weapon is aimed at, to be chosen. */
function Weapons({ unit, chosen, splits }: { unit: UnitState; chosen: Chosen; splits: Splits }) {
  const { aimBy, weaponId, holdWeapon } = useTable();
  const weapons = unit.weapons ?? [];
  useEffect(() => () => holdWeapon(null), [holdWeapon]);
  return weapons.map((weapon) => (
    <WeaponTarget
      key={weapon.weapon_uuid}
      weapon={weapon}
      value={chosen[weapon.weapon_uuid] ?? ''}
      rival={rivalOf(weapon, weapons, chosen)}
      split={splits[weapon.weapon_uuid] ?? WHOLE}
      onChange={(target) => aimBy(unit.uuid, { ...chosen, [weapon.weapon_uuid]: target }, splits)}
      onSplit={(split) => aimBy(unit.uuid, chosen, { ...splits, [weapon.weapon_uuid]: split })}
      held={weaponId === weapon.weapon_uuid}
      onHold={(on) => holdWeapon(on ? weapon.weapon_uuid : null)}
    />
  ));
}

interface WeaponTargetProps {
  weapon: UsableWeapon;
  value: string;
  rival: UsableWeapon | undefined;
  split: Split;
  onChange: (target: string) => void;
  onSplit: (split: Split) => void;
  /** The next click on an enemy aims this weapon alone. */
  held: boolean;
  onHold: (held: boolean) => void;
}

/** " ×7", or how many of them can be used at the target that is chosen: " ×4 of 7". */
function howMany({ count, targets }: UsableWeapon, chosen: string): string {
  const able = targets.find((each) => each.target_unit_uuid === chosen)?.able ?? count;
  if (able < count) return ` ×${able} of ${count}`;
  return count > 1 ? ` ×${count}` : '';
}

function WeaponTarget({ weapon, value, rival, split, onChange, onSplit, held, onHold }: WeaponTargetProps) {
  const melee = weapon.weapon_range === 'Melee';
  const label = `${weapon.name}${howMany(weapon, value)}`;
  if (!weapon.targets.length)
    return (
      <p className="flex justify-between gap-3">
        <span className="label text-soft">{label}</span>
        <span className="text-sm text-faint">{melee ? 'Nobody in reach' : 'Nothing in range and sight'}</span>
      </p>
    );
  const skill = weapon.skill === 'N/A' ? '' : ` ${weapon.skill}`;
  const hint =
    value === HOLD &&
    (rival ? `Its bearers use ${rival.name}.` : firesOnce(weapon) && 'Held: it shoots once a battle.');
  return (
    <div className="flex flex-col items-start gap-1">
      <Field
        label={label}
        hint={hint || weapon.keywords.join(', ')}
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
              {target.target_unit_name} ({target.distance.toFixed(1)}″
              {target.able !== undefined && target.able < weapon.count && `, ${target.able} of ${weapon.count}`})
            </option>
          ))}
          <option value={HOLD}>{melee ? 'Not used' : 'Hold fire'}</option>
        </Select>
      </Field>
      {weapon.targets.length > 1 && (
        <Button tone="quiet" aria-pressed={held} onClick={() => onHold(!held)}>
          {held ? 'Now click its target' : 'Aim on the map'}
        </Button>
      )}
      {value !== '' && value !== HOLD && <Splitting weapon={weapon} target={value} split={split} onSplit={onSplit} />}
    </div>
  );
}
