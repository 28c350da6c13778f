import type { DiceShare } from '@/shared/api';

/** The weapons whose dice lie in one tray, and in which order the roll takes their dice. */
export interface Shares {
  names: readonly string[];
  /** Dice of each. */
  needs: readonly number[];
  /** Weapons by their numbers, each with so many dice. */
  order: readonly { weapon: number; dice: number }[];
}

/** Red, green and blue, 0 to 255. */
export type Colour = readonly [number, number, number];

export const NO_SHARES: Shares = { names: [], needs: [], order: [] };

/** The shares of a roll; none where all its dice are one weapon's at one target. */
export function sharesOf(given: readonly DiceShare[]): Shares {
  const targets = new Set(given.map((each) => each.target_unit_name));
  const nameOf = ({ weapon_name: weapon, target_unit_name: target }: DiceShare): string =>
    targets.size > 1 ? `${weapon} at ${target}` : weapon;
  const names = [...new Set(given.map(nameOf))];
  if (names.length < 2) return NO_SHARES;
  const order = given.map((each) => ({ weapon: names.indexOf(nameOf(each)), dice: each.dice }));
  const needs = names.map((_, weapon) => sum(order.map((each) => (each.weapon === weapon ? each.dice : 0))));
  return { names, needs, order };
}

const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);

/** Whose each die most likely is, null for a rerolled one: by colours if so many dice of each lie there, else in order. */
export function guessed(count: number, { needs }: Shares, colours: readonly Colour[] | null): (number | null)[] {
  const groups = colours?.length === count && count === sum(needs) ? byColour(colours, needs.length) : null;
  return (groups && matched(groups, needs)) ?? inOrder(count, needs);
}

function inOrder(count: number, needs: readonly number[]): (number | null)[] {
  const owners: (number | null)[] = needs.flatMap((dice, weapon) => Array.from({ length: dice }, () => weapon));
  return Array.from({ length: count }, (_, index) => owners[index] ?? null);
}

/** The weapon of each die, where each weapon has as many dice as a colour that no other has; null where one has not. */
function matched(groups: readonly number[], needs: readonly number[]): number[] | null {
  const sizes = [...new Set(groups)].map((group) => ({ group, size: groups.filter((each) => each === group).length }));
  const weapons = new Map<number, number>();
  for (const [weapon, need] of needs.entries()) {
    const fits = sizes.find(({ group, size }) => size === need && !weapons.has(group));
    if (!fits) return null;
    weapons.set(fits.group, weapon);
  }
  return groups.map((group) => weapons.get(group) ?? 0);
}

/** How far apart two colours must be, and how many times as far as those of one group are from their middle. */
const APART = 40;
const CLEARLY = 3;
const ROUNDS = 8;

const between = (one: Colour, other: Colour): number =>
  Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);

const mean = (colours: readonly Colour[]): Colour => {
  const of = (channel: 0 | 1 | 2): number => sum(colours.map((each) => each[channel])) / colours.length;
  return [of(0), of(1), of(2)];
};

/** The group of each die, where its colours form so many clear ones; else null. */
export function byColour(colours: readonly Colour[], count: number): number[] | null {
  let middles: Colour[] = colours.slice(0, 1);
  const away = (colour: Colour): number => Math.min(...middles.map((each) => between(colour, each)));
  while (middles.length < count) {
    const far = colours.reduce<Colour | null>((best, each) => (best && away(best) >= away(each) ? best : each), null);
    if (!far || away(far) < APART) return null;
    middles.push(far);
  }
  let groups: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    groups = colours.map((colour) => nearest(colour, middles));
    const now = groups;
    middles = middles.map((old, group) => {
      const mine = colours.filter((_, index) => now[index] === group);
      return mine.length ? mean(mine) : old;
    });
  }
  const widest = Math.max(...colours.map((colour) => Math.min(...middles.map((each) => between(colour, each)))));
  const closest = Math.min(
    ...middles.flatMap((one, index) => middles.slice(index + 1).map((other) => between(one, other))),
  );
  return closest >= Math.max(APART, CLEARLY * widest) ? groups : null;
}

function nearest(colour: Colour, middles: readonly Colour[]): number {
  const far = middles.map((each) => between(colour, each));
  return far.indexOf(Math.min(...far));
}

/** Whether each weapon has its dice. */
export const areShared = (owners: readonly (number | null)[], { needs }: Shares): boolean =>
  needs.every((need, weapon) => owners.filter((each) => each === weapon).length === need);

/** The faces as the roll takes them: weapon by weapon, rerolled ones last. */
export function inTurn(faces: readonly number[], owners: readonly (number | null)[], { order }: Shares): number[] {
  if (!order.length) return [...faces];
  const of = (owner: number | null): number[] => faces.filter((_, index) => owners[index] === owner);
  const left = new Map<number, number[]>();
  const taken = order.flatMap(({ weapon, dice }) => {
    const mine = left.get(weapon) ?? of(weapon);
    left.set(weapon, mine.slice(dice));
    return mine.slice(0, dice);
  });
  return [...taken, ...of(null)];
}
