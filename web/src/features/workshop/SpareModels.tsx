import type { SpareModel } from '@/shared/api';
import { Button, Field, IconButton, Input } from '@/shared/ui';
import { BaseFields } from './BaseFields';
import { changed, put, read } from './draft';
import { NumberField } from './fields';
import type { Labels } from './profile';

interface Props {
  rows: readonly SpareModel[];
  onChange: (rows: SpareModel[]) => void;
}

const NEW: SpareModel = {
  name: '',
  count: 10,
  movement: 6,
  toughness: 3,
  save: 7,
  wounds: 1,
  leadership: 7,
  objective_controlled: 1,
  invuln: 0,
  fnp: 0,
  base_mm: 32,
};
const NUMBERS: Labels = [
  ['count', 'At most'],
  ['movement', 'M'],
  ['toughness', 'T'],
  ['save', 'Sv (7: none)'],
  ['wounds', 'W'],
  ['leadership', 'Ld'],
  ['objective_controlled', 'OC'],
  ['invuln', 'Inv (0: none)'],
  ['fnp', 'FNP (0: none)'],
];

/** Miniatures that a unit does not begin a battle with, and that may be added to it there. */
export function SpareModels({ rows, onChange }: Props) {
  return (
    <div className="flex flex-col gap-3">
      {rows.map((row, at) => (
        <fieldset key={at} className="grid grid-cols-3 items-end gap-3 border-t border-line pt-3 sm:grid-cols-6">
          <legend className="sr-only">{`Miniatures that may come ${at + 1}`}</legend>
          <Field
            label="Miniatures that may come"
            hint="What they carry: an added weapon, carried by this name."
            className="col-span-full">
            <Input
              value={row.name}
              onChange={(event) => onChange(put(rows, at, { ...row, name: event.target.value }))}
            />
          </Field>
          {NUMBERS.map(([field, label]) => (
            <NumberField
              key={field}
              label={label}
              value={read(row, field)}
              onChange={(value) => onChange(put(rows, at, changed(row, field, value)))}
            />
          ))}
          <BaseFields row={row} onChange={(next) => onChange(put(rows, at, next))} />
          <IconButton
            icon="trash"
            label={`Remove miniatures that may come ${at + 1}`}
            className="size-11"
            onClick={() => onChange(put(rows, at, undefined))}
          />
        </fieldset>
      ))}
      <Button tone="quiet" icon="plus" className="self-start" onClick={() => onChange([...rows, NEW])}>
        Add miniatures that may come in battle
      </Button>
    </div>
  );
}
