import { Die } from '@/features/dice-table';
import type { GameState } from '@/shared/api';
import { useGameState } from '../client/context';
import './deployment.css';

/** Who goes first, and the dice that decided, blue before red. */
interface FirstRoll {
  name: string;
  faces: readonly [number, number];
  first: 0 | 1;
}

/** Null before the roll, and once both armies have begun: then nobody asks any more. */
function firstRollOf({ deployment_status: setUp, game_model: model }: GameState): FirstRoll | null {
  const { army_uuid: uuid, rolls } = setUp.first_turn ?? {};
  const first = model.armies[1].uuid === uuid ? 1 : 0;
  const [blue, red] = rolls?.at(-1) ?? [];
  const begins = model.round <= 1 && (model.turn <= 1 || model.phase === 'command');
  if (!begins || blue === undefined || red === undefined) return null;
  return { name: model.armies[first].name, faces: [blue, red], first };
}

/** "The Spring Tide goes first, 4 to 2." */
function firstRollSaid({ name, faces: [blue, red], first }: FirstRoll): string {
  const [high, low] = first === 0 ? [blue, red] : [red, blue];
  return `${name} goes first, ${high} to ${low}.`;
}

/** Who goes first, with the dice: it stands for the whole first turn, though a computer begins at once. */
export function FirstTurn() {
  const roll = firstRollOf(useGameState());
  if (!roll) return null;
  return (
    <div className="first-turn" role="group" aria-label="The roll for the first turn">
      {roll.faces.map((face, side) => (
        <span key={side} className={side === 0 ? 'zone-rolled-blue' : 'zone-rolled-red'}>
          <Die face={face} success={side === roll.first} />
        </span>
      ))}
      <p className="min-w-0 flex-1 font-semibold">{firstRollSaid(roll)}</p>
    </div>
  );
}
