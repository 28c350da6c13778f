import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answered, deleteRoster, listRostersOptions, sentence, type RosterRow } from '@/shared/api';
import { confirm, IconButton, LinkButton, toast } from '@/shared/ui';
import { Verdict } from './Verdict';

/** A saved roster, and what can be done with it. */
export function RosterCard({ roster, onRename }: { roster: RosterRow; onRename: () => void }) {
  const remove = useDelete();
  return (
    <article aria-label={roster.name} className="flex h-full flex-col rounded border border-line bg-panel p-4 sm:p-5">
      <div className="flex items-start gap-3">
        <h2 className="min-w-0 flex-1 text-lg leading-tight font-semibold break-words">{roster.name}</h2>
        <p className="figure text-right text-lg leading-none">
          {roster.points}
          <span className="block text-xs text-faint">points</span>
        </p>
      </div>
      <p className="mt-1 text-sm break-words text-soft">
        {[roster.faction, roster.detachment, roster.system].filter(Boolean).join(' · ')}
      </p>
      <p className="mt-2 mb-4 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-faint">
        <span>
          {roster.units === 1 ? '1 unit' : `${roster.units} units`},{' '}
          {roster.models === 1 ? '1 miniature' : `${roster.models} miniatures`}
        </span>
        <span>{new Date(roster.created).toLocaleDateString(undefined, { dateStyle: 'medium' })}</span>
        <Verdict playable={roster.playable} leftOut={roster.left_out} />
      </p>
      <div className="mt-auto flex flex-wrap items-center gap-1 border-t border-line pt-3">
        <LinkButton to={`/display?roster=${encodeURIComponent(roster.roster_id)}`}>Open</LinkButton>
        {roster.playable && (
          <LinkButton tone="quiet" to={`/games?new=1&roster=${encodeURIComponent(roster.roster_id)}`}>
            Use in a game
          </LinkButton>
        )}
        <span className="ml-auto flex">
          <IconButton icon="edit" label={`Rename ${roster.name}`} onClick={onRename} />
          <IconButton icon="trash" label={`Delete ${roster.name}`} onClick={() => void remove(roster)} />
        </span>
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
      queries.setQueryData(
        listRostersOptions().queryKey,
        (known) => known && { ...known, rosters: known.rosters.filter((each) => each.roster_id !== roster_id) },
      );
    },
    onError: (error) => toast(sentence(error), 'error'),
  });
  return async (roster: RosterRow): Promise<void> => {
    if (
      await confirm({
        title: 'Delete roster',
        text: `Are you sure you want to delete roster "${roster.name}"?`,
        action: 'Delete',
        danger: true,
      })
    )
      remove.mutate(roster);
  };
}
