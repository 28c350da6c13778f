import type { ReactNode } from 'react';
import type { Rule, RuleOption, RuleUse, Vocabulary } from '@/shared/api';
import { Button, Field, IconButton, Input, Switch, Textarea } from '@/shared/ui';
import { fitted, put, type RuleLevel } from './draft';
import { Effects } from './Effects';
import { InWords } from './InWords';
import { UseForm } from './UseForm';

interface Props {
  words: Vocabulary;
  level: RuleLevel;
  rule: Rule;
  onChange: (rule: Rule) => void;
  /** The name stands: it is that of an ability of the roster. */
  named?: boolean;
  /** Where the rule can be tried. */
  roster?: string;
  /** The name of the unit that it is for. */
  unit?: string;
}

/** A rule as a form, with what it says beside it and a trial below that. */
export function RuleForm({ words, level, rule, onChange, named = false, roster, unit }: Props) {
  const target = rule.use ? (rule.use.target ?? 'none') : null;
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
      <div className="flex min-w-0 flex-col gap-6">
        <Names level={level} rule={rule} named={named} onChange={onChange} />
        <Used words={words} level={level} rule={rule} onChange={onChange} />
        <Part title="What it does">
          <Effects
            words={words}
            level={level}
            target={target}
            effects={rule.effects ?? []}
            onChange={(effects) => onChange({ ...rule, effects })}
          />
          {rule.use && level !== 'stratagem' && (
            <Options words={words} level={level} target={target} rule={rule} onChange={onChange} />
          )}
        </Part>
      </div>
      <InWords level={level} rule={rule} roster={roster} unit={unit} />
    </div>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="flex flex-col gap-3 border-t border-line pt-4">
      <h3 className="label text-base">{title}</h3>
      {children}
    </section>
  );
}

type RulePart = Pick<Props, 'level' | 'rule' | 'onChange'>;

function Names({ level, rule, named, onChange }: RulePart & { named: boolean }) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field
        label="Name"
        hint={
          named || level === 'stratagem'
            ? undefined
            : 'The name of an ability in the roster replaces what was read of it.'
        }>
        <Input
          value={rule.name}
          readOnly={named}
          onChange={(event) => onChange({ ...rule, name: event.target.value })}
        />
      </Field>
      {level !== 'unit' && (
        <Field label="Detachment" hint="Empty: whatever the detachment.">
          <Input
            value={rule.detachment ?? ''}
            onChange={(event) => onChange({ ...rule, detachment: event.target.value })}
          />
        </Field>
      )}
      {level === 'unit' && (
        <Field label="Only its miniatures called" hint="Empty: all of the unit. It ends with them.">
          <Input
            value={rule.model ?? ''}
            onChange={(event) => onChange({ ...rule, model: event.target.value || undefined })}
          />
        </Field>
      )}
      <Field label="In your own words" className="sm:col-span-2">
        <Textarea
          rows={2}
          value={rule.text ?? ''}
          onChange={(event) => onChange({ ...rule, text: event.target.value })}
        />
      </Field>
    </div>
  );
}

const USUAL: RuleUse = { phases: ['command'], target: 'none', per: 'turn' };

function Used({ words, level, rule, onChange }: RulePart & { words: Vocabulary }) {
  const use = (next: RuleUse | null) => {
    const target = next ? (next.target ?? 'none') : null;
    const form = (kind: string | undefined) => words.effects.find((each) => each.kind === kind);
    const fit = (effects: Rule['effects']) => effects?.map((each) => fitted(each, form(each.kind), level, target));
    const options = next ? rule.options?.map((each) => ({ ...each, effects: fit(each.effects) })) : [];
    onChange({ ...rule, use: next, effects: fit(rule.effects), options });
  };
  return (
    <Part title="When it works">
      {level !== 'stratagem' && (
        <Switch
          label="A player chooses to use it"
          hint="Off: it works by itself."
          checked={Boolean(rule.use)}
          onChange={(on) => use(on ? USUAL : null)}
        />
      )}
      {rule.use && <UseForm words={words} level={level} use={rule.use} onChange={use} />}
    </Part>
  );
}

/** What is chosen from at each use: stages, doctrines, blessings. */
function Options({ words, level, target, rule, onChange }: RulePart & { words: Vocabulary; target: string | null }) {
  const options = rule.options ?? [];
  const set = (at: number, next: RuleOption | undefined) => onChange({ ...rule, options: put(options, at, next) });
  return (
    <div className="flex flex-col gap-4">
      {options.map((option, at) => (
        <section key={at} aria-label={`Option ${at + 1}`} className="flex flex-col gap-3 border-l-2 border-lamp pl-3">
          <div className="flex items-end gap-2">
            <Field label={`Option ${at + 1}`} className="flex-1">
              <Input value={option.name} onChange={(event) => set(at, { ...option, name: event.target.value })} />
            </Field>
            <IconButton
              icon="trash"
              label={`Remove option ${at + 1}`}
              className="size-11"
              onClick={() => set(at, undefined)}
            />
          </div>
          <Effects
            words={words}
            level={level}
            target={target}
            effects={option.effects ?? []}
            onChange={(effects) => set(at, { ...option, effects })}
          />
        </section>
      ))}
      <Button
        icon="plus"
        className="self-start"
        onClick={() => onChange({ ...rule, options: [...options, { name: '', effects: [] }] })}>
        Add an option to choose from
      </Button>
    </div>
  );
}
