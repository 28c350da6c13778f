import { sentence, type ListedGame } from '@/shared/api';
import { Button } from '@/shared/ui';
import { useRematch } from './useRematch';

/** That the opponent of a game asks for another, with a way to accept. Nothing where nobody does. */
export function RematchAsked({ game }: { game: Pick<ListedGame, 'game_id' | 'rematch_by'> }) {
  const again = useRematch(game.game_id);
  if (!game.rematch_by) return null;
  return (
    <span className="flex flex-col items-start gap-1.5">
      <span className="font-semibold text-lamp wrap-anywhere">{game.rematch_by} asks for a rematch</span>
      <Button tone="primary" icon="swords" busy={again.isPending} onClick={() => again.mutate()}>
        Accept
      </Button>
      {again.isError && (
        <span role="alert" className="text-sm text-bad">
          {sentence(again.error)}
        </span>
      )}
    </span>
  );
}
