import { useState } from 'react';
import type { UnitState } from '@/shared/api';
import { Button } from '@/shared/ui';
import { useGameState } from '../client/context';
import { useOfferRoll } from '../dice-tray';
import { advanceIsRolled } from '../map/hand/marches';
import { TypedDice } from './fights/TypedDice';

export interface OwnDice {
  faces: number[];
  source: 'typed' | 'camera';
}

interface AdvanceDieProps {
  unit: UnitState;
  busy: boolean;
  /** Whose buttons these are, by the id of its name. */
  describedBy?: string;
  /** Advances with this die; whether it was taken. */
  onUse: (dice: OwnDice) => Promise<boolean>;
}

/** The advance die of who rolls on a real table: typed, tapped or photographed. Nothing where the game has no own dice. */
export function AdvanceDie({ unit, busy, describedBy, onUse }: AdvanceDieProps) {
  const own = useGameState(({ dice }) => dice.own_dice) && advanceIsRolled(unit.marches);
  const [open, setOpen] = useState(false);
  useOfferRoll(own && open ? { count: 1, use: (faces) => onUse({ faces, source: 'camera' }) } : null);
  if (!own) return null;
  return (
    <>
      <Button tone="quiet" aria-expanded={open} aria-describedby={describedBy} onClick={() => setOpen(!open)}>
        Own die
      </Button>
      {open && (
        <div className="order-1 flex w-full flex-col gap-1">
          <p className="text-sm text-soft">{unit.name} advances by the die that you rolled.</p>
          <TypedDice due={1} busy={busy} onUse={(faces) => onUse({ faces, source: 'typed' })} />
        </div>
      )}
    </>
  );
}
