import type { BoardUnit } from '@/shared/battle-log';

/** What a unit looks like from afar, by its keywords. */
export type Kind = 'tank' | 'walker' | 'flyer' | 'beast' | 'swarm' | 'hero' | 'squad';

/** Drawn within seven about 0, 0. */
export const SILHOUETTES: Record<Kind, string> = {
  tank: 'M-7 5L-6 1.6H6L7 5ZM-3.6 1L-2.6 -2.8H2.4L3.4 1ZM2.6 -2.2H7.6V-0.6H3Z',
  walker: 'M-3.8 -6H3.2V-0.6H-3.8ZM3.6 -5H6.8V-3.2H3.6ZM-3.2 0L-5.6 6.4H-2.6L-0.8 0ZM0.4 0L2.2 6.4H5.2L3 0Z',
  flyer:
    'M0 -7.4L1.5 -2.4L7.4 1.8V3.6L1.5 2L1.1 5L3.2 6.5V7.4L0 6.5L-3.2 7.4V6.5L-1.1 5L-1.5 2L-7.4 3.6V1.8L-1.5 -2.4Z',
  beast:
    'M-7 -1.6C-5.4 -3.8 -1.4 -3.8 1.8 -2.8L3.4 -6.4L4.6 -4.8L7.4 -4.4L7 -2.4L4.8 -1.2V6.2H2.6V1.6C0.2 2.2 -2 2.2 -3.6 1.7V6.2H-5.8V0.8C-6.8 0.2 -7.4 -0.8 -7 -1.6Z',
  swarm:
    'M-5 -3.4a1.7 1.7 0 1 1 3.4 0a1.7 1.7 0 1 1 -3.4 0M1.2 -4.6a1.7 1.7 0 1 1 3.4 0a1.7 1.7 0 1 1 -3.4 0M-7 1.4a1.7 1.7 0 1 1 3.4 0a1.7 1.7 0 1 1 -3.4 0M-1.7 0.4a1.7 1.7 0 1 1 3.4 0a1.7 1.7 0 1 1 -3.4 0M3.6 1.4a1.7 1.7 0 1 1 3.4 0a1.7 1.7 0 1 1 -3.4 0M-3.8 5.2a1.7 1.7 0 1 1 3.4 0a1.7 1.7 0 1 1 -3.4 0M1 5.2a1.7 1.7 0 1 1 3.4 0a1.7 1.7 0 1 1 -3.4 0',
  hero: 'M-3.2 -4.8a2.2 2.2 0 1 1 4.4 0a2.2 2.2 0 1 1 -4.4 0M-5 6.6C-5 -1 -3.4 -2 -1 -2S3 -1 3 6.6ZM4.2 3.6V-6L5.1 -7.6L6 -6V3.6ZM3 0.2H7.2V1.5H3Z',
  squad:
    'M-1.9 -4a1.9 1.9 0 1 1 3.8 0a1.9 1.9 0 1 1 -3.8 0M-3 5.6C-3 -0.6 -2 -1.6 0 -1.6S3 -0.6 3 5.6ZM-6.4 -2.4a1.5 1.5 0 1 1 3 0a1.5 1.5 0 1 1 -3 0M-7.2 5.6C-7.2 0.6 -6.4 -0.4 -4.4 -0.2C-3.8 1 -3.7 3 -3.7 5.6ZM3.4 -2.4a1.5 1.5 0 1 1 3 0a1.5 1.5 0 1 1 -3 0M7.2 5.6C7.2 0.6 6.4 -0.4 4.4 -0.2C3.8 1 3.7 3 3.7 5.6Z',
};

const RULES: readonly (readonly [Kind, readonly string[]])[] = [
  ['flyer', ['aircraft']],
  ['walker', ['walker']],
  ['tank', ['vehicle', 'transport', 'fortification']],
  ['swarm', ['swarm', 'swarms']],
  ['beast', ['monster', 'beast', 'beasts', 'mounted', 'cavalry']],
];

/** The silhouette of a unit; null where nothing is said of its keywords. */
export function kindOf({ keywords, miniatures }: Pick<BoardUnit, 'keywords' | 'miniatures'>): Kind | null {
  if (!keywords.length) return null;
  const has = new Set(keywords.map((each) => each.toLowerCase()));
  if (has.has('fly') && has.has('vehicle')) return 'flyer';
  const found = RULES.find(([, words]) => words.some((each) => has.has(each)));
  if (found) return found[0];
  return has.has('character') && miniatures.length === 1 ? 'hero' : 'squad';
}

/** How large it is drawn: large bases have large silhouettes. */
export function sizeOf({ miniatures }: Pick<BoardUnit, 'miniatures'>): number {
  const radius = Math.max(0, ...miniatures.map((each) => each.radius));
  return radius >= 1.5 ? 1 : radius >= 0.9 ? 0.9 : 0.78;
}
