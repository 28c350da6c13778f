import type { BoardUnit } from '@/shared/battle-log';

/** What a unit has done and how it stands, as a small drawing within seven pixels and a word. */
interface StateMark {
  word: string;
  path: string;
}

export const STATE_MARKS = {
  moved: { word: 'moved', path: 'M2 1L5 3.5L2 6' },
  advanced: { word: 'advanced', path: 'M1 1L3.5 3.5L1 6M4 1L6.5 3.5L4 6' },
  fellBack: { word: 'fell back', path: 'M6 1L3.5 3.5L6 6M1.5 1V6' },
  shot: {
    word: 'shot',
    path: 'M1.4 3.5a2.1 2.1 0 1 0 4.2 0a2.1 2.1 0 1 0 -4.2 0M3.5 0.2V2.4M3.5 4.6V6.8M0.2 3.5H2.4M4.6 3.5H6.8',
  },
  charged: { word: 'charged', path: 'M4.6 0.3L1.6 3.8H5L2.4 6.9' },
  fought: { word: 'fought', path: 'M0.8 0.8L6 6M6.2 0.8L1 6M0.6 4.4L2.6 6.4M6.4 4.4L4.4 6.4' },
  inCover: { word: 'in cover', path: 'M1 0.8H6V3.4C6 5 4.6 6 3.5 6.6C2.4 6 1 5 1 3.4Z' },
  led: { word: 'with a leader', path: 'M0.8 6.2V1.8L2.4 3.8L3.5 0.8L4.6 3.8L6.2 1.8V6.2Z' },
  raised: { word: 'on an upper floor', path: 'M0.6 6.4H2.6V4.4H4.6V2.4H6.6V0.6' },
  passengers: { word: 'with passengers', path: 'M0.6 2.2H6.4V6H0.6ZM2 2.2V0.8H5V2.2' },
} as const satisfies Record<string, StateMark>;

export type MarkName = keyof typeof STATE_MARKS;

const MOVES = { Move: 'moved', Advance: 'advanced', 'Fall Back': 'fellBack' } as const;

/** The marks of a unit, always in the same order. */
export function marksOf({ status }: Pick<BoardUnit, 'status'>): MarkName[] {
  const found: MarkName[] = [];
  const move = Object.entries(MOVES).find(([name]) => name === status.movement)?.[1];
  if (move) found.push(move);
  if (status.shot) found.push('shot');
  if (status.charged) found.push('charged');
  if (status.fought) found.push('fought');
  if (status.inCover) found.push('inCover');
  if (status.led) found.push('led');
  if (status.raised) found.push('raised');
  if (status.passengers) found.push('passengers');
  return found;
}

/** Width of one mark with its margin. */
export const MARK_STEP = 9;

/** ", moved, in cover": for a unit's spoken name. */
export const markWords = (marks: readonly MarkName[]): string =>
  marks.map((each) => `, ${STATE_MARKS[each].word}`).join('');
