import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { answered, listRostersOptions, renameRoster, sentence, type RosterRow } from '@/shared/api';
import { Button, Dialog, EmptyState, Field, Input, LinkButton, Notice, PageHeader, Skeleton } from '@/shared/ui';
import { RosterList } from './RosterList';
import { ShelfList } from './ShelfList';

/** The rosters that are kept with the account. */
export function RostersPage() {
  const rosters = useQuery({
    ...listRostersOptions(),
    refetchOnMount: 'always',
    select: ({ rosters }) => rosters,
  });
  const [renaming, setRenaming] = useState<RosterRow | null>(null);
  return (
    <main className="mx-auto flex w-full max-w-6xl flex-col gap-6 px-4 py-8 sm:px-8">
      <title>Your rosters · Highground</title>
      <PageHeader title="Your rosters" text="The armies you can bring to a game." actions={<Ways />} />
      {rosters.isPending && (
        <div role="status" aria-label="Loading your rosters" className="grid gap-4 md:grid-cols-2 xl:grid-cols-3">
          {Array.from({ length: 3 }, (_, index) => (
            <Skeleton key={index} className="h-44" />
          ))}
        </div>
      )}
      {rosters.isError && (
        <Notice text={sentence(rosters.error)} onRetry={() => void rosters.refetch()} busy={rosters.isFetching} />
      )}
      {rosters.data?.length === 0 && (
        <EmptyState
          icon="roster"
          title="No roster yet"
          text="Upload the file of your list builder. Until then, sample armies stand ready for every game."
          action={
            <>
              <LinkButton tone="primary" icon="upload" to="/upload_list">
                Upload a roster
              </LinkButton>
              <LinkButton icon="battle" to="/games?new=1">
                Create a game
              </LinkButton>
            </>
          }
        />
      )}
      {rosters.data && rosters.data.length > 0 && <RosterList rosters={rosters.data} onRename={setRenaming} />}
      <ShelfList />
      <Dialog
        open={renaming !== null}
        onOpenChange={(open) => !open && setRenaming(null)}
        title="Rename roster"
        description="How it stands in your lists. The file stays as it is.">
        {renaming && <RenameForm roster={renaming} onClose={() => setRenaming(null)} />}
      </Dialog>
    </main>
  );
}

function Ways() {
  return (
    <>
      <LinkButton size="large" icon="edit" to="/workshop">
        Workshop
      </LinkButton>
      <LinkButton tone="primary" size="large" icon="upload" to="/upload_list">
        Upload a roster
      </LinkButton>
    </>
  );
}

function RenameForm({ roster, onClose }: { roster: RosterRow; onClose: () => void }) {
  const queries = useQueryClient();
  const { register, handleSubmit } = useForm({ defaultValues: { name: roster.name } });
  const rename = useMutation({
    mutationFn: (body: { name: string }) => answered(renameRoster({ path: { roster_id: roster.roster_id }, body })),
    onSuccess: (renamed) => {
      queries.setQueryData(
        listRostersOptions().queryKey,
        (known) =>
          known && {
            ...known,
            rosters: known.rosters.map((each) => (renamed && each.roster_id === renamed.roster_id ? renamed : each)),
          },
      );
      onClose();
    },
  });
  return (
    <form
      className="mt-5 flex flex-col gap-4"
      onSubmit={(event) => void handleSubmit((typed) => rename.mutate(typed))(event)}>
      <Field label="Name">
        <Input autoFocus autoComplete="off" {...register('name')} />
      </Field>
      {rename.isError && <Notice text={sentence(rename.error)} />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" tone="primary" busy={rename.isPending}>
          Save
        </Button>
      </div>
    </form>
  );
}
