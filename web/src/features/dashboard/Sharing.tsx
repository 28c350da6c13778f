import { useMutation } from '@tanstack/react-query';
import { isOver, ReportSharing } from '@/features/after-battle';
import { answered, inviteOpponent, sentence, type ListedGame } from '@/shared/api';
import { Button, CopyLink, Dialog, Notice } from '@/shared/ui';

const day = (date: string): string => new Date(date).toLocaleDateString(undefined, { day: 'numeric', month: 'long' });

/** Makes a link with which one other player takes an army. */
export function Invitation({ gameId, side = 1 }: { gameId: string; side?: 0 | 1 }) {
  const invite = useMutation({
    mutationFn: () => answered(inviteOpponent({ path: { game_id: gameId }, body: { side } })),
  });
  if (invite.data) {
    return (
      <div className="flex flex-col gap-2">
        <CopyLink label="Link for your opponent" path={invite.data.url} />
        <p className="text-sm text-faint">For one player, until {day(invite.data.expires_at)}.</p>
      </div>
    );
  }
  return (
    <div className="flex flex-col items-start gap-3">
      {invite.isError && <Notice text={sentence(invite.error)} />}
      <Button icon="user" busy={invite.isPending} onClick={() => invite.mutate()}>
        Invite an opponent
      </Button>
    </div>
  );
}

/** Sharing and invitation of one game of the list; nobody is invited to a battle that is over. */
export function SharingDialog({ game, onClose }: { game: ListedGame | null; onClose: () => void }) {
  const over = game !== null && isOver(game);
  return (
    <Dialog
      open={game !== null}
      onOpenChange={(open) => !open && onClose()}
      title={over ? 'Share the report' : 'Share or invite'}
      description={game?.game_name ?? ''}>
      {game && (
        <div className="mt-4 flex flex-col gap-5">
          <ReportSharing game={game} />
          {!over && (
            <div className="border-t border-line pt-5">
              {game.opponent ? (
                <p className="text-soft">{game.opponent} has taken the other army.</p>
              ) : (
                <Invitation gameId={game.game_id} />
              )}
            </div>
          )}
        </div>
      )}
    </Dialog>
  );
}
