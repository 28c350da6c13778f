import type { ReactNode } from 'react';

export type Color = 0 | 1;
/** The color of the first army, and of the second. */
export const colorAt = (index: number): Color => (index === 0 ? 0 : 1);

const INK = ['var(--blue)', 'var(--red)'] as const;

/** The first army is a disc, the second a diamond: the shape says it, the colour helps. */
export function ArmyMark({ color }: { color: Color }) {
  return (
    <svg viewBox="0 0 12 12" width="12" height="12" className="inline-block shrink-0" aria-hidden="true">
      {color === 0 ? (
        <circle cx="6" cy="6" r="4.5" fill={INK[0]} />
      ) : (
        <path d="M6 .5 11.5 6 6 11.5 .5 6Z" fill={INK[1]} />
      )}
    </svg>
  );
}

export function ArmyName({ color, children }: { color: Color; children: ReactNode }) {
  return (
    <span className="inline-flex max-w-full min-w-0 items-center gap-2">
      <ArmyMark color={color} />
      <span className="truncate">{children}</span>
    </span>
  );
}
