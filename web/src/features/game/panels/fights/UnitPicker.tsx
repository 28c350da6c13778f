import type { UnitState, UsableWeapon } from '@/shared/api';
import { Badge, UnitImage } from '@/shared/ui';
import type { GameCall } from '../../client/calls';
import { usePossible } from '../../map/usePossible';
import { Act } from '../Act';

const RANGED = ['Range', 'A', 'S', 'AP', 'D'] as const;

const values = (weapon: UsableWeapon, melee: boolean): string[] => [
  ...(melee ? [] : [weapon.weapon_range === 'Melee' ? 'Melee' : `${weapon.weapon_range}″`]),
  weapon.attacks,
  weapon.strength,
  String(weapon.ap),
  weapon.damage,
];

/** A unit's usable weapons with their numbers. */
function WeaponStats({ unit, melee }: { unit: UnitState; melee: boolean }) {
  const heads = melee ? RANGED.slice(1) : RANGED;
  if (!unit.weapons?.length) return <p className="text-sm text-soft">It has no weapon to use now.</p>;
  return (
    <table className="weapon-stats">
      <caption className="sr-only">Weapons of {unit.name}</caption>
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
        {unit.weapons.map((weapon) => (
          <tr key={weapon.weapon_uuid}>
            <th scope="row">
              {weapon.name}
              {weapon.count > 1 && <span className="text-faint"> ×{weapon.count}</span>}
            </th>
            {values(weapon, melee).map((value, index) => (
              <td key={index} className="figure">
                {value}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const hasTarget = (unit: UnitState): boolean => unit.weapons?.some((weapon) => weapon.targets.length > 0) ?? false;

interface UnitPickerProps {
  units: readonly UnitState[];
  melee: boolean;
  /** A person commands them here. */
  human: boolean;
  computer: boolean;
  /** The call that picks a unit. */
  select: (unit: UnitState) => GameCall;
  onLook: (unit: UnitState | null) => void;
}

/** The units that may act now, those with something to aim at first. */
export function UnitPicker({ units, melee, human, computer, select, onLook }: UnitPickerProps) {
  const idle = human && !melee && units.some((unit) => !hasTarget(unit));
  const { data: possible } = usePossible(idle);
  const why = (uuid: string): string => possible?.units.find((each) => each.uuid === uuid)?.why ?? '';
  const sorted = [...units].sort((a, b) => Number(hasTarget(b)) - Number(hasTarget(a)));
  return (
    <ul className="flex flex-col gap-2">
      {sorted.map((unit) => (
        <li
          key={unit.uuid}
          className="unit-card-open"
          onPointerEnter={() => onLook(unit)}
          onPointerLeave={() => onLook(null)}>
          <div className="flex items-center gap-3">
            <UnitImage transponder={unit.transponder} className="size-9" />
            <p className="min-w-0 flex-1 font-semibold">
              {unit.name}{' '}
              <span className="figure font-normal text-soft">
                {unit.alive_count}/{unit.starting_strength}
              </span>
            </p>
            {!hasTarget(unit) && <Badge>No target</Badge>}
          </div>
          {idle && !hasTarget(unit) && why(unit.uuid) && <p className="text-sm text-soft">{why(unit.uuid)}</p>}
          <WeaponStats unit={unit} melee={melee} />
          {computer && <p className="text-soft">This unit will be controlled by AI</p>}
          {human && (
            <Act
              className="min-h-11"
              aria-label={`Select Unit: ${unit.name}`}
              onFocus={() => onLook(unit)}
              call={select(unit)}>
              Select Unit
            </Act>
          )}
        </li>
      ))}
    </ul>
  );
}
