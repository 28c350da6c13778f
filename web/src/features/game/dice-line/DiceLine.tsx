import { useGameId, useGameState } from '../client/context';
import { Link } from 'react-router';
import { giveUp, type Rolling } from '@/features/fair-dice';
import { sentence, type DiceShown, type GameState, type RollShown } from '@/shared/api';
import { Button, cx, Icon, toast, type IconName } from '@/shared/ui';

interface Mark {
  text: string;
  icon: IconName;
  warn: boolean;
}

/** Who looks at the dice: the only person at the table, one of two or who watches them, or who watches a single person. */
export type Viewer = 'alone' | 'of two' | 'watching';

/** Those who made the dice beside the server, as the viewer would say. */
function makersOf(witness: RollShown['witness'], viewer: Viewer): string {
  if (viewer === 'alone') return 'your device';
  if (viewer === 'watching') return "a player's device";
  return witness === 'revealed' ? 'both players' : "the roller's device";
}

/** How the last dice came about, in one line. */
export function markOf({ last, sealed }: DiceShown, viewer: Viewer): Mark | null {
  if (!last) return null;
  if (last.own)
    return {
      text:
        last.own === 'camera'
          ? "Last roll: a player's own dice, read from a photo."
          : "Last roll: a player's own dice, typed in.",
      icon: 'dice',
      warn: true,
    };
  if (!sealed) return null;
  if (last.witness === 'missed')
    return {
      text:
        last.thrower === 'revealed'
          ? "Last roll: no witness. Only the roller's device and the server made it."
          : 'Last roll: no witness. The server alone made it.',
      icon: 'dice',
      warn: true,
    };
  if (last.thrower === 'missed')
    return { text: "Last roll: made without the roller's device; the opponent agreed.", icon: 'dice', warn: true };
  if (last.witness === 'revealed' || last.thrower === 'revealed')
    return { text: `Last roll: made by ${makersOf(last.witness, viewer)} and the server.`, icon: 'check', warn: false };
  return { text: 'Last roll: made by the server alone.', icon: 'dice', warn: true };
}

function viewerOf({ game_model: { armies }, sides }: GameState): Viewer {
  if (sides.length < 2 && armies.every((army) => army.controller === 'human')) return 'of two';
  return sides.length ? 'alone' : 'watching';
}

interface DiceLineProps {
  rolling: Rolling | null;
  possible: boolean;
}

/** How the dice of this game come about: of the roll under way, else of the last one; where to check them. */
export function DiceLine({ rolling, possible }: DiceLineProps) {
  const gameId = useGameId();
  const state = useGameState();
  const mark = markOf(state.dice, viewerOf(state));
  return (
    <>
      {rolling && <Waiting rolling={rolling} />}
      {state.dice.sealed && !possible && state.sides.length > 0 && (
        <p className="dice-line" data-warn="true">
          <Icon name="dice" size={16} />
          <span>This browser takes no part in the dice: that works only on pages loaded over https.</span>
        </p>
      )}
      {mark && !rolling && (
        <p className={cx('dice-line')} data-warn={mark.warn || undefined}>
          <Icon name={mark.icon} size={16} />
          <span>{mark.text}</span>
          {state.dice.sealed && (
            <Link
              className="inline-flex items-center underline coarse:min-h-11"
              to={`/verify?game=${gameId}`}
              target="_blank">
              Check the dice
            </Link>
          )}
        </p>
      )}
    </>
  );
}

function Waiting({ rolling }: { rolling: Rolling }) {
  const gameId = useGameId();
  const watching = useGameState().sides.length === 0;
  const who = rolling.own ? 'your device' : watching ? "a player's device" : "the opponent's device";
  const drop = () => void giveUp(gameId).catch((error: unknown) => toast(sentence(error), 'error'));
  return (
    <div className="consent" role="status">
      <p className="min-w-0 flex-1">
        Dice are being rolled: waiting for {who}.{rolling.lost && ' This browser no longer has its part of the roll.'}
      </p>
      {rolling.lost && (
        <Button className="min-h-11" onClick={drop}>
          Go on without it
        </Button>
      )}
    </div>
  );
}
