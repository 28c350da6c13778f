import type { Prompt } from '@/shared/api';

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
  shot: 'A unit has shot.',
};
const ROLLS: Record<string, string> = {
  attacks: 'The number of attacks was thrown.',
  hit: 'Hits were rolled.',
  wound: 'Wounds were rolled.',
  save: 'Saves were rolled.',
  damage: 'Damage was rolled.',
  charge: 'A charge was rolled.',
  advance: 'An advance was rolled.',
};

/** What happened that may be answered. */
export const reactionWords = (request: Pick<Prompt, 'why' | 'stage'>): string =>
  (request.why === 'rolled' ? ROLLS[request.stage] : WINDOWS[request.why]) ??
  'Something happened that may be answered.';
