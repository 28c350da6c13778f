import { useState } from 'react';
import type { RosterRules, Rule, RuleSet, Vocabulary, WrittenAbility } from '@/shared/api';
import { Badge, Button } from '@/shared/ui';
import { RuleForm } from './RuleForm';

/** What a rule stands in the place of: an ability of a unit, or of the army where there is no unit. */
export interface Correction {
  unit: string | null;
  enhancement: boolean;
  rule: Rule;
}

interface Props {
  found: RosterRules;
  /** Those that were made for the roster by now. */
  rules: RuleSet;
  words: Vocabulary;
  roster: string;
  onCorrect: (correction: Correction) => void;
}

/** Every ability with what was made of each of its sentences, to be corrected where that is wrong. */
export function ReadArmy({ found, rules, words, roster, onCorrect }: Props) {
  const shared = { rules, words, roster, onCorrect };
  return (
    <div className="flex flex-col gap-6">
      <p className="max-w-3xl text-sm text-soft">
        Beside each sentence stands what the computer does for it. A correction is kept with this roster; the text of
        your file is never part of it.
      </p>
      {found.abilities.length > 0 && <Group title="The army" unit={null} abilities={found.abilities} {...shared} />}
      {found.units.map((unit) => (
        <Group key={unit.name} title={unit.name} unit={unit.name} abilities={unit.abilities} {...shared} />
      ))}
    </div>
  );
}

interface GroupProps extends Omit<Props, 'found'> {
  title: string;
  unit: string | null;
  abilities: readonly WrittenAbility[];
}

function Group({ title, abilities, ...rest }: GroupProps) {
  const own = abilities.filter(({ core }) => !core);
  if (own.length === 0) return null;
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h2 className="text-lg font-semibold">{title}</h2>
      <ul className="flex flex-col gap-2">
        {own.map((ability, index) => (
          <One key={index} ability={ability} {...rest} />
        ))}
      </ul>
    </section>
  );
}

interface OneProps extends Omit<GroupProps, 'title' | 'abilities'> {
  ability: WrittenAbility;
}

/** What was made in the place of an ability, if anything was. */
function made(rules: RuleSet, unit: string | null, { name, enhancement }: WrittenAbility): Rule | undefined {
  const list =
    unit === null
      ? rules.army
      : enhancement
        ? rules.enhancements
        : rules.units?.find((each) => each.name === unit)?.abilities;
  return list?.find((rule) => rule.name === name);
}

function One({ ability, rules, unit, words, roster, onCorrect }: OneProps) {
  const [draft, setDraft] = useState<Rule | null>(null);
  const own = made(rules, unit, ability);
  return (
    <li className="rounded border border-line bg-panel p-4">
      <div className="flex flex-wrap items-center gap-2">
        <h3 className="min-w-0 flex-1 font-semibold break-words">{ability.name}</h3>
        {own ? (
          <Badge tone="lamp">Corrected</Badge>
        ) : ability.by_hand ? (
          <Badge>By hand</Badge>
        ) : (
          <Badge tone="good">In effect</Badge>
        )}
        <Button
          icon="edit"
          aria-expanded={draft !== null}
          aria-label={`${draft ? 'Leave' : 'Correct'} ${ability.name}`}
          onClick={() => setDraft(draft ? null : (own ?? ability.rule))}>
          {draft ? 'Leave it' : 'Correct'}
        </Button>
      </div>
      <Sentences ability={ability} />
      {draft && (
        <div className="mt-4 flex flex-col gap-4 border-t border-line pt-4">
          {!ability.whole && !own && !ability.by_hand && (
            <p className="text-sm text-soft">The text says several things; the form begins with one of them.</p>
          )}
          <RuleForm
            words={words}
            level={unit === null ? 'army' : 'unit'}
            rule={draft}
            named
            roster={roster}
            unit={unit ?? undefined}
            onChange={setDraft}
          />
          <Button
            tone="primary"
            className="self-start"
            onClick={() => {
              onCorrect({ unit, enhancement: ability.enhancement, rule: draft });
              setDraft(null);
            }}>
            Keep this correction
          </Button>
        </div>
      )}
    </li>
  );
}

function Sentences({ ability }: { ability: WrittenAbility }) {
  return (
    <div className="mt-2 flex flex-col gap-1 text-sm">
      {ability.sentences.map((each, index) => (
        <div key={index} className="grid gap-x-4 border-t border-line py-1.5 sm:grid-cols-2">
          <p className="break-words text-soft first-letter:uppercase">{each.text}.</p>
          <div>
            {each.lines.map((line, number) => (
              <p key={number} className="break-words">
                {line}
              </p>
            ))}
            {each.lines.length === 0 && (
              <p className="text-faint">
                {ability.by_hand
                  ? 'Not understood: players resolve it.'
                  : 'Read together with the sentences around it.'}
              </p>
            )}
          </div>
        </div>
      ))}
      {ability.lines.length > 0 && (
        <p className="border-t border-line pt-1.5 break-words">
          <span className="label mr-2 text-xs text-faint">In battle</span>
          {ability.lines.join(' ')}
        </p>
      )}
    </div>
  );
}
