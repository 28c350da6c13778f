import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useParams } from 'react-router';
import {
  answerOf,
  changeRuleSet,
  getRuleSetOptions,
  getVocabularyOptions,
  listRuleSetsOptions,
  sentence,
  type RuleSet,
  type ShownRuleSet,
  type Vocabulary,
} from '@/shared/api';
import { saveFile } from '@/shared/saveFile';
import { Button, LinkButton, Notice, PageHeader, toast } from '@/shared/ui';
import { SetEditor, SetHead } from './SetEditor';
import { WorkshopFrame } from './WorkshopFrame';

/** Edits one of the player's own rule sets. */
export function RuleSetPage() {
  const { ruleSetId = '' } = useParams();
  const found = useQuery(getRuleSetOptions({ path: { rule_set_id: ruleSetId } }));
  const words = useQuery({ ...getVocabularyOptions(), staleTime: Infinity });
  return (
    <WorkshopFrame failure={found.error ?? words.error}>
      {found.data && words.data && <Editing key={ruleSetId} shown={found.data} words={words.data} />}
    </WorkshopFrame>
  );
}

function Editing({ shown, words }: { shown: ShownRuleSet; words: Vocabulary }) {
  const [rules, setRules] = useState<RuleSet>(shown.document);
  const save = useSave(shown);
  const changed = rules !== shown.document && !(save.isSuccess && save.variables === rules);
  return (
    <>
      <PageHeader
        title={rules.name || 'Rule set'}
        text="Games that have begun keep the rules that they began with."
        actions={
          <>
            <LinkButton to="/workshop">Workshop</LinkButton>
            <Button icon="download" onClick={() => exported(rules)}>
              Export
            </Button>
            <Button tone="primary" busy={save.isPending} disabled={!changed} onClick={() => save.mutate(rules)}>
              {changed ? 'Save' : 'Saved'}
            </Button>
          </>
        }
      />
      {save.isError && <Notice text={sentence(save.error)} />}
      <SetHead rules={rules} onChange={setRules} />
      <SetEditor words={words} rules={rules} onChange={setRules} />
    </>
  );
}

/** Hands the rule set on as a file, which can be imported again. */
export const exported = (rules: RuleSet): void =>
  saveFile(`${rules.name.replaceAll(/[^\w -]+/g, '') || 'rules'}.json`, JSON.stringify(rules, null, 2));

function useSave({ row }: ShownRuleSet) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (document: RuleSet) =>
      answerOf(changeRuleSet({ path: { rule_set_id: row.rule_set_id }, body: { document, active: row.active } })),
    onSuccess: (answer) => {
      queries.setQueryData(getRuleSetOptions({ path: { rule_set_id: row.rule_set_id } }).queryKey, answer);
      void queries.invalidateQueries({ queryKey: listRuleSetsOptions().queryKey });
      toast('Saved.');
    },
  });
}
