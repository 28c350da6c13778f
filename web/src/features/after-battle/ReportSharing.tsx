import { sentence, type ListedGame } from '@/shared/api';
import { CopyLink, Notice, Switch } from '@/shared/ui';
import { isOver } from './outcome';
import { useChangeGame } from './useChangeGame';

/** Opens the report to everybody who has its link, or closes it again. */
export function ReportSharing({ game }: { game: Pick<ListedGame, 'game_id' | 'shared' | 'status'> }) {
  const change = useChangeGame(game.game_id);
  const shared = (change.isPending ? change.variables.shared : undefined) ?? game.shared;
  const over = isOver(game);
  return (
    <div className="flex flex-col gap-3">
      <Switch
        label="Share the report"
        hint={`Everybody who has the link can ${over ? '' : 'watch the battle and '}read its report, without an account.`}
        checked={shared}
        disabled={change.isPending}
        onChange={(wanted) => change.mutate({ shared: wanted })}
      />
      {change.isError && <Notice text={sentence(change.error)} />}
      {game.shared && !over && <CopyLink label="Link to watch it live" path={`/shared/${game.game_id}`} />}
      {game.shared && <CopyLink label="Link to the report" path={`/shared/${game.game_id}/logs`} />}
    </div>
  );
}
