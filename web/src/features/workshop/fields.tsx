import type { FormField, FormOption, Vocabulary } from '@/shared/api';
import { diceOf, diceText } from '@/shared/dice';
import { Button, Checkbox, Field, IconButton, Input, Select } from '@/shared/ui';
import { useState } from 'react';
import { keywordOf, put, rowsOf } from './draft';

interface FieldProps {
  field: FormField;
  words: Vocabulary;
  value: unknown;
  onChange: (value: unknown) => void;
}

/** One field of an effect, by what its type holds. */
export function EffectField({ field, words, value, onChange }: FieldProps) {
  if (field.kind === 'flag')
    return <Checkbox label={field.label} checked={value === true} onChange={(on) => onChange(on || undefined)} />;
  if (field.kind === 'keyword') return <KeywordField words={words} value={value} onChange={onChange} />;
  if (field.kind === 'table') return <TableField value={value} onChange={onChange} />;
  if (field.kind === 'choice')
    return (
      <Choice
        label={field.label}
        options={field.options}
        value={typeof value === 'string' ? value : field.usual}
        open={field.needed}
        onChange={onChange}
      />
    );
  if (field.kind === 'number') return <NumberField label={field.label} value={value} onChange={onChange} />;
  if (field.kind === 'dice') return <DiceField label={field.label} value={value} onChange={onChange} />;
  return (
    <Field label={field.label}>
      <Input
        value={typeof value === 'string' ? value : ''}
        onChange={(event) => onChange(event.target.value || undefined)}
      />
    </Field>
  );
}

interface ChoiceProps {
  label: string;
  options: readonly FormOption[];
  value: string;
  /** Nothing is chosen yet, and something must be. */
  open?: boolean;
  onChange: (value: string) => void;
}

/** One of several, in words. */
export function Choice({ label, options, value, open = false, onChange }: ChoiceProps) {
  return (
    <Field label={label}>
      <Select value={value} onChange={(event) => onChange(event.target.value)}>
        {open && !value && <option value="">Choose …</option>}
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </Select>
    </Field>
  );
}

interface ValueProps {
  label: string;
  value: unknown;
  onChange: (value: unknown) => void;
}

const numberText = (value: unknown): string => (typeof value === 'number' ? String(value) : '');

function numberOf(text: string): number | undefined {
  const number = Number(text.replace('+', ''));
  return text.trim() === '' || Number.isNaN(number) ? undefined : number;
}

/** A whole number, below zero too; what is half typed is kept until it is one. */
export function NumberField({ label, value, onChange }: ValueProps) {
  const [typed, setTyped] = useState(() => numberText(value));
  const type = (text: string) => {
    setTyped(text);
    onChange(numberOf(text));
  };
  // Another row may have come to stand here: what was typed is shown only while it says the value.
  const text = numberText(numberOf(typed)) === numberText(value) ? typed : numberText(value);
  return (
    <Field label={label}>
      <Input value={text} placeholder="-1, 2" onChange={(event) => type(event.target.value)} />
    </Field>
  );
}

function DiceField({ label, value, onChange }: ValueProps) {
  const [typed, setTyped] = useState(() => diceText(value));
  const text = diceText(diceOf(typed)) === diceText(value) ? typed : diceText(value);
  const wrong = text.trim() !== '' && diceOf(text) === null;
  return (
    <Field label={label} error={wrong ? 'A number, or dice such as D6 or 2D3+1.' : null}>
      <Input
        value={text}
        placeholder="D3"
        onChange={(event) => {
          setTyped(event.target.value);
          onChange(diceOf(event.target.value) ?? undefined);
        }}
      />
    </Field>
  );
}

function KeywordField({ words, value, onChange }: Omit<FieldProps, 'field'>) {
  const keyword = keywordOf(value);
  const anti = keyword.name === 'anti';
  const valued = words.valued_keywords.includes(keyword.name);
  const options = words.keywords.map((name) => ({ value: name, label: name }));
  return (
    <>
      <Choice label="Keyword" options={options} value={keyword.name} open onChange={(name) => onChange({ name })} />
      {anti && (
        <Field label="Against">
          <Input
            value={keyword.target ?? ''}
            placeholder="vehicle"
            onChange={(event) => onChange({ ...keyword, target: event.target.value.toLowerCase() })}
          />
        </Field>
      )}
      {(anti || valued) && (
        <DiceField
          key={keyword.name}
          label={anti ? 'On this or more' : 'Its number'}
          value={keyword.value}
          onChange={(number) => onChange({ ...keyword, value: number })}
        />
      )}
    </>
  );
}

function TableField({ value, onChange }: Omit<FieldProps, 'field' | 'words'>) {
  const rows = rowsOf(value);
  return (
    <fieldset className="col-span-full flex flex-col gap-2">
      <legend className="label text-soft">Table</legend>
      {rows.map((row, at) => (
        <div key={at} className="grid grid-cols-[1fr_1fr_auto] items-end gap-2">
          <NumberField
            label="On this or more"
            value={row.least}
            onChange={(least) => onChange(put(rows, at, { ...row, least: typeof least === 'number' ? least : 1 }))}
          />
          <DiceField
            label="So much"
            value={row.amount}
            onChange={(amount) => onChange(put(rows, at, { ...row, amount: diceOf(diceText(amount)) ?? { plus: 1 } }))}
          />
          <IconButton
            icon="trash"
            label={`Remove row ${at + 1}`}
            className="size-11"
            onClick={() => onChange(put(rows, at, undefined))}
          />
        </div>
      ))}
      <Button
        tone="quiet"
        icon="plus"
        className="self-start"
        onClick={() => onChange([...rows, { least: 4, amount: { plus: 1 } }])}>
        Row
      </Button>
    </fieldset>
  );
}
