import { useMutation } from '@tanstack/react-query';
import { answered, inviteOpponent, sentence, type GameRow } from '@/shared/api';
import { Button, CopyLink, Dialog, Notice, Switch } from '@/shared/ui';
import { useChangeGame } from './useGames';

const day = (date: string): string => new Date(date).toLocaleDateString(undefined, { day: 'numeric', month: 'long' });

/** Opens the report to everybody who has its link, or closes it again. */
export function ReportSharing({ game }: { game: Pick<GameRow, 'game_id' | 'shared'> }) {
  const change = useChangeGame(game.game_id);
  const shared = (change.isPending ? change.variables.shared : undefined) ?? game.shared;
  return (
    <div className="flex flex-col gap-3">
      <Switch label="Share the report" hint="Everybody who has the link can watch the battle and read its report, without an account." checked={shared} disabled={change.isPending} onChange={(wanted) => change.mutate({ shared: wanted })} />
      {change.isError && <Notice text={sentence(change.error)} />}
      {game.shared && <CopyLink label="Link to watch it live" path={`/shared/${game.game_id}`} />}
      {game.shared && <CopyLink label="Link to the report" path={`/shared/${game.game_id}/logs`} />}
    </div>
  );
}

/** Makes a link with which one other player takes the other army. */
export function Invitation({ gameId }: { gameId: string }) {
  const invite = useMutation({ mutationFn: () => answered(inviteOpponent({ path: { game_id: gameId }, body: { side: 1 } })) });
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
      <Button icon="user" busy={invite.isPending} onClick={() => invite.mutate()}>Invite an opponent</Button>
    </div>
  );
}

/** Sharing and invitation of one game of the list. */
export function SharingDialog({ game, onClose }: { game: GameRow | null; onClose: () => void }) {
  return (
    <Dialog open={game !== null} onOpenChange={(open) => !open && onClose()} title="Share or invite" description={game?.game_name ?? ''}>
      {game && (
        <div className="mt-4 flex flex-col gap-5">
          <ReportSharing game={game} />
          <div className="border-t border-line pt-5">
            {game.opponent ? <p className="text-soft">{game.opponent} has taken the other army.</p> : <Invitation gameId={game.game_id} />}
          </div>
        </div>
      )}
    </Dialog>
  );
}
