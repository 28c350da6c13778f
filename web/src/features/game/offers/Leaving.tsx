import { claim, offerDraw, resign } from '@/shared/api';
import { Button, confirm } from '@/shared/ui';
import { useGameId, useGameState } from '../client/context';
import { Refusal } from '../panels/Act';
import { useCommand } from '../client/useCommand';

/** Ends the battle before its last round: a draw, giving up, or claiming it from an opponent who stays away. */
const SIDES = [0, 1] as const;

export function Leaving() {
  const gameId = useGameId();
  const state = useGameState();
  const command = useCommand();
  const path = { game_id: gameId };
  if (!state.request) return <p className="text-soft">The battle is over.</p>;
  const { armies } = state.game_model;
  const people = state.sides.filter((side) => armies[side]?.controller !== 'ai');
  // A computer does not give up; where it has both armies, somebody ends it for one of them.
  const sides = people.length ? people : state.sides;
  const facing = state.sides.length === 1 && armies.every((army) => army.controller === 'human');
  const give = async (side: 0 | 1) => {
    const sure = await confirm({
      title: 'Resign the battle?',
      text: `${armies[side].name} gives up, and the battle ends now. This cannot be taken back.`,
      action: 'Resign',
      danger: true,
    });
    if (sure) void command.run(() => resign({ path, body: { side } }));
  };
  const button = { className: 'min-h-11', disabled: command.locked };
  return (
    <>
      <p className="text-soft">
        Each of these is written into the battle's log.
        {facing &&
          " A draw needs the other player's consent. You can claim the battle if they run out of time, or if it is their turn and they stay away for longer than you agreed in the set-up."}
      </p>
      <div className="flex flex-wrap gap-2">
        {facing && (
          <Button {...button} onClick={() => void command.run(() => offerDraw({ path }))}>
            Offer a Draw
          </Button>
        )}
        {facing && (
          <Button {...button} onClick={() => void command.run(() => claim({ path }))}>
            Claim the Battle
          </Button>
        )}
        {SIDES.filter((side) => sides.includes(side)).map((side) => (
          <Button key={side} tone="danger" {...button} onClick={() => void give(side)}>
            {sides.length > 1 ? `Resign for ${armies[side].name}` : 'Resign'}
          </Button>
        ))}
      </div>
      <Refusal of={command} />
    </>
  );
}
