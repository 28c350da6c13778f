import type { Effect, EffectForm, Rule, RuleSet, UnitChange } from '@/shared/api';
import type { Dice } from '@/shared/dice';

/** What a rule is of: it decides what its form asks. */
export type RuleLevel = 'unit' | 'army' | 'stratagem';

export const newRuleSet = (name: string, faction = ''): RuleSet => ({
  format: 'highground rule set',
  version: 1,
  name,
  faction,
});

/** A copy with another value in a field that a form names; undefined leaves the field out of what is sent. */
export const changed = <T extends object>(value: T, field: string, to: unknown): T => ({ ...value, [field]: to });

export const read = (value: object, field: string): unknown => Reflect.get(value, field);

/** Anything that a file holds: what is wrong with it, the server says. */
export const asRuleSet = (value: unknown): value is RuleSet => typeof value === 'object' && value !== null;

/** Moments that are about another unit, which something may happen to. */
const OF_ONE = ['destroyed', 'helps'];
const NEARBY = ['friends within', 'enemies within'];

/** Who may have an effect; the first is who usually has it. `target`: the unit that the rule is used on, null if nobody uses it. */
export function whoMay(level: RuleLevel, target: string | null, when: string): string[] {
  if (when === 'enemy shock failed') return ['self', 'target'];
  if (['miniature destroyed', 'fell'].includes(when) && target === null) return ['self'];
  if (target === null && OF_ONE.includes(when)) return ['target', 'self', ...NEARBY];
  if (target === 'enemy' || target === 'ally') return ['target', 'self', 'army', ...NEARBY];
  if (target === 'friend') return ['self', 'army', ...NEARBY];
  if (target === 'none') return level === 'unit' ? ['self', 'army', ...NEARBY] : ['army'];
  if (level === 'army') return when ? ['self'] : ['army'];
  return ['self', 'bearer', 'army', ...NEARBY];
}

/** The effect with somebody who may have it, and with a time that it may have. */
export function fitted(effect: Effect, form: EffectForm | undefined, level: RuleLevel, target: string | null): Effect {
  const may = whoMay(level, target, effect.when ?? '');
  const who = may.includes(effect.who ?? 'self') ? (effect.who ?? 'self') : may[0];
  const lasting = effect.duration === undefined || effect.duration === 'always' ? 'phase' : effect.duration;
  const timed = changed(effect, 'duration', form && endures(effect, form, target !== null) ? lasting : undefined);
  return changed(timed, 'who', who);
}

/** Whether it needs a duration: what lasts and is used or begins at a moment, and what is used for a later moment. */
export const endures = (effect: Effect, form: EffectForm, used: boolean): boolean =>
  used ? form.lasts || Boolean(effect.when) : form.lasts && !form.of_moments && Boolean(effect.when);

const FIRST: Effect = { kind: 'move' };
/** An effect of a kind as a form begins with it. */
export const newEffect = (form: EffectForm, level: RuleLevel, target: string | null): Effect =>
  fitted(changed(changed(FIRST, 'kind', form.kind), 'who', whoMay(level, target, '')[0]), form, level, target);

export const newRule = (level: RuleLevel): Rule =>
  level === 'stratagem'
    ? { name: '', use: { cost: 1, phases: ['shooting'], target: 'friend' }, effects: [] }
    : { name: '', effects: [] };

/** The list with another one in a place; without one the place goes. */
export const put = <T>(list: readonly T[], at: number, item: T | undefined): T[] =>
  item === undefined
    ? list.filter((_, index) => index !== at)
    : list.map((each, index) => (index === at ? item : each));

export interface WeaponKeyword {
  name: string;
  value?: Dice | null;
  target?: string | null;
}
const isKeyword = (value: unknown): value is WeaponKeyword => typeof value === 'object' && value !== null;
export const keywordOf = (value: unknown): WeaponKeyword => (isKeyword(value) ? value : { name: '' });

export interface TableRow {
  least: number;
  amount: Dice;
}
export const rowsOf = (value: unknown): TableRow[] =>
  Array.isArray(value) ? value.filter((each): each is TableRow => typeof each === 'object' && each !== null) : [];

/** A unit's rules with this one in the place of its name. */
export function withAbility(units: readonly UnitChange[], unit: string, rule: Rule): UnitChange[] {
  const known = units.find(({ name }) => name === unit);
  const abilities = [...(known?.abilities ?? []).filter(({ name }) => name !== rule.name), rule];
  return known
    ? units.map((each) => (each === known ? { ...each, abilities } : each))
    : [...units, { name: unit, abilities }];
}

/** The list with a rule in the place of its name. */
export const withRule = (rules: readonly Rule[], rule: Rule): Rule[] => [
  ...rules.filter(({ name }) => name !== rule.name),
  rule,
];
