import type { Threat } from '@/shared/api';

/** The shares of its wounds from which a unit stands to lose little, much, and most of them. */
export const LEVELS = [
  { name: 'low', from: 0.03, word: 'under a third' },
  { name: 'middle', from: 1 / 3, word: 'a third and more' },
  { name: 'high', from: 2 / 3, word: 'two thirds and more' },
] as const;

/** Squares between two numbers. */
const EVERY = 3;

/** The squares of each level as one outline, in map pixels. */
export function squaresOf({ values, cell, wounds }: Threat): { name: string; path: string }[] {
  const side = cell * 10;
  return LEVELS.map(({ name, from }, level) => {
    const below = LEVELS[level + 1]?.from ?? Infinity;
    const path = values
      .flatMap((row, y) =>
        row.map((value, x) => {
          const share = value / Math.max(1, wounds);
          return share >= from && share < below ? `M${x * side} ${y * side}h${side}v${side}h${-side}z` : '';
        }),
      )
      .join('');
    return { name, path };
  });
}

/** Expected wounds here and there over the table: every third square, whole where there are many. */
export function numbersOf({ values, cell }: Threat): { x: number; y: number; text: string }[] {
  return values.flatMap((row, y) =>
    y % EVERY === 1
      ? row.flatMap((value, x) =>
          x % EVERY === 1
            ? [
                {
                  x: (x + 0.5) * cell * 10,
                  y: (y + 0.5) * cell * 10,
                  text: value >= 9.95 ? value.toFixed(0) : value.toFixed(1),
                },
              ]
            : [],
        )
      : [],
  );
}
