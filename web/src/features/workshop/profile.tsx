import { Field, Input } from '@/shared/ui';
import { changed, read } from './draft';

/** Fields of a profile, with what they are called on a sheet. */
export type Labels = readonly (readonly [string, string])[];

interface TextProps<T> {
  label: string;
  row: T;
  field: string;
  onChange: (row: T) => void;
}

/** A number of a profile that may be dice. */
export function ProfileText<T extends object>({ label, row, field, onChange }: TextProps<T>) {
  const value = read(row, field);
  return (
    <Field label={label}>
      <Input
        value={typeof value === 'string' ? value : ''}
        placeholder="D6+1"
        onChange={(event) => onChange(changed(row, field, event.target.value || undefined))}
      />
    </Field>
  );
}

interface KeywordsProps<T> {
  row: T;
  /** What no keywords mean. */
  empty?: string;
  onChange: (row: T) => void;
}

/** A profile's keywords, as they are written on a sheet. */
export function ProfileKeywords<T extends object>({ row, empty = 'as they are', onChange }: KeywordsProps<T>) {
  const value = read(row, 'keywords');
  const words = Array.isArray(value) ? value.filter((each): each is string => typeof each === 'string') : null;
  return (
    <Field label="Keywords" className="col-span-2">
      <Input
        value={words?.join(', ') ?? ''}
        placeholder={empty}
        onChange={(event) =>
          onChange(changed(row, 'keywords', event.target.value ? event.target.value.split(/,\s*/) : undefined))
        }
      />
    </Field>
  );
}
