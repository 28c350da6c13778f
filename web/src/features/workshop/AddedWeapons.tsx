import { useId } from 'react';
import type { AddedWeapon, WrittenUnit } from '@/shared/api';
import { Button, Field, IconButton, Input } from '@/shared/ui';
import { changed, put, read } from './draft';
import { NumberField } from './fields';
import { ProfileKeywords, ProfileText, type Labels } from './profile';

interface Props {
  rows: readonly AddedWeapon[];
  /** The unit as the roster has it, if one is known. */
  known: WrittenUnit | undefined;
  /** Names of miniatures that may come to it in battle. */
  coming?: readonly string[];
  onChange: (rows: AddedWeapon[]) => void;
}

const NEW: AddedWeapon = { name: '', range: 24, attacks: '', skill: 3, strength: '', ap: 0, damage: '', count: 1 };

/** Weapons that a unit's miniatures carry besides those of the file. */
export function AddedWeapons({ rows, known, coming = [], onChange }: Props) {
  return (
    <div className="flex flex-col gap-3">
      {rows.map((row, at) => (
        <One
          key={at}
          number={at + 1}
          row={row}
          known={known}
          coming={coming}
          onChange={(next) => onChange(put(rows, at, next))}
        />
      ))}
      <Button tone="quiet" icon="plus" className="self-start" onClick={() => onChange([...rows, NEW])}>
        Add a weapon
      </Button>
    </div>
  );
}

const NUMBERS: Labels = [
  ['range', 'Range (0: melee)'],
  ['skill', 'Hit (0: by itself)'],
  ['ap', 'AP'],
  ['count', 'How many each'],
];
const DICE: Labels = [
  ['attacks', 'A'],
  ['strength', 'S'],
  ['damage', 'D'],
];

interface OneProps {
  number: number;
  row: AddedWeapon;
  known: WrittenUnit | undefined;
  coming: readonly string[];
  onChange: (row: AddedWeapon | undefined) => void;
}

function One({ number, row, known, coming, onChange }: OneProps) {
  return (
    <fieldset className="grid grid-cols-2 items-end gap-3 border-t border-line pt-3 sm:grid-cols-6">
      <legend className="sr-only">{`Added weapon ${number}`}</legend>
      <Whose row={row} known={known} coming={coming} onChange={onChange} />
      {DICE.map(([field, label]) => (
        <ProfileText key={field} label={label} row={row} field={field} onChange={onChange} />
      ))}
      {NUMBERS.map(([field, label]) => (
        <NumberField
          key={field}
          label={label}
          value={read(row, field)}
          onChange={(value) => onChange(changed(row, field, value))}
        />
      ))}
      <ProfileKeywords row={row} empty="none" onChange={onChange} />
      <IconButton
        icon="trash"
        label={`Remove added weapon ${number}`}
        className="size-11"
        onClick={() => onChange(undefined)}
      />
    </fieldset>
  );
}

/** What it is called and who carries it. */
function Whose({ row, known, coming, onChange }: Omit<OneProps, 'number'>) {
  const models = useId();
  const enhancements = useId();
  const having = known?.abilities.filter(({ enhancement }) => enhancement) ?? [];
  return (
    <>
      <Field label="Added weapon" hint="Takes the place of one of its name." className="col-span-2 self-start">
        <Input value={row.name} onChange={(event) => onChange({ ...row, name: event.target.value })} />
      </Field>
      <Field label="Carried by" hint="Empty: all of the unit." className="col-span-2 self-start">
        <Input
          list={models}
          value={row.model ?? ''}
          onChange={(event) => onChange({ ...row, model: event.target.value })}
        />
      </Field>
      <datalist id={models}>
        {[...(known?.models ?? []), ...coming].map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <Field label="With the enhancement" hint="Empty: without any." className="col-span-2 self-start">
        <Input
          list={enhancements}
          value={row.enhancement ?? ''}
          onChange={(event) => onChange({ ...row, enhancement: event.target.value })}
        />
      </Field>
      <datalist id={enhancements}>
        {having.map(({ name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  );
}
