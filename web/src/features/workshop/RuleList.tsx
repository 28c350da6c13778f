import { useState } from 'react';
import type { Rule, Vocabulary } from '@/shared/api';
import { Button, IconButton } from '@/shared/ui';
import { newRule, put, type RuleLevel } from './draft';
import { RuleForm } from './RuleForm';

interface Props {
  words: Vocabulary;
  level: RuleLevel;
  /** What one of them is called: 'stratagem'. */
  noun: string;
  rules: readonly Rule[];
  roster: string | undefined;
  unit?: string;
  onChange: (rules: Rule[]) => void;
}

/** Rules one under the other, of which one is open in its form. */
export function RuleList({ words, level, noun, rules, roster, unit, onChange }: Props) {
  const Title = unit === undefined ? 'h2' : 'h3';
  const [open, setOpen] = useState<number | null>(null);
  const add = () => {
    setOpen(rules.length);
    onChange([...rules, newRule(level)]);
  };
  return (
    <div className="flex flex-col gap-3">
      <ul className="flex flex-col gap-3">
        {rules.map((rule, at) => (
          <li key={at} className="rounded border border-line bg-panel">
            <div className="flex items-center gap-2 px-4 py-2">
              <Title className="min-w-0 flex-1 font-semibold break-words">{rule.name || `New ${noun}`}</Title>
              <Button
                icon="edit"
                aria-expanded={open === at}
                aria-label={`${open === at ? 'Close' : 'Edit'} ${rule.name || noun}`}
                onClick={() => setOpen(open === at ? null : at)}>
                {open === at ? 'Close' : 'Edit'}
              </Button>
              <IconButton
                icon="trash"
                label={`Remove ${rule.name || noun}`}
                className="size-11"
                onClick={() => {
                  setOpen(null);
                  onChange(put(rules, at, undefined));
                }}
              />
            </div>
            {open === at && (
              <div className="border-t border-line p-4">
                <RuleForm
                  words={words}
                  level={level}
                  rule={rule}
                  roster={roster}
                  unit={unit}
                  onChange={(next) => onChange(put(rules, at, next))}
                />
              </div>
            )}
          </li>
        ))}
      </ul>
      <Button icon="plus" className="self-start" onClick={add}>
        Add {/^[aeiou]/.test(noun) ? 'an' : 'a'} {noun}
      </Button>
    </div>
  );
}
