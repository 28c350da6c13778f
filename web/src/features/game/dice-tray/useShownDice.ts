import { useState } from 'react';
import type { FoundDie, LabelledDie } from './found';

/** A die of the list, as it was read or as a person says. */
export interface ShownDie {
  face: number;
  /** Null for a die that was put right or added by hand. */
  score: number | null;
  /** The die in the photo; null for one that was added by hand. */
  found: FoundDie | null;
  /** What it shows is doubtful, and nobody has said it yet. */
  asked: boolean;
  /** Whose it is, if somebody said so: a weapon's number, null for a rerolled one. */
  owner?: number | null;
}

/** The dice that were read, with what a person says of them. */
export interface ShownDice {
  dice: readonly ShownDie[];
  /** The dice that are asked about now: a doubtful one, or all that show the same symbol. Empty where none is left. */
  asked: readonly FoundDie[];
  /** What was set aside, since so many dice were not rolled. */
  aside: readonly FoundDie[];
  /** Asks about these too. */
  askAside: () => void;
  /** What the dice show that are asked about. */
  answer: (face: number) => void;
  /** The dice that are asked about are none. */
  discard: () => void;
  say: (index: number, face: number) => void;
  add: (face: number) => void;
  remove: (index: number) => void;
  /** Says whose the dice are. */
  give: (owners: ReadonlyMap<number, number | null>) => void;
}

const asRead = (found: FoundDie): ShownDie => ({ face: found.face, score: found.score, found, asked: found.doubtful });

/** `onSymbol` gets the answer about a symbol: the dice of the photo that show it, and the face that it stands for. */
export function useShownDice(
  read: readonly FoundDie[],
  onSymbol: (dice: readonly FoundDie[], face: number) => void,
): ShownDice {
  const [dice, setDice] = useState<readonly ShownDie[]>(() => read.filter(({ aside }) => !aside).map(asRead));
  const [aside, setAside] = useState(() => read.filter((found) => found.aside));
  const asked = askedTogether(dice);
  const isAsked = ({ found }: ShownDie) => found !== null && asked.includes(found);
  const change = (which: (die: ShownDie, index: number) => boolean, face: number) =>
    setDice(dice.map((die, index) => (which(die, index) ? { ...die, face, score: null, asked: false } : die)));
  return {
    dice,
    asked,
    aside,
    askAside: () => {
      setDice([...dice, ...aside.map(asRead)]);
      setAside([]);
    },
    answer: (face) => {
      if (asked.some(({ symbol }) => symbol !== null)) onSymbol(asked, face);
      change(isAsked, face);
    },
    discard: () => setDice(dice.filter((die) => !isAsked(die))),
    say: (index, face) => change((_, at) => at === index, face),
    add: (face) => setDice([...dice, { face, score: null, found: null, asked: false }]),
    give: (owners) =>
      setDice(dice.map((die, at) => (owners.has(at) ? { ...die, owner: owners.get(at) ?? null } : die))),
    remove: (index) => setDice(dice.filter((_, at) => at !== index)),
  };
}

/** The dice of the photo: with what a person said of them, and without those that were taken away. */
export const onPhoto = (dice: readonly ShownDie[]): LabelledDie[] =>
  dice
    .flatMap(({ found, face, score }) => (found ? [{ ...found, face, score }] : []))
    .toSorted((a, b) => a.number - b.number);

/** The first doubtful die, with the others that are doubtful and show the same symbol. */
function askedTogether(dice: readonly ShownDie[]): FoundDie[] {
  const doubtful = dice.flatMap(({ found, asked }) => (asked && found ? [found] : []));
  const first = doubtful[0];
  if (!first) return [];
  return first.symbol === null ? [first] : doubtful.filter(({ symbol }) => symbol === first.symbol);
}
