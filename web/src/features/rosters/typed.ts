import type { Missing, TypedUnit } from '@/shared/api';

/** What stands in the form's fields: a stat by its name, a weapon's value as 'Reed bow/damage'. */
export type Typed = Readonly<Record<string, string>>;

type Weapon = NonNullable<TypedUnit['weapons']>[number];

const DICE = /^(\d{1,2}|\d?[dD][36](\+\d{1,2})?)$/;
const VALUES: readonly { key: Exclude<keyof Weapon, 'name' | 'keywords'>; fits: RegExp; say: string }[] = [
  { key: 'range', fits: /^(melee|[1-9]\d{0,2}["″]?)$/i, say: 'a range in inches, or Melee' },
  { key: 'attacks', fits: DICE, say: 'attacks such as 2 or D6+1' },
  { key: 'skill', fits: /^([2-6]\+?|n\/a)$/i, say: 'a hit roll such as 3+, or N/A' },
  { key: 'strength', fits: DICE, say: 'a strength' },
  { key: 'ap', fits: /^-?\d{1,2}$/, say: 'an AP such as -1 or 0' },
  { key: 'damage', fits: DICE, say: 'damage such as 1 or D3' },
];
const STATS = [
  ['movement', 'M', 0, 60],
  ['toughness', 'T', 1, 30],
  ['save', 'SV', 2, 7],
  ['wounds', 'W', 1, 100],
  ['leadership', 'LD', 2, 12],
  ['objective_controlled', 'OC', 0, 100],
] as const;

const whole = (text: string): number | null => (/^\d{1,3}[+"″]?$/.test(text) ? parseInt(text, 10) : null);

/** The unit as it is sent to the server, or a sentence that says which field to look at. */
export function typedUnit(missing: Missing, typed: Typed): TypedUnit | string {
  const text = (key: string) => (typed[key] ?? '').trim();
  const stats = { movement: 0, toughness: 0, save: 0, wounds: 0, leadership: 0, objective_controlled: 0, invuln: 0 };
  for (const [key, label, least, most] of missing.sheet ? STATS : []) {
    const value = whole(text(key));
    if (value === null || value < least || value > most) return `${label} must be a number from ${least} to ${most}.`;
    stats[key] = value;
  }
  const invuln = text('invuln');
  if (missing.sheet && invuln) {
    const value = whole(invuln);
    if (value === null || value < 2 || value > 6) return 'INV must be a number from 2 to 6, or empty.';
    stats.invuln = value;
  }
  const weapons: Weapon[] = [];
  for (const name of missing.gear) {
    const weapon: Weapon = { name, range: '', attacks: '', skill: '', strength: '', ap: '', damage: '', keywords: '' };
    if (VALUES.every(({ key }) => !text(`${name}/${key}`))) continue;
    for (const { key, fits, say } of VALUES) {
      const value = text(`${name}/${key}`);
      if (!fits.test(value)) return `${name} needs ${say}.`;
      weapon[key] = value.replace('″', '"').replace(/^n\/a$/i, 'N/A');
    }
    weapons.push({ ...weapon, keywords: text(`${name}/keywords`) });
  }
  if (!missing.sheet && weapons.length === 0) return 'Nothing is typed in yet.';
  const keywords = text('words')
    .split(',')
    .map((word) => word.trim().toLowerCase())
    .filter(Boolean);
  return { name: missing.name, stats: missing.sheet ? stats : null, weapons, keywords };
}
