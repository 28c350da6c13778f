import { useId } from 'react';
import type { Effect, EffectForm, Vocabulary } from '@/shared/api';
import { Button, Checkbox, Field, IconButton, Select } from '@/shared/ui';
import { Conditions } from './Conditions';
import { changed, endures, fitted, newEffect, put, read, whoMay, type RuleLevel } from './draft';
import { Choice, EffectField, NumberField } from './fields';

interface Props {
  words: Vocabulary;
  level: RuleLevel;
  /** Whether the rule is used by choice: then its effects last for a while, and may have a target. */
  target: string | null;
  effects: readonly Effect[];
  onChange: (effects: Effect[]) => void;
}

/** What a rule does: effects, one under the other. */
export function Effects({ words, level, target, effects, onChange }: Props) {
  const [first] = words.effects;
  return (
    <div className="flex flex-col gap-4">
      {effects.map((effect, at) => (
        <One
          key={at}
          number={at + 1}
          words={words}
          level={level}
          target={target}
          effect={effect}
          onChange={(next) => onChange(put(effects, at, next))}
        />
      ))}
      <Button
        icon="plus"
        className="self-start"
        onClick={() => first && onChange([...effects, newEffect(first, level, target)])}>
        Add an effect
      </Button>
    </div>
  );
}

interface OneProps {
  number: number;
  words: Vocabulary;
  level: RuleLevel;
  target: string | null;
  effect: Effect;
  onChange: (effect: Effect | undefined) => void;
}

const KINDS = new Set(['value', 'amount', 'reroll', 'on']);
/** Fields that mean something only for some ways to change a roll. */
function asked(form: EffectForm, effect: Effect): EffectForm['fields'] {
  if (effect.kind !== 'roll') return form.fields;
  const rerolled = read(effect, 'change') === 'reroll';
  return form.fields.filter(({ name }) => !KINDS.has(name) || (name === 'reroll') === rerolled);
}

function One({ number, words, level, target, effect, onChange }: OneProps) {
  const title = useId();
  const form = words.effects.find(({ kind }) => kind === effect.kind);
  const set: PartProps['onSet'] = (field, value, also) => {
    const next = changed(effect, field, value);
    onChange(also ? changed(next, ...also) : next);
  };
  const setWhen = (when: string) => onChange(fitted(changed(effect, 'when', when || undefined), form, level, target));
  return (
    <section aria-labelledby={title} className="flex flex-col gap-3 rounded border border-line p-3">
      <div className="flex items-center justify-between gap-2">
        <h4 id={title} className="label text-soft">
          Effect {number}
        </h4>
        <IconButton
          icon="trash"
          label={`Remove effect ${number}`}
          className="size-11"
          onClick={() => onChange(undefined)}
        />
      </div>
      <KindSelect
        words={words}
        kind={effect.kind ?? ''}
        onChange={(next) => onChange(newEffect(next, level, target))}
      />
      <div key={effect.kind} className="grid items-end gap-3 sm:grid-cols-2">
        {form &&
          asked(form, effect).map((field) => (
            <EffectField
              key={field.name}
              field={field}
              words={words}
              value={read(effect, field.name)}
              onChange={(value) => set(field.name, value)}
            />
          ))}
        <AppliesTo words={words} level={level} target={target} effect={effect} onSet={set} />
        {form && <Time words={words} used={target !== null} form={form} effect={effect} onSet={set} onWhen={setWhen} />}
        {(target !== null || effect.when) && <Die effect={effect} onSet={set} />}
        {form?.lasts && target !== null && !effect.when && effect.who?.endsWith('within') && (
          <Checkbox
            label="Wherever its unit goes"
            checked={effect.follows === true}
            onChange={(on) => set('follows', on || undefined)}
          />
        )}
      </div>
      <Conditions
        title="Only if"
        words={words}
        conditions={effect.conditions ?? []}
        onChange={(conditions) => set('conditions', conditions)}
      />
    </section>
  );
}

interface KindProps {
  words: Vocabulary;
  kind: string;
  onChange: (form: EffectForm) => void;
}

function KindSelect({ words, kind, onChange }: KindProps) {
  const choose = (wanted: string) => {
    const form = words.effects.find((each) => each.kind === wanted);
    if (form) onChange(form);
  };
  const groups = [...new Set(words.effects.map(({ group }) => group))];
  return (
    <Field label="What happens">
      <Select value={kind} onChange={(event) => choose(event.target.value)}>
        {groups.map((group) => (
          <optgroup key={group} label={group}>
            {words.effects
              .filter((each) => each.group === group)
              .map((each) => (
                <option key={each.kind} value={each.kind}>
                  {each.label}
                </option>
              ))}
          </optgroup>
        ))}
      </Select>
    </Field>
  );
}

interface PartProps {
  words: Vocabulary;
  effect: Effect;
  onSet: (field: string, value: unknown, also?: [string, unknown]) => void;
}

function AppliesTo({ words, level, target, effect, onSet }: PartProps & { level: RuleLevel; target: string | null }) {
  const who = effect.who ?? 'self';
  const may = whoMay(level, target, effect.when ?? '');
  const options = words.who.filter(({ value }) => may.includes(value) || value === who);
  return (
    <>
      <Choice label="Applies to" options={options} value={who} onChange={(value) => onSet('who', value)} />
      {(who.endsWith('within') || effect.when === 'enemy shock failed') && (
        <NumberField label="Within inches" value={effect.reach} onChange={(reach) => onSet('reach', reach)} />
      )}
    </>
  );
}

interface TimeProps extends PartProps {
  used: boolean;
  form: EffectForm;
  onWhen: (when: string) => void;
}

function Time({ words, used, form, effect, onSet, onWhen }: TimeProps) {
  const moments = words.moments.filter(({ value }) => used || form.lasts || value);
  return (
    <>
      {(form.of_moments || form.lasts) && (
        <Choice
          label="When"
          options={used ? moments.map((each) => (each.value ? each : { ...each, label: 'as it is used' })) : moments}
          value={effect.when ?? ''}
          open
          onChange={onWhen}
        />
      )}
      {endures(effect, form, used) && (
        <Choice
          label="How long"
          options={words.durations.filter(({ value }) => value !== 'always')}
          value={effect.duration ?? 'always'}
          open
          onChange={(duration) => onSet('duration', duration)}
        />
      )}
    </>
  );
}

const FACES = [
  { value: '', label: 'no die' },
  ...[2, 3, 4, 5, 6].map((face) => ({ value: `${face}-0`, label: `on a ${face}+` })),
  ...[1, 2, 3, 4, 5].map((face) => ({ value: `0-${face}`, label: face === 1 ? 'on a 1' : `on a ${face} or less` })),
];

/** The die that it needs. Effects of one rule share it: 'on a 2+' one thing, 'on a 1' another. */
function Die({ effect, onSet }: Omit<PartProps, 'words'>) {
  const value = effect.face_from || effect.face_to ? `${effect.face_from ?? 0}-${effect.face_to ?? 0}` : '';
  const known = FACES.some((each) => each.value === value);
  const options = known ? FACES : [...FACES, { value, label: `on a ${value.replace('-', ' to ')}` }];
  const choose = (faces: string) => {
    const [from = 0, to = 0] = faces.split('-').map(Number);
    onSet('face_from', from || undefined, ['face_to', to || undefined]);
  };
  return <Choice label="Only if a die shows" options={options} value={value} onChange={choose} />;
}
