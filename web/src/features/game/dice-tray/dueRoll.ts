import { useEffect, useId } from 'react';
import { create } from 'zustand';
import type { DiceShare } from '@/shared/api';

export interface DueRoll {
  /** Dice that the roll takes, where that is known beforehand. */
  count: number | null;
  /** Whose they are, where they are several weapons'. */
  shares?: readonly DiceShare[] | undefined;
  /** Rolls with these faces, which a camera saw; whether they were taken. */
  use: (faces: number[]) => Promise<boolean>;
  /** Why the roll did not take the last ones; '' where it did. */
  refusal: string;
}

interface DueRollStore {
  owner: string;
  roll: DueRoll | null;
  offer: (owner: string, roll: DueRoll | null) => void;
}

/** The roll that a panel waits for, so that the dice tray can answer it. */
export const useDueRoll = create<DueRollStore>((set) => ({
  owner: '',
  roll: null,
  // a card that has nothing to roll must not take away another's
  offer: (owner, roll) =>
    set((before) => (roll ? { owner, roll } : before.owner === owner ? { owner: '', roll: null } : before)),
}));

/** Says which roll is due while a panel shows it; null while none is. */
export function useOfferRoll(roll: DueRoll | null): void {
  const owner = useId();
  const offer = useDueRoll((store) => store.offer);
  useEffect(() => {
    offer(owner, roll);
  });
  useEffect(() => () => offer(owner, null), [owner, offer]);
}
