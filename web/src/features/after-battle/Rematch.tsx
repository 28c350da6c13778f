import { sentence, type OneGame } from '@/shared/api';
import { Button, LinkButton, Notice } from '@/shared/ui';
import { useRematch } from './useRematch';

/** The same armies on the same board once more: asked for, offered by the opponent, or made already. */
export function Rematch({ game }: { game: Pick<OneGame, 'game_id' | 'fought_here' | 'rematch' | 'opponent'> }) {
  const again = useRematch(game.game_id);
  if (!game.fought_here) return null;
  const offered = game.rematch && !game.rematch.mine ? game.rematch : null;
  return (
    <div className="flex flex-col items-start gap-2">
      {again.isError && <Notice text={sentence(again.error)} />}
      {offered && <p>{offered.by} asks for a rematch: the same armies on the same board.</p>}
      {game.rematch?.mine ? (
        <LinkButton icon="swords" to={`/games/setup/${game.rematch.game_id}`}>
          Go to the rematch
        </LinkButton>
      ) : (
        <Button
          tone={offered ? 'primary' : 'plain'}
          icon="swords"
          busy={again.isPending}
          onClick={() => again.mutate()}>
          {offered ? 'Accept' : 'Rematch'}
        </Button>
      )}
      {!game.rematch && game.opponent && (
        <p className="text-sm text-faint">{game.opponent} will be asked in their list of games.</p>
      )}
    </div>
  );
}
