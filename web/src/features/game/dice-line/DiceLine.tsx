import { useGameId, useGameState } from '../client/context';
import { Link } from 'react-router';
import { giveUp, type Rolling } from '@/features/fair-dice';
import { sentence, type DiceShown, type GameState } from '@/shared/api';
import { Button, cx, Icon, toast, type IconName } from '@/shared/ui';

interface Mark {
  text: string;
  icon: IconName;
  warn: boolean;
}

/** How the last dice came about, in one line. */
export function markOf({ last, sealed }: DiceShown, people: boolean): Mark | null {
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
    return { text: "Last roll: no witness. The opponent's device did not take part.", icon: 'dice', warn: true };
  if (last.thrower === 'missed')
    return { text: "Last roll: made without the roller's device; the opponent agreed.", icon: 'dice', warn: true };
  if (last.witness === 'revealed')
    return {
      text: people
        ? 'Last roll: made by both players and the server.'
        : 'Last roll: made by your device and the server.',
      icon: 'check',
      warn: false,
    };
  if (last.thrower === 'revealed')
    return { text: 'Last roll: made by your device and the server.', icon: 'check', warn: false };
  return { text: 'Last roll: made by the server alone.', icon: 'dice', warn: true };
}

const inPerson = (state: GameState): boolean =>
  state.game_model.armies.every((army) => army.controller === 'human') && state.sides.length < 2;

interface DiceLineProps {
  rolling: Rolling | null;
  possible: boolean;
}

/** How the dice of this game come about: of the roll under way, else of the last one; where to check them. */
export function DiceLine({ rolling, possible }: DiceLineProps) {
  const gameId = useGameId();
  const state = useGameState();
  const mark = markOf(state.dice, inPerson(state));
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
  const who = rolling.awaits.includes('witness') ? "the opponent's device" : "the roller's device";
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
