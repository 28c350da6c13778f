import type { ReactNode } from 'react';
import type { Rule, RuleSet, Vocabulary, WrittenUnit } from '@/shared/api';
import { Field, Input, Tabs, Textarea } from '@/shared/ui';
import type { RuleLevel } from './draft';
import { RuleList } from './RuleList';
import { Units } from './Units';

interface Props {
  words: Vocabulary;
  rules: RuleSet;
  onChange: (rules: RuleSet) => void;
  roster?: string;
  knownUnits?: readonly WrittenUnit[];
  /** What stands before the tabs of rules, such as what the reader made of a roster. */
  first?: { value: string; title: string; content: ReactNode };
}

/** Everything in a rule set, by kind. */
export function SetEditor({ words, rules, onChange, roster, knownUnits = [], first }: Props) {
  const list = (field: 'army' | 'stratagems' | 'enhancements', level: RuleLevel, noun: string, hint: string) => ({
    value: field,
    title: `${TITLES[field]} (${rules[field]?.length ?? 0})`,
    content: (
      <>
        <p className="mb-4 max-w-3xl text-sm text-soft">{hint}</p>
        <RuleList
          words={words}
          level={level}
          noun={noun}
          rules={rules[field] ?? []}
          roster={roster}
          onChange={(next: Rule[]) => onChange({ ...rules, [field]: next })}
        />
      </>
    ),
  });
  return (
    <Tabs
      label="Kinds of rules"
      tabs={[
        ...(first ? [first] : []),
        list('army', 'army', 'rule', HINTS.army),
        list('stratagems', 'stratagem', 'stratagem', HINTS.stratagems),
        list('enhancements', 'unit', 'enhancement', HINTS.enhancements),
        {
          value: 'units',
          title: `Units (${rules.units?.length ?? 0})`,
          content: (
            <Units
              words={words}
              units={rules.units ?? []}
              known={knownUnits}
              roster={roster}
              onChange={(units) => onChange({ ...rules, units })}
            />
          ),
        },
      ]}
    />
  );
}

const TITLES = { army: 'Army and detachment', stratagems: 'Stratagems', enhancements: 'Enhancements' };
const HINTS = {
  army: 'Rules of the whole army. With options, one is chosen at each use: doctrines, blessings, stages. A rule that happens at a moment happens to each unit.',
  stratagems: 'Used for command points, on a unit, in a phase or at a moment of it.',
  enhancements: 'Any unit with an enhancement of this name has this rule.',
};

/** What a rule set is called and which armies it is for. */
export function SetHead({ rules, onChange }: Pick<Props, 'rules' | 'onChange'>) {
  return (
    <div className="grid gap-3 sm:grid-cols-2">
      <Field label="Name of the rule set">
        <Input value={rules.name} onChange={(event) => onChange({ ...rules, name: event.target.value })} />
      </Field>
      <Field label="Faction" hint="All your rosters of this faction have the rules. Write it as the roster does.">
        <Input value={rules.faction ?? ''} onChange={(event) => onChange({ ...rules, faction: event.target.value })} />
      </Field>
      <Field label="Note" className="sm:col-span-2">
        <Textarea
          rows={2}
          value={rules.note ?? ''}
          onChange={(event) => onChange({ ...rules, note: event.target.value })}
        />
      </Field>
    </div>
  );
}
