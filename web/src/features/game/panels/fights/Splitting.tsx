import { useState } from 'react';
import type { UsableWeapon } from '@/shared/api';
import { Button, Checkbox, Field, Input } from '@/shared/ui';
import { unitOf } from '../../board';
import { useGameState } from '../../client/context';
import { sharesOf, type Split } from './targets';

interface SplittingProps {
  weapon: UsableWeapon;
  /** What the weapon is aimed at as a whole. */
  target: string;
  split: Split;
  onSplit: (split: Split) => void;
}

/** Sends some of a weapon's shots or blows at other targets, and keeps precise ones from looking for leaders. */
export function Splitting({ weapon, target, split, onSplit }: SplittingProps) {
  const shared = sharesOf(weapon, target, split);
  const [open, setOpen] = useState(shared.length > 0);
  const led = useGameState((state) => Boolean(unitOf(state, target)?.leaders?.length));
  const seeks = weapon.targets.some((each) => each.target_unit_uuid === target && each.seeks);
  const precise = seeks || weapon.keywords.some((word) => word.toLowerCase() === 'precision');
  const others = weapon.targets.filter((each) => each.target_unit_uuid !== target);
  const what = weapon.weapon_range === 'Melee' ? 'attacks' : 'weapons';
  return (
    <>
      {weapon.parts > 1 && others.length > 0 && (
        <Button tone="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          Split between targets
        </Button>
      )}
      {open && weapon.parts > 1 && (
        <fieldset className="flex w-full flex-col gap-2">
          <legend className="text-sm text-soft">
            {weapon.parts} {what}: those that are not sent elsewhere here go to the target above.
          </legend>
          {others.map(({ target_unit_uuid: id, target_unit_name: name, able = weapon.count }) => (
            <Field key={id} label={`At ${name}${able < weapon.count ? ` (${able} of ${weapon.count} reach it)` : ''}`}>
              <Input
                type="number"
                inputMode="numeric"
                min={0}
                max={weapon.parts}
                value={split.others[id] ?? 0}
                onChange={({ target: { valueAsNumber: count } }) =>
                  onSplit({ ...split, others: { ...split.others, [id]: Math.max(0, Math.trunc(count || 0)) } })
                }
              />
            </Field>
          ))}
        </fieldset>
      )}
      {precise && led && (
        <Checkbox
          label="Aim at leaders"
          checked={!split.declined}
          onChange={(checked) => onSplit({ ...split, declined: !checked })}
        />
      )}
    </>
  );
}
