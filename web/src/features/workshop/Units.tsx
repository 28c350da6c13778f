import { useState, type ReactNode } from 'react';
import type { ModelChange, UnitChange, Vocabulary, WeaponChange, WrittenUnit } from '@/shared/api';
import { Button, Field, IconButton, Input } from '@/shared/ui';
import { AddedWeapons } from './AddedWeapons';
import { BaseFields } from './BaseFields';
import { changed, put, read } from './draft';
import { NumberField } from './fields';
import { UnitInWords } from './InWords';
import { ProfileKeywords, ProfileText, type Labels } from './profile';
import { RuleList } from './RuleList';
import { SpareModels } from './SpareModels';

interface Props {
  words: Vocabulary;
  units: readonly UnitChange[];
  /** The roster's units, to choose from. */
  known: readonly WrittenUnit[];
  roster: string | undefined;
  onChange: (units: UnitChange[]) => void;
}

/** Units whose abilities, weapons, stat lines or bases are other than their file says. */
export function Units({ words, units, known, roster, onChange }: Props) {
  const [name, setName] = useState('');
  const add = () => {
    if (!name.trim()) return;
    if (units.every((unit) => unit.name !== name.trim())) onChange([...units, { name: name.trim() }]);
    setName('');
  };
  return (
    <div className="flex flex-col gap-4">
      {units.map((unit, at) => (
        <One
          key={unit.name}
          words={words}
          unit={unit}
          known={known.find(({ name: each }) => each === unit.name)}
          roster={roster}
          onChange={(next) => onChange(put(units, at, next))}
        />
      ))}
      <div className="flex flex-wrap items-end gap-2">
        <Field label="Name of a unit" hint="As the roster has it." className="min-w-56 flex-1 sm:max-w-sm">
          <Input list="known-units" value={name} onChange={(event) => setName(event.target.value)} />
        </Field>
        <datalist id="known-units">
          {known.map(({ name: each }) => (
            <option key={each} value={each} />
          ))}
        </datalist>
        <Button icon="plus" className="mb-7" onClick={add}>
          Add the unit
        </Button>
      </div>
    </div>
  );
}

interface OneProps {
  words: Vocabulary;
  unit: UnitChange;
  /** The unit as the roster has it, if one is known. */
  known: WrittenUnit | undefined;
  roster: string | undefined;
  onChange: (unit: UnitChange | undefined) => void;
}

function One({ words, unit, known, roster, onChange }: OneProps) {
  return (
    <section aria-label={unit.name} className="flex flex-col gap-4 rounded border border-line p-4">
      <div className="flex items-center justify-between gap-2">
        <h2 className="text-lg font-semibold break-words">{unit.name}</h2>
        <IconButton
          icon="trash"
          label={`Remove ${unit.name}`}
          className="size-11"
          onClick={() => onChange(undefined)}
        />
      </div>
      <RuleList
        words={words}
        level="unit"
        noun="ability"
        rules={unit.abilities ?? []}
        roster={roster}
        unit={unit.name}
        onChange={(abilities) => onChange({ ...unit, abilities })}
      />
      <Numbers<WeaponChange>
        noun="weapon"
        rows={unit.weapons ?? []}
        blank={{ name: '' }}
        texts={WEAPON}
        onChange={(weapons) => onChange({ ...unit, weapons })}
      />
      <AddedWeapons
        rows={unit.carries ?? []}
        known={known}
        coming={(unit.spares ?? []).map(({ name }) => name).filter(Boolean)}
        onChange={(carries) => onChange({ ...unit, carries })}
      />
      <SpareModels rows={unit.spares ?? []} onChange={(spares) => onChange({ ...unit, spares })} />
      <Numbers<ModelChange>
        noun="stat line"
        rows={unit.models ?? []}
        blank={{ name: '' }}
        numbers={LINE}
        more={(row, change) => <BaseFields open row={row} onChange={change} />}
        onChange={(models) => onChange({ ...unit, models })}
      />
      <Field label="More keywords">
        <Input
          value={(unit.keywords ?? []).join(', ')}
          placeholder="Such as grenades, smoke"
          onChange={(event) =>
            onChange({ ...unit, keywords: event.target.value ? event.target.value.split(/,\s*/) : [] })
          }
        />
      </Field>
      <UnitInWords unit={unit} />
    </section>
  );
}

const WEAPON: Labels = [
  ['attacks', 'A'],
  ['strength', 'S'],
  ['damage', 'D'],
];
const OF_WEAPON: Labels = [
  ['range', 'Range (0: melee)'],
  ['skill', 'Hit (0: by itself)'],
  ['ap', 'AP'],
];
const LINE: Labels = [
  ['movement', 'M'],
  ['toughness', 'T'],
  ['save', 'Sv'],
  ['wounds', 'W'],
  ['leadership', 'Ld'],
  ['objective_controlled', 'OC'],
  ['invuln', 'Inv (0: none)'],
  ['fnp', 'FNP (0: none)'],
];

interface NumbersProps<T> {
  noun: string;
  rows: readonly T[];
  blank: T;
  texts?: Labels;
  numbers?: Labels;
  /** Further fields of a row. */
  more?: (row: T, onChange: (row: T) => void) => ReactNode;
  onChange: (rows: T[]) => void;
}

/** Other numbers of things by their names; what stays empty stays as the file has it. */
function Numbers<T extends { name?: string }>({ noun, rows, blank, texts, numbers, more, onChange }: NumbersProps<T>) {
  return (
    <div className="flex flex-col gap-3">
      {rows.map((row, at) => (
        <fieldset key={at} className="grid grid-cols-3 items-end gap-3 border-t border-line pt-3 sm:grid-cols-6">
          <legend className="sr-only">{`Corrected ${noun} ${at + 1}`}</legend>
          <Field
            label={noun === 'weapon' ? 'Weapon' : 'Miniature'}
            hint={noun === 'weapon' ? undefined : 'Empty: all of the unit.'}
            className="col-span-2">
            <Input
              value={row.name ?? ''}
              onChange={(event) => onChange(put(rows, at, { ...row, name: event.target.value }))}
            />
          </Field>
          {(texts ?? []).map(([field, label]) => (
            <ProfileText
              key={field}
              label={label}
              row={row}
              field={field}
              onChange={(next) => onChange(put(rows, at, next))}
            />
          ))}
          {(numbers ?? OF_WEAPON).map(([field, label]) => (
            <NumberField
              key={field}
              label={label}
              value={read(row, field)}
              onChange={(value) => onChange(put(rows, at, changed(row, field, value)))}
            />
          ))}
          {more?.(row, (next) => onChange(put(rows, at, next)))}
          {texts && <ProfileKeywords row={row} onChange={(next) => onChange(put(rows, at, next))} />}
          <IconButton
            icon="trash"
            label={`Remove ${noun} ${at + 1}`}
            className="size-11"
            onClick={() => onChange(put(rows, at, undefined))}
          />
        </fieldset>
      ))}
      <Button tone="quiet" icon="plus" className="self-start" onClick={() => onChange([...rows, blank])}>
        Correct a {noun}
      </Button>
    </div>
  );
}
