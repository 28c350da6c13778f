import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import {
  answered,
  answerOf,
  changeRuleSet,
  deleteRuleSet,
  getRuleSet,
  keepRuleSet,
  listRostersOptions,
  listRuleSetsOptions,
  sentence,
  shareRuleSet,
  unshareRuleSet,
  type RuleSet,
  type RuleSetRow,
} from '@/shared/api';
import {
  Button,
  Card,
  confirm,
  CopyLink,
  EmptyState,
  Field,
  IconButton,
  Input,
  LinkButton,
  Notice,
  PageHeader,
  Skeleton,
  Switch,
  toast,
} from '@/shared/ui';
import { asRuleSet, newRuleSet } from './draft';
import { exported } from './RuleSetPage';

/** One's own rule sets, and the rosters whose rules can be corrected. */
export function WorkshopPage() {
  const sets = useQuery({ ...listRuleSetsOptions(), select: ({ rule_sets }) => rule_sets });
  const keep = useKeep();
  return (
    <main className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-8 sm:px-8">
      <title>Workshop · Highground</title>
      <PageHeader
        title="Workshop"
        text="Make the rules that your rosters do not hold, and correct what was read of them. Nobody else sees them unless you share a link."
        actions={<Import onRead={(rules) => keep.mutate(rules)} />}
      />
      {keep.isError && <Notice text={sentence(keep.error)} />}
      <NewSet busy={keep.isPending} onNew={(rules) => keep.mutate(rules)} />
      {sets.isPending && <Skeleton className="h-32" />}
      {sets.isError && <Notice text={sentence(sets.error)} onRetry={() => void sets.refetch()} />}
      {sets.data?.length === 0 && (
        <EmptyState
          icon="edit"
          title="No rule set yet"
          text="A rule set holds a faction's army and detachment rules, stratagems, enhancements and corrected units. Name one above."
        />
      )}
      {sets.data && sets.data.length > 0 && (
        <ul aria-label="Your rule sets" className="grid gap-4 lg:grid-cols-2">
          {sets.data.map((row) => (
            <li key={row.rule_set_id}>
              <One row={row} />
            </li>
          ))}
        </ul>
      )}
      <Rosters />
    </main>
  );
}

function useKeep() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (document: RuleSet) => answerOf(keepRuleSet({ body: { document, active: true } })),
    onSuccess: ({ row }) => {
      void queries.invalidateQueries({ queryKey: listRuleSetsOptions().queryKey });
      void navigate(`/workshop/sets/${row.rule_set_id}`);
    },
  });
}

function Import({ onRead }: { onRead: (rules: RuleSet) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const take = async (file: File | undefined) => {
    if (!file) return;
    try {
      const found: unknown = JSON.parse(await file.text());
      if (!asRuleSet(found)) throw new SyntaxError('no object');
      onRead(found);
    } catch {
      toast(`${file.name} is no rule set: it is not JSON.`);
    }
  };
  return (
    <>
      <input
        ref={input}
        type="file"
        accept=".json,application/json"
        aria-label="A rule set as a file"
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          void take(event.target.files?.[0]);
          event.target.value = '';
        }}
      />
      <Button icon="upload" onClick={() => input.current?.click()}>
        Import a file
      </Button>
    </>
  );
}

function NewSet({ busy, onNew }: { busy: boolean; onNew: (rules: RuleSet) => void }) {
  const [name, setName] = useState('');
  const [faction, setFaction] = useState('');
  const rosters = useQuery({ ...listRostersOptions(), select: ({ rosters }) => rosters });
  const factions = [...new Set((rosters.data ?? []).map((each) => each.faction).filter(Boolean))];
  return (
    <form
      className="flex flex-wrap items-end gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim()) onNew(newRuleSet(name.trim(), faction.trim()));
      }}>
      <Field label="New rule set" className="min-w-48 flex-1">
        <Input value={name} placeholder="Its name" onChange={(event) => setName(event.target.value)} />
      </Field>
      <Field label="For the faction" className="min-w-48 flex-1">
        <Input list="factions" value={faction} onChange={(event) => setFaction(event.target.value)} />
      </Field>
      <datalist id="factions">
        {factions.map((each) => (
          <option key={each} value={each} />
        ))}
      </datalist>
      <Button type="submit" tone="primary" icon="plus" busy={busy} disabled={!name.trim()}>
        Create
      </Button>
    </form>
  );
}

function One({ row }: { row: RuleSetRow }) {
  const { share, remove, activate, save } = useRow(row);
  const failure = share.error ?? remove.error ?? activate.error;
  return (
    <Card
      title={row.name}
      actions={
        <IconButton icon="trash" label={`Delete ${row.name}`} className="size-11" onClick={() => remove.mutate()} />
      }>
      <p className="mb-2 text-sm text-soft">
        {[row.faction || 'no faction', row.rules === 1 ? '1 rule' : `${row.rules} rules`].join(' · ')}
      </p>
      <Switch
        label="In use"
        hint={row.faction ? `By all your rosters of ${row.faction}` : 'It needs a faction to be of any use.'}
        checked={row.active}
        onChange={(active) => activate.mutate(active)}
      />
      <div className="mt-3 flex flex-wrap gap-2">
        <LinkButton tone="primary" icon="edit" to={`/workshop/sets/${row.rule_set_id}`}>
          Open
        </LinkButton>
        <Button icon="download" onClick={() => void save()}>
          Export
        </Button>
        <Button icon="link" busy={share.isPending} onClick={() => share.mutate(row.token === null)}>
          {row.token === null ? 'Share by link' : 'Stop sharing'}
        </Button>
      </div>
      {row.token !== null && (
        <div className="mt-3">
          <CopyLink label="Anyone with this link can read it" path={`/workshop/shared/${row.token}`} />
        </div>
      )}
      {failure && <Notice text={sentence(failure)} />}
    </Card>
  );
}

function useRow(row: RuleSetRow) {
  const queries = useQueryClient();
  const path = { rule_set_id: row.rule_set_id };
  const again = () => queries.invalidateQueries({ queryKey: listRuleSetsOptions().queryKey });
  const document = async () => (await answerOf(getRuleSet({ path }))).document;
  const share = useMutation({
    mutationFn: (on: boolean) => answerOf(on ? shareRuleSet({ path }) : unshareRuleSet({ path })),
    onSuccess: again,
  });
  const activate = useMutation({
    mutationFn: async (active: boolean) =>
      answerOf(changeRuleSet({ path, body: { document: await document(), active } })),
    onSuccess: again,
  });
  const remove = useMutation({
    mutationFn: async () => {
      const sure = await confirm({
        title: `Delete ${row.name}?`,
        text: 'Games that have begun keep its rules; your rosters have them no longer.',
        action: 'Delete the rule set',
        danger: true,
      });
      if (sure) await answered(deleteRuleSet({ path }));
    },
    onSuccess: again,
  });
  const save = async () => exported(await document());
  return { share, activate, remove, save };
}

/** Ways to the rules of single rosters. */
function Rosters() {
  const rosters = useQuery({
    ...listRostersOptions(),
    select: ({ rosters }) => rosters.filter((each) => each.playable),
  });
  return (
    <section aria-labelledby="rosters" className="flex flex-col gap-3 border-t border-line pt-6">
      <div>
        <h2 id="rosters" className="label text-lg">
          Rules of one roster
        </h2>
        <p className="text-soft">See what was made of each sentence of its abilities, and correct it.</p>
      </div>
      {rosters.data?.length === 0 && (
        <LinkButton icon="upload" to="/upload_list" className="self-start">
          Upload a roster first
        </LinkButton>
      )}
      <ul className="flex flex-wrap gap-2">
        {(rosters.data ?? []).map((each) => (
          <li key={each.roster_id} className="max-w-full wrap-anywhere">
            <LinkButton icon="roster" to={`/workshop/rosters/${each.roster_id}`}>
              {each.name}
            </LinkButton>
          </li>
        ))}
      </ul>
    </section>
  );
}
