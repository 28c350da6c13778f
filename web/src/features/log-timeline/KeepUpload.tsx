import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate } from 'react-router';
import { answered, claimLog, sentence } from '@/shared/api';
import { loginFor, useSession } from '@/shared/session';
import { Button, LinkButton, toast } from '@/shared/ui';

const day = (date: string): string => new Date(date).toLocaleDateString(undefined, { dateStyle: 'long' });

/** Makes an upload without an owner one's own, and goes to it among one's games. */
function useKeep(gameId: string) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: () => answered(claimLog({ path: { game_id: gameId } })),
    onSuccess: async (kept) => {
      void queries.invalidateQueries({ queryKey: ['games'] });
      void queries.invalidateQueries({ queryKey: ['battle-log', 'summary', gameId] });
      toast('Kept in your account.');
      await navigate(kept?.url ?? `/games/${gameId}/logs`);
    },
  });
}

/** Says when an upload that nobody owns is removed, and lets the reader keep it. */
export function KeepUpload({ gameId, removedAt }: { gameId: string; removedAt: string }) {
  const keep = useKeep(gameId);
  const { pathname, search } = useLocation();
  const signedIn = useSession((state) => state.status !== 'out');
  return (
    <div className="viewer-keep">
      <p>
        {keep.isError ? (
          <span role="alert" className="text-bad">
            {sentence(keep.error)}
          </span>
        ) : (
          <>
            Uploaded without an account. It will be removed on <time dateTime={removedAt}>{day(removedAt)}</time>.
          </>
        )}
      </p>
      {signedIn ? (
        <Button icon="plus" className="min-h-11" busy={keep.isPending} onClick={() => keep.mutate()}>
          Keep in my account
        </Button>
      ) : (
        <LinkButton tone="quiet" className="min-h-11" to={loginFor(pathname + search)}>
          Log in to keep it
        </LinkButton>
      )}
    </div>
  );
}
