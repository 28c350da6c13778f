import type { Amendment, DiceShown, Effect, EffectForm, GameState, Vocabulary } from '@/shared/api';
import { diceOf, type Dice } from '@/shared/dice';

/** What is put together of an effect or an amendment. */
export interface Wanted {
  /** The name of its kind. */
  kind: string;
  value: string;
  /** For a keyword against certain units: which ones. */
  against: string;
  duration: keyof typeof DURATIONS;
  target: string;
  /** One miniature of the target; '' is all of them. */
  miniature: string;
  /** The weapons that it is about: all, those of a sort (`SORTS`), or those of a name. */
  weapon: string;
  /** Which of the dice that fell last, or of the attacks that got through, and the face that a die is turned to: 0 rolls
   * it again. */
  die: number;
  face: number;
  /** Which of the rolls of units, and the face of each of its dice: 0 rolls it again. */
  roll: number;
  faces: number[];
}

/** What came of a number that was typed. */
interface Given {
  value: number;
  amount: Dice;
  against: string;
  /** The part of an effect that says which weapons are meant. */
  weapons: { weapon?: string; attacks?: 'ranged' | 'melee' };
}

export interface Kind {
  name: string;
  group: string;
  /** What it is looked for by besides its name. */
  also: string;
  effect?: (given: Given) => Effect;
  amend?: (given: Given) => Amendment;
  /** Whether it needs a number, may have one (a modifier), or has none. */
  number: 'needed' | 'modifier' | 'none';
  /** What the number is called, and what stands in its field before anything does. */
  label: string;
  example: string;
  /** It may be below 0. */
  signed: boolean;
  /** It may hold dice. */
  dice: boolean;
  /** 0 says something too. */
  zero: boolean;
  /** It needs a keyword that it is against. */
  against: boolean;
  /** It happens at once. */
  atOnce: boolean;
  /** It is done to the army rather than to a unit. */
  army: boolean;
  /** It is of weapons, all or some. */
  weapons: boolean;
  /** It may be of one miniature, or has to be. */
  miniature: 'may' | 'must' | 'no';
  /** It stays until it is switched off. */
  forGood: boolean;
  /** What a unit or a weapon calls the characteristic. */
  of: string;
}

const PLAIN: Omit<Kind, 'name' | 'group'> = {
  also: '',
  number: 'needed',
  label: 'By',
  example: '',
  signed: false,
  dice: false,
  zero: false,
  against: false,
  atOnce: false,
  army: false,
  weapons: false,
  miniature: 'no',
  forGood: false,
  of: '',
};
const kind = (group: string, name: string, part: Partial<Kind>): Kind => ({ ...PLAIN, ...part, group, name });
const FIRST_EFFECT: Effect = { kind: 'move' };
/** An effect of fields that a vocabulary names. */
const effectOf = (fields: object): Effect => Object.assign({ ...FIRST_EFFECT }, fields);

export const PLACE = 'Position';
export const DIE = 'A die';
export const HARM = 'Damage of an attack';
export const ROLL = 'A charge, advance or test';

const atOnce = (name: string, part: Partial<Kind>) => kind('At once', name, { ...part, atOnce: true });
const NO_NUMBER = { number: 'none' } as const;
/** What is done at once. */
const AT_ONCE: Kind[] = [
  atOnce('Mortal wounds', { effect: ({ value }) => ({ kind: 'mortal_wounds', value }) }),
  atOnce('Healing', { also: 'heal regain lost wounds', effect: ({ value }) => ({ kind: 'heal', value }) }),
  atOnce('Wounds left', {
    also: 'miniature removed killed',
    label: 'Has left',
    zero: true,
    miniature: 'must',
    amend: ({ value }) => ({ amend: 'wounds', wounds: value }),
  }),
  atOnce('Returned miniatures', { also: 'models revive', effect: ({ value }) => ({ kind: 'return', value }) }),
  atOnce('Command points', {
    also: 'cp',
    army: true,
    signed: true,
    effect: ({ value }) => ({ kind: 'command_points', value }),
  }),
  atOnce('Victory points', {
    also: 'vp score',
    army: true,
    signed: true,
    amend: ({ value }) => ({ amend: 'score', points: value }),
  }),
  atOnce('Battle-shock test', {
    number: 'modifier',
    signed: true,
    effect: ({ value }) => ({ kind: 'shock_test', value }),
  }),
  atOnce('End of battle-shock', { ...NO_NUMBER, also: 'rally', effect: () => ({ kind: 'rally' }) }),
  atOnce('Normal move', { effect: ({ value }) => ({ kind: 'normal_move', value }) }),
  atOnce(PLACE, { ...NO_NUMBER, also: 'place put elsewhere move teleport' }),
  atOnce('Into reserve', { ...NO_NUMBER, also: 'withdraw', effect: () => ({ kind: 'withdraw' }) }),
  atOnce(DIE, { ...NO_NUMBER, army: true, also: 'dice turn reroll hit wound save' }),
  atOnce(HARM, { label: 'Becomes', zero: true, army: true, also: 'becomes 0 none ignore reduce' }),
  atOnce(ROLL, { ...NO_NUMBER, army: true, also: 'dice turn reroll battle-shock' }),
];

const adds = (name: string, effect: Effect, also = '') =>
  kind('Added to, for a while', name, { also, signed: true, effect: ({ value }) => effectOf({ ...effect, value }) });
/** What is added to: a roll's stage, or a characteristic. Names as players say them. */
const ADDED: Kind[] = [
  adds('Hit rolls', { kind: 'roll', stage: 'hit' }, 'modifier +1 -1'),
  adds('Wound rolls', { kind: 'roll', stage: 'wound' }, 'modifier +1 -1'),
  adds('Save rolls', { kind: 'roll', stage: 'save', role: 'defending' }, 'armour'),
  adds('Number of attacks', { kind: 'roll', stage: 'attacks' }),
  adds('Strength', { kind: 'roll', stage: 'strength' }),
  adds('Armour penetration', { kind: 'roll', stage: 'ap' }, 'ap -1'),
  adds('Damage', { kind: 'roll', stage: 'damage' }),
  adds('Movement', { kind: 'move' }, 'move inches'),
  adds('Advance rolls', { kind: 'advance' }),
  adds('Charge rolls', { kind: 'charge' }),
  adds('Objective control', { kind: 'control' }, 'oc'),
  adds('Leadership', { kind: 'leadership' }, 'ld'),
];

const again = (name: string, effect: Effect) =>
  kind('Rerolls, for a while', name, { ...NO_NUMBER, also: 're-roll again', effect: () => effect });
/** Rolls that are made again while it is switched on. */
const AGAIN: Kind[] = [
  again('Failed hit rolls', { kind: 'roll', stage: 'hit', change: 'reroll', reroll: 'failed' }),
  again('Hit rolls of 1', { kind: 'roll', stage: 'hit', change: 'reroll', reroll: 'ones' }),
  again('Failed wound rolls', { kind: 'roll', stage: 'wound', change: 'reroll', reroll: 'failed' }),
  again('Wound rolls of 1', { kind: 'roll', stage: 'wound', change: 'reroll', reroll: 'ones' }),
  again('Failed saves', { kind: 'roll', stage: 'save', role: 'defending', change: 'reroll', reroll: 'failed' }),
  again('Damage rolls', { kind: 'roll', stage: 'damage', change: 'reroll', reroll: 'any' }),
  again('Advance roll', { kind: 'reroll', what: 'advance' }),
  again('Charge roll', { kind: 'reroll', what: 'charge' }),
  again('Battle-shock roll', { kind: 'reroll', what: 'battle-shock' }),
];

type Stat = Extract<Effect, { kind: 'profile' }>['stat'];
/** A characteristic that is another number from then on. */
const becomes = (group: string, name: string, stat: Stat, part: Partial<Kind>) =>
  kind(group, name, {
    label: 'Becomes',
    miniature: 'may',
    effect: ({ amount, weapons }) => ({ kind: 'profile', stat, amount, ...weapons }),
    ...part,
  });
const ofUnit = (name: string, stat: Stat, of: string, part: Partial<Kind> = {}) =>
  becomes('Characteristics', name, stat, { of, ...part });
const ofWeapon = (name: string, stat: Stat, of: string, part: Partial<Kind> = {}) =>
  becomes('Characteristics of weapons', name, stat, { of, weapons: true, ...part });
const PROFILE: Kind[] = [
  ofUnit('Move (M)', 'movement', 'movement', { zero: true }),
  ofUnit('Toughness (T)', 'toughness', 'toughness'),
  ofUnit('Save (SV)', 'save', 'save', { example: '3+' }),
  ofUnit('Invulnerable save', 'invulnerable save', 'invuln', { example: '4+', zero: true }),
  ofUnit('Feel no pain', 'feel no pain', 'fnp', { example: '5+', zero: true }),
  ofUnit('Wounds (W)', 'wounds', 'wounds', { forGood: true }),
  ofUnit('Leadership (LD)', 'leadership', 'leadership', { example: '6+' }),
  ofUnit('Objective control (OC)', 'objective control', 'objective_controlled', { zero: true }),
  ofWeapon('Range', 'range', 'weapon_range'),
  ofWeapon('Attacks (A)', 'attacks', 'attacks', { dice: true, example: '3 or D6' }),
  ofWeapon('Skill (BS, WS)', 'skill', 'skill', { example: '3+', also: 'ballistic weapon' }),
  ofWeapon('Strength (S)', 'strength', 'strength', { dice: true }),
  ofWeapon('Armour penetration (AP)', 'armour penetration', 'ap', { zero: true, example: '-2' }),
  ofWeapon('Damage (D)', 'damage', 'damage', { dice: true, example: '2 or D3', zero: true }),
];

/** What a weapon keyword gives or takes. */
function keywords({ keywords: names, valued_keywords: valued }: Vocabulary): Kind[] {
  const ofKeywords = { weapons: true, miniature: 'may' } as const;
  const gained = names.map((name) => {
    const against = name === 'anti';
    const numbered = against || valued.includes(name);
    return kind('Weapons gain', `Weapons gain ${against ? 'anti-…' : name}`, {
      ...ofKeywords,
      number: numbered ? 'needed' : 'none',
      label: against ? 'On this or more' : 'Its number',
      example: against ? '4+' : '1 or D3',
      dice: !against,
      against,
      effect: ({ amount, weapons, against: target }) => ({
        kind: 'profile',
        stat: 'gains',
        keyword: { name, ...(numbered && { value: amount }), ...(against && { target: target.toLowerCase() }) },
        ...weapons,
      }),
    });
  });
  const lost = names.map((name) =>
    kind('Weapons lose', `Weapons lose ${name}`, {
      ...ofKeywords,
      ...NO_NUMBER,
      effect: ({ weapons }) => ({ kind: 'profile', stat: 'loses', keyword: { name }, ...weapons }),
    }),
  );
  return [...gained, ...lost];
}

const choicesOf = ({ effects }: Vocabulary, of: string) =>
  effects.find((each) => each.kind === of)?.fields.find(({ name }) => name === 'what')?.options ?? [];

/** Permissions that are about enemies. */
const OF_ENEMIES: Readonly<Record<string, string>> = {
  pin: 'Enemies that fall back take break-out tests',
  'worsen break-out tests': 'Enemies that fall back break out at -1',
};

/** What a unit may do though it moved so, and what it may not do. */
const permissions = (words: Vocabulary): Kind[] => [
  ...choicesOf(words, 'permission').map(({ value, label }) =>
    kind('May', OF_ENEMIES[value] ?? `May ${label}`, {
      ...NO_NUMBER,
      effect: () => effectOf({ kind: 'permission', what: value }),
    }),
  ),
  ...choicesOf(words, 'prohibition').map(({ value, label }) =>
    kind('May not', `May not ${label}`, {
      ...NO_NUMBER,
      also: 'cannot forbidden',
      effect: () => effectOf({ kind: 'prohibition', what: value }),
    }),
  ),
  kind('May not', 'May not move', {
    ...NO_NUMBER,
    also: 'cannot stand still',
    effect: () => ({ kind: 'profile', stat: 'movement', amount: { plus: 0 } }),
  }),
];

/** Kinds that have names of their own here. */
const NAMED = new Set(['move', 'advance', 'charge', 'control', 'leadership', 'home_about', 'hidden_from']);
const simple = ({ kind: name, lasts, fields }: EffectForm) =>
  lasts && !NAMED.has(name) && fields.every((field) => field.name === 'value' && field.kind === 'number');
/** All else that lasts and that a number says all about. */
const others = (words: Vocabulary): Kind[] =>
  words.effects.filter(simple).map(({ kind: name, label, fields }) =>
    kind('Anything else', label, {
      number: fields.length ? 'needed' : 'none',
      signed: true,
      label: fields[0]?.label ?? '',
      effect: ({ value }) => effectOf({ kind: name, ...(fields.length && { value }) }),
    }),
  );

/** Everything that can be done by hand, in the order in which it is offered. */
export function kindsOf(words: Vocabulary | undefined): Kind[] {
  const more = words ? [...keywords(words), ...permissions(words), ...others(words)] : [];
  return [...ADDED, ...AGAIN, ...PROFILE, ...more, ...AT_ONCE];
}

export const [FIRST_KIND = kind('', '', {})] = ADDED;
export const kindOf = (kinds: readonly Kind[], name: string): Kind =>
  kinds.find((each) => each.name === name) ?? FIRST_KIND;

/** The kinds that a search finds, those first that have all of its words in their names. */
export function found(kinds: readonly Kind[], search: string): Kind[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = ({ name, group, also }: Kind) => {
    const text = `${name} ${group} ${also}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  const named = ({ name }: Kind) => words.every((word) => name.toLowerCase().includes(word));
  const all = kinds.filter(fits);
  return [...all.filter(named), ...all.filter((each) => !named(each))];
}

export const DURATIONS = {
  phase: 'until the phase ends',
  turn: 'until the turn ends',
  round: 'until the round ends',
  battle: 'for the rest of the battle',
  always: 'until it is switched off',
} satisfies Partial<Record<NonNullable<Effect['duration']>, string>>;
export const isDuration = (name: string): name is keyof typeof DURATIONS => name in DURATIONS;

/** Sorts of weapons, beside those of a name. */
export const SORTS = { '': 'all its weapons', ranged: 'its ranged weapons', melee: 'its melee weapons' };

export const FIRST: Wanted = {
  kind: FIRST_KIND.name,
  value: '1',
  against: '',
  duration: 'phase',
  target: '',
  miniature: '',
  weapon: '',
  die: 0,
  face: 0,
  roll: 0,
  faces: [],
};

/** The number that is typed, without the signs that players write around one: '4+', '-2'. */
const amountOf = (value: string): Dice | null => diceOf(value.trim().replace(/^[-+]|\+$/g, ''));

/** Whether the number that it needs is there, and what it is against. */
export function hasNumber({ number, signed, dice, zero, against }: Kind, wanted: Wanted): boolean {
  if (against && !wanted.against.trim()) return false;
  if (number !== 'needed') return true;
  if (signed) return Boolean(Number(wanted.value));
  const amount = amountOf(wanted.value);
  return amount !== null && (dice || !amount.count) && (zero || Boolean(amount.count || amount.plus));
}

const weaponsOf = (weapon: string): Given['weapons'] =>
  weapon === 'ranged' || weapon === 'melee' ? { attacks: weapon } : weapon ? { weapon } : {};

function givenOf(made: Kind, { value, against, weapon }: Wanted): Given {
  const amount = amountOf(value) ?? { plus: 0 };
  const number = made.signed ? Number(value) || 0 : (amount.plus ?? 0);
  return { value: number, amount, against: against.trim(), weapons: made.weapons ? weaponsOf(weapon) : {} };
}

interface Body {
  effects: Effect[];
  amend: Amendment[];
}

/** What the call takes: effects, or what is put right. `place` is where the map shows the unit in hand. */
export function bodyOf(made: Kind, wanted: Wanted, dice: DiceShown, place: Amendment | null): Body {
  const given = givenOf(made, wanted);
  if (made.effect) {
    const duration = made.forGood ? 'always' : wanted.duration;
    return { effects: [{ ...made.effect(given), ...(!made.atOnce && { duration }) }], amend: [] };
  }
  const amend = made.amend?.(given) ?? special(made.name, wanted, given, dice, place);
  return { effects: [], amend: amend ? [amend] : [] };
}

/** What is about something that lies on the table. */
function special(name: string, wanted: Wanted, { value }: Given, dice: DiceShown, place: Amendment | null) {
  const { fallen, harm, rolls } = dice;
  if (name === PLACE) return place;
  if (name === DIE) {
    const chosen = fallen[wanted.die];
    return chosen && ({ amend: 'die', volley: chosen.volley, die: chosen.die, face: wanted.face } as const);
  }
  if (name === HARM) {
    const chosen = harm[wanted.die];
    return chosen && ({ amend: 'damage', volley: chosen.volley, wound: chosen.wound, damage: value } as const);
  }
  const chosen = rolls[wanted.roll];
  const faces = chosen?.faces.map((_, index) => wanted.faces[index] ?? 0);
  return chosen && faces && ({ amend: 'roll', roll: chosen.roll, faces } as const);
}

export type Unit = GameState['game_model']['armies'][0]['units'][0];

/** Whether it may be chosen: it lives, and who is to stand elsewhere is on the table or in reserve. */
export const mayBe = (name: string) => (unit: Unit) =>
  unit.alive && (name !== PLACE || (!unit.inside && (unit.deployed || unit.in_reserves)));

/** The unit that is chosen, while it may be; none for what is done to an army. */
export function livingTarget(state: GameState, { name, army }: Kind, target: string): string {
  const fits = mayBe(name);
  const there = state.game_model.armies.some(({ units }) => units.some((each) => each.uuid === target && fits(each)));
  return there && !army ? target : '';
}

/** The names of a unit's weapons, each once. */
export const weaponsNamed = (unit: Unit): string[] => [
  ...new Set(
    unit.miniatures.flatMap((each) => [...each.ranged_weapons, ...each.melee_weapons].map(({ name }) => name)),
  ),
];

/** What the characteristic is now, for the chosen miniatures: '4', '3 and 4'. */
export function nowOf({ of, weapons }: Kind, unit: Unit, { miniature, weapon }: Wanted): string {
  const chosen = unit.miniatures.filter(({ uuid, alive }) => (miniature ? uuid === miniature : alive));
  const values = chosen.flatMap((each): unknown[] => {
    if (!weapons) return [Reflect.get(each.attributes, of)];
    const ranged = weapon === 'melee' ? [] : each.ranged_weapons;
    const melee = weapon === 'ranged' || of === 'weapon_range' ? [] : each.melee_weapons;
    const named = [...ranged, ...melee].filter(({ name }) => weapon === '' || weapon in SORTS || name === weapon);
    return named.map((each): unknown => Reflect.get(each, of));
  });
  const said = values.map((value) => (value === null || value === undefined ? 'none' : String(value)));
  return [...new Set(said)].join(' and ');
}
