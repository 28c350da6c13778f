import type { Terrain } from '@/shared/battle-log';

export type Material = 'woods' | 'reeds' | 'water' | 'stone' | 'earth' | 'crates';

const NAMES: readonly (readonly [Material, RegExp])[] = [
  ['woods', /wood|thicket|grove|copse|forest|orchard|osier/i],
  ['stone', /building|house|wall|kiln|stone|stair|terrace|ruin|tower|quay|bunker|works/i],
  ['reeds', /reed|rush|grass|crop|field|hedge/i],
  ['water', /water|ford|weir|pool|marsh|canal|river|stream|dyke|pond|landing/i],
  ['crates', /crate|barricade|barrel|container|wreck|pipe|cart/i],
];

/** What a piece is made of, by its name: earth where that says nothing. */
export const materialOf = ({ name }: Pick<Terrain, 'name'>): Material =>
  NAMES.find(([, pattern]) => pattern.test(name))?.[0] ?? 'earth';

/** Inches that a piece stands high, as far as is known. */
export const heightOf = ({ height, building, obscuring }: Pick<Terrain, 'height' | 'building' | 'obscuring'>): number =>
  height ?? (building ? 5 : obscuring ? 3 : 2);

/** Map pixels that the shadow of an inch falls. */
const SHADOW = 0.8;

/** How far its shadow falls, in map pixels: not far enough to hide what stands beside it. */
export const shadowOf = (piece: Parameters<typeof heightOf>[0]): number => Math.min(6, heightOf(piece) * SHADOW);
