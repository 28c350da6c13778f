import { Die } from '@/features/dice-table';
import { useGameState } from '../client/context';
import './deployment.css';
import { zoneRollOf, zoneRollSaid } from './zones';

/** Who won the roll for the zones, with the dice, and what was chosen; it stands for as long as units are set up. */
export function ZoneRolled() {
  const roll = zoneRollOf(useGameState());
  if (!roll) return null;
  return (
    <div className="zone-rolled" role="group" aria-label="The roll for the zones">
      {roll.faces.map((face, side) => (
        <span key={side} className={side === 0 ? 'zone-rolled-blue' : 'zone-rolled-red'}>
          <Die face={face} success={side === roll.won} />
        </span>
      ))}
      <p className="min-w-0 flex-1 text-sm text-soft">{zoneRollSaid(roll)}</p>
    </div>
  );
}
