import { Button } from '@/shared/ui';
import type { Shares } from './shares';

/** The letter of a weapon on its dice; that of rerolled ones. */
export const letterOf = (owner: number | null): string => (owner === null ? 'R' : String.fromCharCode(65 + owner));

export const ownerName = (owner: number | null, { names }: Shares): string =>
  owner === null ? 'rerolled' : (names[owner] ?? '');

interface WhoseDiceProps {
  shares: Shares;
  owners: readonly (number | null)[];
  /** The die that is picked. */
  chosen: number | null;
  onOwner: (owner: number | null) => void;
  /** Two weapons with as many dice have each other's. */
  onSwap: () => void;
}

/** The weapons whose dice lie in the tray, each with its letter, and the way to give a die to another. */
export function WhoseDice({ shares, owners, chosen, onOwner, onSwap }: WhoseDiceProps) {
  const { names, needs } = shares;
  const counted = (owner: number | null): number => owners.filter((each) => each === owner).length;
  const choices = [...names.keys(), ...(owners.length > needs.reduce((a, b) => a + b, 0) ? [null] : [])];
  return (
    <div role="group" aria-label="Whose dice" className="flex flex-col gap-2">
      <div className="flex flex-wrap gap-1">
        {choices.map((owner) => (
          <Button
            key={letterOf(owner)}
            className="min-h-11"
            disabled={chosen === null}
            aria-pressed={chosen !== null && owners[chosen] === owner}
            onClick={() => onOwner(owner)}>
            {letterOf(owner)} {ownerName(owner, shares)}: {counted(owner)}
            {owner !== null && ` of ${String(needs[owner])}`}
          </Button>
        ))}
        {names.length === 2 && needs[0] === needs[1] && (
          <Button tone="quiet" icon="refresh" className="min-h-11" onClick={onSwap}>
            Swap A and B
          </Button>
        )}
      </div>
      <p className="text-sm text-soft">
        {chosen === null
          ? 'Several weapons roll together: each die has the letter of its weapon. Pick a die to give it to another weapon.'
          : `Tap the weapon that die ${chosen + 1} belongs to.`}
      </p>
    </div>
  );
}
