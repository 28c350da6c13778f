import type { Amendment, DiceShown, Effect, GameState } from '@/shared/api';

/** What is put together of an effect or an amendment. */
export interface Wanted {
  kind: string;
  value: string;
  duration: keyof typeof DURATIONS;
  target: string;
  /** Which of the dice that fell last, and the face that it is turned to: 0 rolls it again. */
  die: number;
  face: number;
  /** Which of the rolls of units, and the face of each of its dice: 0 rolls it again. */
  roll: number;
  faces: number[];
}

interface Action {
  effect?: (value: number) => Effect;
  amend?: (value: number) => Amendment;
  /** Whether it needs a number, may have one (a modifier), or has none. */
  number: 'needed' | 'modifier' | 'none';
  /** Whether it is done to the army rather than to a unit. */
  army?: boolean;
}

export const PLACE = 'Position';
export const DIE = 'A die';
export const ROLL = 'A charge, advance or test';

/** What is done at once. */
export const ACTIONS = new Map<string, Action>([
  ['Mortal wounds', { effect: (value) => ({ kind: 'mortal_wounds', value }), number: 'needed' }],
  ['Healing', { effect: (value) => ({ kind: 'heal', value }), number: 'needed' }],
  ['Returned miniatures', { effect: (value) => ({ kind: 'return', value }), number: 'needed' }],
  ['Command points', { effect: (value) => ({ kind: 'command_points', value }), number: 'needed', army: true }],
  ['Victory points', { amend: (points) => ({ amend: 'score', points }), number: 'needed', army: true }],
  ['Battle-shock test', { effect: (value) => ({ kind: 'shock_test', value }), number: 'modifier' }],
  ['End of battle-shock', { effect: () => ({ kind: 'rally' }), number: 'none' }],
  ['Normal move', { effect: (value) => ({ kind: 'normal_move', value }), number: 'needed' }],
  [PLACE, { number: 'none' }],
  ['Into reserve', { effect: () => ({ kind: 'withdraw' }), number: 'none' }],
  [DIE, { number: 'none', army: true }],
  [ROLL, { number: 'none', army: true }],
]);

/** What can be switched on: a roll's stage, or a characteristic. Names as players say them. */
const KINDS = {
  'Hit rolls': { kind: 'roll', stage: 'hit' },
  'Wound rolls': { kind: 'roll', stage: 'wound' },
  'Save rolls': { kind: 'roll', stage: 'save', role: 'defending' },
  'Number of attacks': { kind: 'roll', stage: 'attacks' },
  Strength: { kind: 'roll', stage: 'strength' },
  Damage: { kind: 'roll', stage: 'damage' },
  Movement: { kind: 'move' },
  'Advance rolls': { kind: 'advance' },
  'Charge rolls': { kind: 'charge' },
  'Objective control': { kind: 'control' },
  Leadership: { kind: 'leadership' },
} satisfies Record<string, Effect>;
const isKind = (name: string): name is keyof typeof KINDS => name in KINDS;

/** Rolls that are made again while it is switched on. */
const AGAIN = new Map<string, Effect>([
  ['Failed hit rolls', { kind: 'roll', stage: 'hit', change: 'reroll', reroll: 'failed' }],
  ['Failed wound rolls', { kind: 'roll', stage: 'wound', change: 'reroll', reroll: 'failed' }],
  ['Failed saves', { kind: 'roll', stage: 'save', role: 'defending', change: 'reroll', reroll: 'failed' }],
  ['Advance roll', { kind: 'reroll', what: 'advance' }],
  ['Charge roll', { kind: 'reroll', what: 'charge' }],
  ['Battle-shock roll', { kind: 'reroll', what: 'battle-shock' }],
]);

export const GROUPS = {
  'For a while': Object.keys(KINDS),
  'Rerolls, for a while': [...AGAIN.keys()],
  'At once': [...ACTIONS.keys()],
};

export const DURATIONS = {
  phase: 'until the phase ends',
  turn: 'until the turn ends',
  round: 'until the round ends',
  always: 'until it is switched off',
} satisfies Partial<Record<NonNullable<Effect['duration']>, string>>;
export const isDuration = (name: string): name is keyof typeof DURATIONS => name in DURATIONS;

export const FIRST: Wanted = {
  kind: 'Hit rolls',
  value: '1',
  duration: 'phase',
  target: '',
  die: 0,
  face: 0,
  roll: 0,
  faces: [],
};

/** What the call takes: effects, or what is put right. `place` is where the map shows the unit in hand. */
export function bodyOf(
  { kind, value, duration, die, face, roll, faces }: Wanted,
  { fallen, rolls }: DiceShown,
  place: Amendment | null,
): { effects: Effect[]; amend: Amendment[] } {
  const action = ACTIONS.get(kind);
  if (kind === PLACE) return { effects: [], amend: place ? [place] : [] };
  if (kind === DIE) {
    const chosen = fallen[die];
    return { effects: [], amend: chosen ? [{ amend: 'die', volley: chosen.volley, die: chosen.die, face }] : [] };
  }
  if (kind === ROLL) {
    const chosen = rolls[roll];
    const shown = chosen?.faces.map((_, index) => faces[index] ?? 0);
    return { effects: [], amend: chosen && shown ? [{ amend: 'roll', roll: chosen.roll, faces: shown }] : [] };
  }
  if (action?.amend) return { effects: [], amend: [action.amend(Number(value))] };
  if (action?.effect) return { effects: [action.effect(Number(value))], amend: [] };
  const again = AGAIN.get(kind);
  if (again) return { effects: [{ ...again, duration }], amend: [] };
  return { effects: [{ ...KINDS[isKind(kind) ? kind : 'Hit rolls'], value: Number(value), duration }], amend: [] };
}

/** What number the kind takes. */
export const numberOf = (kind: string): Action['number'] =>
  ACTIONS.get(kind)?.number ?? (AGAIN.has(kind) ? 'none' : 'needed');

type Unit = GameState['game_model']['armies'][0]['units'][0];

/** Whether it may be chosen: it lives, and who is to stand elsewhere is on the table or in reserve. */
export const mayBe = (kind: string) => (unit: Unit) =>
  unit.alive && (kind !== PLACE || (!unit.inside && (unit.deployed || unit.in_reserves)));

/** The unit that is chosen, while it may be; none for what is done to an army. */
export function livingTarget(state: GameState, { kind, target }: Wanted): string {
  const fits = mayBe(kind);
  const there = state.game_model.armies.some(({ units }) => units.some((each) => each.uuid === target && fits(each)));
  return there && !ACTIONS.get(kind)?.army ? target : '';
}
