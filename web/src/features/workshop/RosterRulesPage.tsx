import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import {
  answerOf,
  getRosterOptions,
  getRosterRulesOptions,
  getVocabularyOptions,
  keepRosterRules,
  sentence,
  type RosterRules,
  type RuleSet,
  type Vocabulary,
} from '@/shared/api';
import { Button, LinkButton, Notice, PageHeader, toast } from '@/shared/ui';
import { withAbility, withRule } from './draft';
import { ReadArmy, type Correction } from './ReadArmy';
import { SetEditor } from './SetEditor';
import { WorkshopFrame } from './WorkshopFrame';

/** The rules of one roster: what was read of it, sentence by sentence, and what its owner makes of it. */
export function RosterRulesPage() {
  const { rosterId = '' } = useParams();
  const found = useQuery(getRosterRulesOptions({ path: { roster_id: rosterId } }));
  const words = useQuery({ ...getVocabularyOptions(), staleTime: Infinity });
  return (
    <WorkshopFrame failure={found.error ?? words.error}>
      {found.data && words.data && <Editing key={rosterId} rosterId={rosterId} found={found.data} words={words.data} />}
    </WorkshopFrame>
  );
}

/** The rules with a correction in the place of what was read. */
function corrected(rules: RuleSet, { unit, enhancement, rule }: Correction): RuleSet {
  if (unit === null) return { ...rules, army: withRule(rules.army ?? [], rule) };
  if (enhancement) return { ...rules, enhancements: withRule(rules.enhancements ?? [], rule) };
  return { ...rules, units: withAbility(rules.units ?? [], unit, rule) };
}

interface EditingProps {
  rosterId: string;
  found: RosterRules;
  words: Vocabulary;
}

function Editing({ rosterId, found, words }: EditingProps) {
  const [rules, setRules] = useState<RuleSet>(found.document);
  const save = useSave(rosterId);
  const changed = rules !== found.document && !(save.isSuccess && save.variables === rules);
  const others = found.sets.filter((name) => name !== 'corrections of this roster');
  const keep = (correction: Correction) => {
    const next = corrected(rules, correction);
    setRules(next);
    save.mutate(next);
  };
  return (
    <>
      <PageHeader
        title={`Rules of ${found.name}`}
        text={[found.faction, found.detachment].filter(Boolean).join(' · ')}
        actions={
          <>
            <LinkButton to={`/display?roster=${rosterId}`}>The army</LinkButton>
            <Button tone="primary" busy={save.isPending} disabled={!changed} onClick={() => save.mutate(rules)}>
              {changed ? 'Save' : 'Saved'}
            </Button>
          </>
        }
      />
      {others.length > 0 && <p className="text-sm text-soft">It has these rule sets too: {others.join(', ')}.</p>}
      {save.isError && <Notice text={sentence(save.error)} />}
      <SetEditor
        words={words}
        rules={rules}
        onChange={setRules}
        roster={rosterId}
        knownUnits={found.units}
        first={{
          value: 'read',
          title: 'As it was read',
          content: <ReadArmy found={found} rules={rules} words={words} roster={rosterId} onCorrect={keep} />,
        }}
      />
    </>
  );
}

function useSave(rosterId: string) {
  const queries = useQueryClient();
  const path = { roster_id: rosterId };
  return useMutation({
    mutationFn: (document: RuleSet) => answerOf(keepRosterRules({ path, body: { document } })),
    onSuccess: (answer) => {
      queries.setQueryData(getRosterRulesOptions({ path }).queryKey, answer);
      void queries.invalidateQueries({ queryKey: getRosterOptions({ path }).queryKey });
      toast('Saved with the roster.');
    },
  });
}
