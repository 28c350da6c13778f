import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { answerOf, readRule, sentence, type Rule } from '@/shared/api';
import { Card, Notice } from '@/shared/ui';
import { type RuleLevel } from './draft';
import { TryIt } from './TryIt';

interface Props {
  level: RuleLevel;
  rule: Rule;
  roster: string | undefined;
  unit: string | undefined;
}

/** What a rule says, in the words that players read in a battle, as it is being made; and a trial of it. */
export function InWords({ level, rule, roster, unit }: Props) {
  const asked = useDeferredValue(rule);
  const said = useQuery({
    queryKey: ['rule in words', level, JSON.stringify(asked)],
    queryFn: () => answerOf(readRule({ body: { rule: asked, level } })),
    placeholderData: (before) => before,
  });
  return (
    <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-20">
      <Card title="In battle">
        <div aria-live="polite" className="text-sm">
          {said.isError && <Notice text={sentence(said.error)} />}
          {said.data?.problem && <p className="text-bad">{said.data.problem}</p>}
          {said.data?.lines.length === 0 && !said.data.problem && (
            <p className="text-faint">It does nothing by itself. Add an effect.</p>
          )}
          <ul className="flex flex-col gap-1.5">
            {said.data?.lines.map((line, index) => (
              <li key={index} className="break-words">
                {line}
              </li>
            ))}
          </ul>
        </div>
      </Card>
      <TryIt level={level} rule={rule} ready={said.data?.problem === null} roster={roster} unit={unit} />
    </div>
  );
}
