import { useState } from 'react';
import type { FoundDie } from './found';

/** A die of the list, as it was read or as a person says. */
export interface ShownDie {
  face: number;
  /** Null for a die that was put right or added by hand. */
  score: number | null;
  /** What was read where that is doubtful and nobody has said what it shows. */
  asked: FoundDie | null;
}

/** The dice that were read, with what a person says of them. */
export interface ShownDice {
  dice: readonly ShownDie[];
  /** The doubtful die that is asked about now, by its place in the list; null where none is left. */
  asked: number | null;
  say: (index: number, face: number) => void;
  add: (face: number) => void;
  remove: (index: number) => void;
}

export function useShownDice(found: readonly FoundDie[]): ShownDice {
  const [dice, setDice] = useState<readonly ShownDie[]>(() =>
    found.map((die) => ({ face: die.face, score: die.score, asked: die.doubtful ? die : null })),
  );
  const byHand = (face: number): ShownDie => ({ face, score: null, asked: null });
  const asked = dice.findIndex((die) => die.asked);
  return {
    dice,
    asked: asked < 0 ? null : asked,
    say: (index, face) => setDice(dice.map((die, at) => (at === index ? byHand(face) : die))),
    add: (face) => setDice([...dice, byHand(face)]),
    remove: (index) => setDice(dice.filter((_, at) => at !== index)),
  };
}
