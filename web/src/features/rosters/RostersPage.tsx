import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { answered, deleteRoster, listRosters, renameRoster, sentence, type RosterRow } from '@/shared/api';
import { Badge, Button, confirm, Dialog, EmptyState, Field, IconButton, Input, LinkButton, Notice, PageHeader, Skeleton, toast } from '@/shared/ui';

const KEY = ['rosters'];

/** The rosters that are kept with the account. */
export function RostersPage() {
  const rosters = useQuery({ queryKey: KEY, refetchOnMount: 'always', queryFn: async () => (await answered(listRosters()))?.rosters ?? [] });
  const [renaming, setRenaming] = useState<RosterRow | null>(null);
  return (
    <main className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-8 sm:px-8">
      <title>Your rosters · Highground</title>
      <PageHeader title="Your rosters" text="The armies you can bring to a game." actions={<LinkButton tone="primary" size="large" icon="upload" to="/upload_list">Upload a roster</LinkButton>} />
      {rosters.isPending && <div role="status" aria-label="Loading your rosters" className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">{Array.from({ length: 3 }, (_, index) => <Skeleton key={index} className="h-44" />)}</div>}
      {rosters.isError && <Notice text={sentence(rosters.error)} onRetry={() => void rosters.refetch()} busy={rosters.isFetching} />}
      {rosters.data?.length === 0 && <EmptyState icon="roster" title="No roster yet" text="Upload the file of your list builder. Until then, sample armies stand ready for every game." action={<><LinkButton tone="primary" icon="upload" to="/upload_list">Upload a roster</LinkButton><LinkButton icon="battle" to="/games?new=1">Create a game</LinkButton></>} />}
      {(rosters.data?.length ?? 0) > 0 && <ul className="grid grid-cols-1 gap-4 md:grid-cols-2 xl:grid-cols-3">{rosters.data?.map((roster) => <li key={roster.roster_id}><RosterCard roster={roster} onRename={() => setRenaming(roster)} /></li>)}</ul>}
      <Dialog open={renaming !== null} onOpenChange={(open) => !open && setRenaming(null)} title="Rename roster" description="How it stands in your lists. The file stays as it is.">
        {renaming && <RenameForm roster={renaming} onClose={() => setRenaming(null)} />}
      </Dialog>
    </main>
  );
}

function RosterCard({ roster, onRename }: { roster: RosterRow; onRename: () => void }) {
  const remove = useDelete();
  return (
    <article aria-label={roster.name} className="flex h-full flex-col rounded border border-line bg-panel p-4 sm:p-5">
      <div className="flex items-start gap-3">
        <h2 className="min-w-0 flex-1 text-lg leading-tight font-semibold break-words">{roster.name}</h2>
        <p className="figure text-right text-lg leading-none">{roster.points}<span className="block text-xs text-faint">points</span></p>
      </div>
      <p className="mt-1 text-sm break-words text-soft">{[roster.faction, roster.detachment, roster.system].filter(Boolean).join(' · ')}</p>
      <p className="mt-2 mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-faint">
        <span>{roster.units === 1 ? '1 unit' : `${roster.units} units`}, {roster.models === 1 ? '1 miniature' : `${roster.models} miniatures`}</span>
        {roster.playable ? <Badge tone="good" icon="check">Ready to fight</Badge> : <Badge tone="bad" icon="close">Cannot fight</Badge>}
      </p>
      <div className="mt-auto flex items-center gap-1 border-t border-line pt-3">
        <LinkButton to={`/display?roster=${encodeURIComponent(roster.roster_id)}`}>Open</LinkButton>
        {roster.playable && <LinkButton tone="quiet" to={`/games?new=1&roster=${encodeURIComponent(roster.roster_id)}`}>Use in a game</LinkButton>}
        <span className="ml-auto flex"><IconButton icon="edit" label={`Rename ${roster.name}`} onClick={onRename} /><IconButton icon="trash" label={`Delete ${roster.name}`} onClick={() => void remove(roster)} /></span>
      </div>
    </article>
  );
}

function useDelete() {
  const queries = useQueryClient();
  const remove = useMutation({
    mutationFn: (roster: RosterRow) => answered(deleteRoster({ path: { roster_id: roster.roster_id } })),
    onSuccess: (_, { roster_id }) => {
      toast('Roster deleted.');
      queries.setQueryData<RosterRow[]>(KEY, (rosters) => rosters?.filter((each) => each.roster_id !== roster_id));
    },
    onError: (error) => toast(sentence(error), 'error'),
  });
  return async (roster: RosterRow): Promise<void> => {
    if (await confirm({ title: 'Delete roster', text: `Are you sure you want to delete roster "${roster.name}"?`, action: 'Delete', danger: true })) remove.mutate(roster);
  };
}

function RenameForm({ roster, onClose }: { roster: RosterRow; onClose: () => void }) {
  const queries = useQueryClient();
  const { register, handleSubmit } = useForm({ defaultValues: { name: roster.name } });
  const rename = useMutation({
    mutationFn: (body: { name: string }) => answered(renameRoster({ path: { roster_id: roster.roster_id }, body })),
    onSuccess: (renamed) => {
      queries.setQueryData<RosterRow[]>(KEY, (rosters) => rosters?.map((each) => (renamed && each.roster_id === renamed.roster_id ? renamed : each)));
      onClose();
    },
  });
  return (
    <form className="mt-5 flex flex-col gap-4" onSubmit={(event) => void handleSubmit((typed) => rename.mutate(typed))(event)}>
      <Field label="Name"><Input autoFocus autoComplete="off" {...register('name')} /></Field>
      {rename.isError && <Notice text={sentence(rename.error)} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" tone="primary" busy={rename.isPending}>Save</Button>
      </div>
    </form>
  );
}
