import type { March, Preview } from '@/shared/api';

/** Inches by which a way may miss a limit without being longer. */
const SLACK = 0.001;
const FACES = 6;

/** The shortest kind of move that goes so far; the longest where none does. */
export const marchFor = (marches: readonly March[], gone: number): March | null =>
  marches.find(({ limit }) => gone <= limit + SLACK) ?? marches.at(-1) ?? null;

/** What the advance die has to show for so many inches, and how likely that is; null where nothing depends on it. */
export function needed({ limit, sure }: March, gone: number): { face: number; chance: number } | null {
  const spread = Math.round(limit - sure);
  if (spread <= 0) return null;
  const face = Math.max(1, Math.ceil(gone - (limit - FACES) - SLACK));
  return { face, chance: (FACES + 1 - face) / FACES };
}

/** Whether these moves have an advance whose inches are rolled for. */
export const advanceIsRolled = (marches: readonly March[] = []): boolean =>
  marches.some((each) => each.how === 'advance' && needed(each, 0) !== null);

const NAMES: Record<March['how'], string> = { move: 'Move', advance: 'Advance', fall_back: 'Fall back' };

/** What dropping it here would be, in words: nothing for a plain move, which the inches say. */
export function marchWords(march: March, gone: number): string {
  if (march.how === 'move') return '';
  const roll = needed(march, gone);
  return roll ? `${NAMES[march.how]}: ${roll.face}+ on the die, ${Math.round(roll.chance * 100)}%` : NAMES[march.how];
}

/** The faces of a test that cost the unit a miniature. */
export const lostOn = (highest: number): string => (highest > 1 ? `1-${highest}` : '1');

/** What falling back would cost, in words; empty where nobody is tested. */
export function riskWords(escape: Preview['escape']): string {
  if (!escape?.tested) return '';
  const on = lostOn(escape.lost_on);
  return escape.tested === 1
    ? `1 miniature tests: one is lost on ${on}`
    : `${escape.tested} miniatures test: one is lost for each roll of ${on}`;
}
