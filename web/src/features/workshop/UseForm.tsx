import type { FormOption, RuleUse, Vocabulary } from '@/shared/api';
import { Checkbox, Field, Input } from '@/shared/ui';
import { Conditions } from './Conditions';
import { changed, type RuleLevel } from './draft';
import { Choice, NumberField } from './fields';

interface Props {
  words: Vocabulary;
  level: RuleLevel;
  use: RuleUse;
  onChange: (use: RuleUse) => void;
}

/** When, by which unit and how often a rule is used. */
export function UseForm({ words, level, use, onChange }: Props) {
  const set = (field: string, value: unknown) => onChange(changed(use, field, value));
  const target = use.target ?? 'none';
  return (
    <div className="flex flex-col gap-3">
      <Several
        label="In which phases"
        options={words.phases}
        chosen={use.phases ?? []}
        onChange={(phases) => set('phases', phases)}
      />
      <Details words={words} level={level} use={use} onSet={set} />
      {use.window === 'rolled' && (
        <Several
          label="After which rolls"
          options={words.rolls}
          chosen={use.rolls ?? []}
          onChange={(rolls) => set('rolls', rolls)}
        />
      )}
      {target === 'enemy' && (
        <Checkbox label="It must be in sight" checked={use.sight ?? false} onChange={(sight) => set('sight', sight)} />
      )}
      <Conditions
        title="May be used only if"
        words={words}
        conditions={use.conditions ?? []}
        onChange={(conditions) => set('conditions', conditions)}
      />
    </div>
  );
}

interface DetailsProps extends Omit<Props, 'onChange'> {
  onSet: (field: string, value: unknown) => void;
}

function Details({ words, level, use, onSet: set }: DetailsProps) {
  const target = use.target ?? 'none';
  return (
    <div className="grid items-end gap-3 sm:grid-cols-2">
      {level === 'stratagem' && (
        <NumberField label="Command points" value={use.cost} onChange={(cost) => set('cost', cost ?? 0)} />
      )}
      <Choice
        label="In whose turn"
        options={words.turns}
        value={use.turn ?? 'own'}
        onChange={(turn) => set('turn', turn)}
      />
      <Choice
        label="At which moment"
        options={words.windows}
        value={use.window ?? ''}
        onChange={(window) => set('window', window)}
      />
      <Choice
        label="Used on"
        options={words.targets.filter(({ value }) => level !== 'unit' || value !== 'friend')}
        value={target}
        onChange={(next) => set('target', next)}
      />
      <Choice
        label="How often"
        options={words.spells.map(({ value }) => ({ value, label: `once a ${value}` }))}
        value={use.per ?? 'phase'}
        onChange={(per) => set('per', per)}
      />
      {(target === 'enemy' || target === 'ally') && (
        <NumberField
          label="Within inches (0: any distance)"
          value={use.reach}
          onChange={(reach) => set('reach', reach ?? 0)}
        />
      )}
      <Field label="Only units with these keywords">
        <Input
          value={(use.keywords ?? []).join(', ')}
          placeholder="Such as infantry"
          onChange={(event) => set('keywords', event.target.value ? event.target.value.split(/,\s*/) : [])}
        />
      </Field>
    </div>
  );
}

interface SeveralProps {
  label: string;
  options: readonly FormOption[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

function Several({ label, options, chosen, onChange }: SeveralProps) {
  return (
    <fieldset className="flex flex-col gap-1.5">
      <legend className="label mb-1.5 text-soft">{label}</legend>
      <div className="flex flex-wrap gap-x-4">
        {options.map(({ value, label: name }) => (
          <Checkbox
            key={value}
            label={name}
            checked={chosen.includes(value)}
            onChange={(on) => onChange(on ? [...chosen, value] : chosen.filter((each) => each !== value))}
          />
        ))}
      </div>
    </fieldset>
  );
}
