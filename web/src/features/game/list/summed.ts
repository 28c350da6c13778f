/** A sentence about what somebody else did, and by what a phase's sentences are summed up. */
export interface Sentence {
  text: string;
  /** What units may have done alike; absent where each is worth its own sentence. */
  did?: Deed;
  /** The unit of whose losses it is about. */
  lossOf?: string;
}

type Deed = 'moved' | 'shot nobody' | 'arrived';

/** Said where the next choice is the player's own. */
export const YOURS: Sentence = { text: 'It is your choice.' };

/** Units that did the same in a phase are counted from this many on, and not named one by one. */
const MANY = 3;

const COUNTED: readonly (readonly [Deed, (count: number) => string])[] = [
  ['moved', (count) => `${count} units moved.`],
  ['shot nobody', (count) => `${count} units are done with shooting.`],
  ['arrived', (count) => `${count} units are now on the table.`],
];

/** That the player is asked is said once, and last: where he was asked in between he has answered. */
function askedOnce(sentences: readonly Sentence[]): Sentence[] {
  const last = sentences.at(-1);
  return [...sentences.filter((each) => each !== YOURS), ...(last === YOURS ? [YOURS] : [])];
}

/** The sentences of a phase as one: what many units did alike is counted, and of losses only the last is reported. */
export function summed(sentences: readonly Sentence[]): string {
  let left = askedOnce(sentences).filter(
    ({ lossOf }, index, all) => !lossOf || !all.slice(index + 1).some((later) => later.lossOf === lossOf),
  );
  for (const [deed, counted] of COUNTED) {
    const alike = left.filter(({ did }) => did === deed);
    if (alike.length > MANY)
      left = left.flatMap((each) => {
        if (each === alike[0]) return [{ text: counted(alike.length) }];
        return each.did === deed ? [] : [each];
      });
  }
  return left.map(({ text }) => text).join(' ');
}
