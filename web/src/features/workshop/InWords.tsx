import { useQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { answerOf, readRule, readUnit, sentence, type Rule, type RuleSaid, type UnitChange } from '@/shared/api';
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
  const said = useSaid(['rule in words', level], rule, (asked) => answerOf(readRule({ body: { rule: asked, level } })));
  return (
    <div className="flex min-w-0 flex-col gap-4 lg:sticky lg:top-20">
      <Said said={said} nothing="It does nothing by itself. Add an effect." />
      <TryIt level={level} rule={rule} ready={said.data?.problem === null} roster={roster} unit={unit} />
    </div>
  );
}

/** What units have otherwise than their file says, abilities aside. */
export function UnitInWords({ unit }: { unit: UnitChange }) {
  const rest: UnitChange = { ...unit, abilities: [] };
  const said = useSaid(['unit in words'], rest, (asked) => answerOf(readUnit({ body: { unit: asked } })));
  const some = [rest.weapons, rest.models, rest.carries, rest.keywords].some((each) => each?.length);
  return some ? <Said said={said} nothing="It is as the file says." /> : null;
}

function useSaid<T>(key: readonly string[], value: T, ask: (asked: T) => Promise<RuleSaid>) {
  const asked = useDeferredValue(value);
  return useQuery({
    queryKey: [...key, JSON.stringify(asked)],
    queryFn: () => ask(asked),
    placeholderData: (before: RuleSaid | undefined) => before,
  });
}

interface SaidProps {
  said: { data: RuleSaid | undefined; isError: boolean; error: unknown };
  /** What stands there if nothing comes of it. */
  nothing: string;
}

function Said({ said, nothing }: SaidProps) {
  return (
    <Card title="In battle">
      <div aria-live="polite" className="text-sm">
        {said.isError && <Notice text={sentence(said.error)} />}
        {said.data?.problem && <p className="text-bad">{said.data.problem}</p>}
        {said.data?.lines.length === 0 && !said.data.problem && <p className="text-faint">{nothing}</p>}
        <ul className="flex flex-col gap-1.5">
          {said.data?.lines.map((line, index) => (
            <li key={index} className="break-words">
              {line}
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
