import type { ArmyStatistics, StageRolls } from '@/shared/api';

/** Fewer dice than these mean nothing, however they fall. */
const FEW = 20;

/** Standard deviations between what was rolled and what was expected; 0 where chance had no say. */
export const spreadsOff = ({ successes, expected, spread }: StageRolls): number =>
  spread > 0 ? (successes - expected) / spread : 0;

/** Dice of several stages as one: sums and variances add. */
export function together(rolls: readonly StageRolls[]): StageRolls {
  const sum = (of: (each: StageRolls) => number) => rolls.reduce((total, each) => total + of(each), 0);
  return {
    dice: sum((each) => each.dice),
    successes: sum((each) => each.successes),
    expected: sum((each) => each.expected),
    spread: Math.sqrt(sum((each) => each.spread ** 2)),
  };
}

/**
 * How often chance alone is at least this many standard deviations off, to either side (0 to 1). The normal
 * approximation, with the error function of Abramowitz and Stegun 7.1.26 (off by 1.5e-7 at most).
 */
export function chanceOf(off: number): number {
  const x = Math.abs(off) / Math.SQRT2;
  const t = 1 / (1 + 0.3275911 * x);
  return (
    t * (0.254829592 + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429)))) * Math.exp(-x * x)
  );
}

/** What the dice were, in a word or two. */
export function verdict(rolled: StageRolls): string {
  if (rolled.dice === 0) return 'no dice';
  if (rolled.dice < FEW) return 'too few dice to tell';
  const off = spreadsOff(rolled);
  if (Math.abs(off) < 1) return 'as expected';
  const kind = off > 0 ? 'lucky' : 'unlucky';
  return Math.abs(off) < 2 ? `a little ${kind}` : `very ${kind}`;
}

/** How sure the verdict is: a sentence with the count of dice. */
export function certainty(rolled: StageRolls): string {
  if (rolled.dice === 0) return 'Nothing was rolled.';
  const share = Math.round(chanceOf(spreadsOff(rolled)) * 100);
  const often =
    share < 1 ? 'in fewer than 1 battle of 100' : share > 99 ? 'in nearly every battle' : `in ${share} of 100 battles`;
  return `${rolled.dice} dice. Chance alone is at least this far off ${often}.`;
}

export interface StageLuck {
  name: string;
  rolled: StageRolls;
}

/** An army's dice, all together first and then by stage. */
export function stages({ rolls }: ArmyStatistics): StageLuck[] {
  const each = [
    { name: 'Hits', rolled: rolls.hit },
    { name: 'Wounds', rolled: rolls.wound },
    { name: 'Saves', rolled: rolls.save },
  ];
  return [{ name: 'All dice', rolled: together(each.map(({ rolled }) => rolled)) }, ...each];
}

/** A difference with its sign: '+1.6', '−0.4', '0.0'. */
export function signed(value: number): string {
  const text = Math.abs(value).toFixed(1);
  return text === '0.0' ? text : `${value > 0 ? '+' : '−'}${text}`;
}
