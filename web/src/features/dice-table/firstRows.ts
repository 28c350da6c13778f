/** How many rows of each group stand among the first `most` of them all. */
export const firstRows = (groups: readonly number[], most: number): number[] =>
  groups.map((count, index) =>
    Math.max(0, Math.min(count, most - groups.slice(0, index).reduce((sum, each) => sum + each, 0))),
  );
