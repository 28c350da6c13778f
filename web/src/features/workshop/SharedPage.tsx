import { useMutation, useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { answerOf, getSharedRuleSetOptions, keepRuleSet, sentence, type RuleSet } from '@/shared/api';
import { Button, Card, Notice, PageHeader, Skeleton } from '@/shared/ui';

/** A rule set that somebody shares: what is in it, and a copy to keep. */
export function SharedPage() {
  const { token = '' } = useParams();
  const found = useQuery(getSharedRuleSetOptions({ path: { token } }));
  return (
    <main className="mx-auto flex w-full max-w-4xl flex-col gap-6 px-4 py-8 sm:px-8">
      <title>Shared rules · Highground</title>
      {found.isPending && <Skeleton className="h-32" />}
      {found.isError && <Notice text={sentence(found.error)} />}
      {found.data && <Shared rules={found.data.document} />}
    </main>
  );
}

function Shared({ rules }: { rules: RuleSet }) {
  const navigate = useNavigate();
  const keep = useMutation({
    mutationFn: () => answerOf(keepRuleSet({ body: { document: rules, active: false } })),
    onSuccess: ({ row }) => void navigate(`/workshop/sets/${row.rule_set_id}`),
  });
  const parts = [
    ['Army and detachment', rules.army],
    ['Stratagems', rules.stratagems],
    ['Enhancements', rules.enhancements],
    ['Units', rules.units],
  ] as const;
  return (
    <>
      <PageHeader
        title={rules.name}
        text={rules.faction}
        actions={
          <Button tone="primary" icon="copy" busy={keep.isPending} onClick={() => keep.mutate()}>
            Keep a copy
          </Button>
        }
      />
      {keep.isError && <Notice text={sentence(keep.error)} />}
      {rules.note && <p className="whitespace-pre-line text-soft">{rules.note}</p>}
      {parts.map(([title, list]) =>
        list && list.length > 0 ? (
          <Card key={title} title={title}>
            <ul className="flex flex-col gap-1">
              {list.map(({ name }, index) => (
                <li key={index}>{name}</li>
              ))}
            </ul>
          </Card>
        ) : null,
      )}
    </>
  );
}
