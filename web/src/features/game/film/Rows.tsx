import { Die } from '@/features/dice-table';
import type { Beat, DiceRow } from './beats';

/** The most dice of a row that are drawn; the rest is a number. */
const MOST_DICE = 12;

/** The dice of what happened, a row a stage. */
export function Rows({ beat }: { beat: Beat }) {
  if (!beat.rows.length) return null;
  return (
    <dl className="film-rows" key={beat.id}>
      {beat.rows.map((row) => (
        <div key={row.label}>
          <dt className="label">{row.label}</dt>
          <dd>
            <Dice row={row} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function Dice({ row: { dice, good } }: { row: DiceRow }) {
  const counted = dice.some((each) => each.success !== null);
  return (
    <>
      {dice.slice(0, MOST_DICE).map((each, index) => (
        <Die key={index} {...each} size={22} />
      ))}
      {dice.length > MOST_DICE && <span className="figure">+{dice.length - MOST_DICE}</span>}
      {counted && dice.length > 2 && (
        <span className="figure text-soft">
          {good} of {dice.length}
        </span>
      )}
    </>
  );
}
