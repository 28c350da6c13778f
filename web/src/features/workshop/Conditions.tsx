import type { Condition, Vocabulary } from '@/shared/api';
import { Button, Checkbox, Field, IconButton, Input, Select } from '@/shared/ui';
import { changed, put } from './draft';

interface Props {
  /** 'It holds only if': what the conditions are for. */
  title: string;
  words: Vocabulary;
  conditions: readonly Condition[];
  onChange: (conditions: Condition[]) => void;
}

/** Conditions, all of which must hold. */
export function Conditions({ title, words, conditions, onChange }: Props) {
  return (
    <div className="flex flex-col gap-2">
      {conditions.map((condition, at) => (
        <One
          key={at}
          title={`${title} (${at + 1})`}
          words={words}
          condition={condition}
          onChange={(next) => onChange(put(conditions, at, next))}
        />
      ))}
      <Button
        tone="quiet"
        icon="plus"
        className="self-start"
        onClick={() => onChange([...conditions, { kind: 'charged' }])}>
        {title} …
      </Button>
    </div>
  );
}

interface OneProps {
  title: string;
  words: Vocabulary;
  condition: Condition;
  onChange: (condition: Condition | undefined) => void;
}

function One({ title, words, condition, onChange }: OneProps) {
  const form = words.conditions.find(({ kind }) => kind === condition.kind);
  const choose = (kind: string) => onChange(changed({ kind: condition.kind, negate: condition.negate }, 'kind', kind));
  return (
    <fieldset className="grid items-end gap-2 border-l-2 border-line-strong pl-3 sm:grid-cols-[minmax(0,1fr)_auto_auto]">
      <legend className="sr-only">{title}</legend>
      <Field label={title}>
        <Select value={condition.kind} onChange={(event) => choose(event.target.value)}>
          {words.conditions.map(({ kind, label }) => (
            <option key={kind} value={kind}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Checkbox
        label="not"
        checked={condition.negate ?? false}
        onChange={(negate) => onChange({ ...condition, negate })}
      />
      <IconButton icon="trash" label={`Remove: ${title}`} className="size-11" onClick={() => onChange(undefined)} />
      {form?.named && (
        <Field label="Which">
          <Input
            value={condition.name ?? ''}
            placeholder="Such as infantry"
            onChange={(event) => onChange({ ...condition, name: event.target.value })}
          />
        </Field>
      )}
      {form?.measured && (
        <Field label="How many">
          <Input
            inputMode="numeric"
            value={condition.value ? String(condition.value) : ''}
            onChange={(event) => onChange({ ...condition, value: Number(event.target.value) || 0 })}
          />
        </Field>
      )}
    </fieldset>
  );
}
