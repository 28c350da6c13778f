import type { Profile, Weapon } from '@/shared/battle-log';

/** Those that are alike put together, in the order in which the first of each comes. */
function merged<T>(items: readonly T[], like: (item: T) => unknown, join: (a: T, b: T) => T): T[] {
  const found = new Map<string, T>();
  for (const each of items) {
    const key = JSON.stringify(like(each));
    const known = found.get(key);
    found.set(key, known === undefined ? each : join(known, each));
  }
  return [...found.values()];
}

const sum = (a: number | null, b: number | null): number | null => (a === null || b === null ? null : a + b);

/** Miniatures of one name, one set of attributes and one base stand together. */
export const grouped = (profiles: readonly Profile[]): Profile[] =>
  merged(
    profiles,
    ({ name, attributes, base }) => [name, attributes, base],
    (a, b) => ({
      ...a,
      count: sum(a.count, b.count),
      alive: sum(a.alive, b.alive),
      ranged: [...a.ranged, ...b.ranged],
      melee: [...a.melee, ...b.melee],
    }),
  );

/** Weapons of one set of numbers are one row. */
export const groupedWeapons = (weapons: readonly Weapon[]): Weapon[] =>
  merged(
    weapons,
    (weapon) => ({ ...weapon, count: null }),
    (a, b) => ({ ...a, count: sum(a.count, b.count) }),
  );
