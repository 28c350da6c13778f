/** Said where the next choice is the player's own. */
export const YOURS = 'It is your choice.';

/** Units that did the same in a phase are counted from this many on, and not named one by one. */
const MANY = 3;

const ALIKE: readonly (readonly [RegExp, (count: number) => string])[] = [
  [/: moved [\d.]+″\.$/, (count) => `${count} units moved.`],
  [/ holds its fire\.$|: done with shooting\.$/, (count) => `${count} units are done with shooting.`],
  [/: now on the table\.$/, (count) => `${count} units are now on the table.`],
];

/** What of a unit is left, by its name: the last word on it is enough. */
const leftOf = (line: string): string | null =>
  /^(.+): (?:destroyed|\d+ of \d+(?: wounds)? left)\.$/.exec(line)?.[1] ?? null;

/** That the player is asked is said once, and last: where he was asked in between he has answered. */
function askedOnce(lines: readonly string[]): string[] {
  const last = lines.at(-1);
  return [...lines.filter((line) => line !== YOURS), ...(last === YOURS ? [YOURS] : [])];
}

/** The sentences of a phase as one: what many units did alike is counted, and of losses only the last is reported. */
export function summed(lines: readonly string[]): string {
  let left = askedOnce(lines).filter((line, index) => {
    const unit = leftOf(line);
    return unit === null || !lines.slice(index + 1).some((later) => leftOf(later) === unit);
  });
  for (const [alike, counted] of ALIKE) {
    const found = left.filter((line) => alike.test(line));
    if (found.length > MANY)
      left = left.flatMap((line) => (line === found[0] ? [counted(found.length)] : alike.test(line) ? [] : [line]));
  }
  return left.join(' ');
}
