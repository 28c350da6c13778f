import type { PromptState, Reaction, QuestionDice, AnswerWay } from '@/shared/api';

const WINDOWS: Record<string, string> = {
  targeted: 'A unit is being shot at.',
  'fight targeted': 'A unit is about to be struck.',
  'enemy moved': 'An enemy unit has moved.',
  'enemy arrived': 'An enemy unit has arrived.',
  'before pick': 'The enemy is about to pick its next unit to fight.',
  'before shock': 'A battle-shock test is about to be taken.',
  destroyed: 'A unit was destroyed.',
  'enemy destroyed': 'An enemy unit was destroyed.',
  'charge declared': 'An enemy unit declares a charge.',
  'enemy charged': 'An enemy unit has charged.',
  wounded: 'A unit is about to be hurt.',
  shot: 'A unit has shot.',
  'battle start': 'The battle begins.',
  'round start': 'A battle round begins.',
  'phase start': 'A phase begins.',
  'phase end': 'A phase ends.',
  charged: 'A unit has charged.',
};
const ROLLS: Record<string, string> = {
  attacks: 'The number of attacks was rolled.',
  hit: 'Hits were rolled.',
  wound: 'Wounds were rolled.',
  save: 'Saves were rolled.',
  damage: 'Damage was rolled.',
  charge: 'A charge was rolled.',
  advance: 'An advance was rolled.',
};

/** What happened that may be answered. */
export const reactionWords = (request: Pick<PromptState, 'why' | 'stage'>): string =>
  (request.why === 'rolled' ? ROLLS[request.stage] : WINDOWS[request.why]) ??
  'Something happened that may be answered.';

/** The moments of reactions as headings, in the order of a turn. */
const MOMENTS: Record<string, string> = {
  'battle start': 'As the battle begins',
  'round start': 'As a battle round begins',
  'phase start': 'As a phase begins',
  'before shock': 'Before a battle-shock test',
  'enemy moved': 'When an enemy unit has moved',
  'enemy arrived': 'When an enemy unit has arrived',
  targeted: 'When a unit is shot at',
  wounded: 'When a unit is about to be hurt',
  shot: 'When a unit has shot',
  'charge declared': 'When an enemy unit declares a charge',
  'enemy charged': 'When an enemy unit has charged',
  charged: 'When a unit has charged',
  'before pick': 'Before the enemy picks a unit to fight',
  'fight targeted': 'When a unit is about to be struck',
  rolled: 'When dice have fallen',
  'phase end': 'As a phase ends',
  destroyed: 'When a unit was destroyed',
  'enemy destroyed': 'When an enemy unit was destroyed',
};
export const momentWords = (why: string): string => MOMENTS[why] ?? 'At other times';
export const momentOrder = (why: string): number => {
  const place = Object.keys(MOMENTS).indexOf(why);
  return place < 0 ? Infinity : place;
};

const OF_ROLL: Record<string, string> = {
  attacks: 'number of attacks',
  hit: 'hit roll',
  wound: 'wound roll',
  save: 'save',
  damage: 'damage',
  charge: 'charge',
  advance: 'advance',
};
export const rollWords = (roll: string): string => OF_ROLL[roll] ?? roll;

/** When a player is asked about a reaction. */
export type StopKind = Reaction['stop'];

export const STOPS: readonly { value: StopKind; label: string }[] = [
  { value: 'always', label: 'Always ask' },
  { value: 'worth', label: 'Ask if worth it' },
  { value: 'turn', label: 'Not this turn' },
  { value: 'never', label: 'Never' },
];

export const percent = (chance: number): string =>
  chance > 0.995 && chance < 1 ? '>99%' : chance > 0 && chance < 0.005 ? '<1%' : `${Math.round(chance * 100)}%`;

const one = (value: number): string => value.toFixed(1);

/** What a way to use a reaction changes; empty where that cannot be said. */
export function changeWords({ measure, without, having }: Pick<AnswerWay, 'measure' | 'without' | 'having'>): string {
  switch (measure) {
    case 'charge':
      return without > 0
        ? `It reaches already; a reroll reaches in ${percent(having)}.`
        : `Reaches in ${percent(having)}.`;
    case 'inches':
      return `${one(having)}″ on average instead of ${one(without)}″.`;
    case 'suffered':
      return `${one(having)} wounds lost on average instead of ${one(without)}.`;
    case 'dealt':
      return `${one(having - without)} wounds dealt on average.`;
    default:
      return '';
  }
}

/** What the dice of a charge or an advance came to. */
export function diceWords({ total, needed, success }: Pick<QuestionDice, 'total' | 'needed' | 'success'>): string {
  if (needed === null) return `${one(total)}″ in all.`;
  return `${one(total).replace('.0', '')} of the ${needed} needed: ${success ? 'it reaches.' : 'it falls short so far.'}`;
}
