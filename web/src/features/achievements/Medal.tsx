/** Corners of the medal's star by what it is worth: more points, more of a star. */
const CORNERS: readonly [number, number][] = [
  [20, 12],
  [15, 8],
  [10, 6],
  [0, 0],
];

function outline(points: number): string {
  const corners = CORNERS.find(([least]) => points >= least)?.[1] ?? 0;
  if (corners === 0) return 'M32 18a18 18 0 1 0 .01 0Z';
  const steps = Array.from({ length: corners * 2 }, (_, index) => {
    const angle = (index / (corners * 2)) * 2 * Math.PI - Math.PI / 2;
    const reach = index % 2 === 0 ? 21 : 16;
    return `${(32 + reach * Math.cos(angle)).toFixed(1)} ${(36 + reach * Math.sin(angle)).toFixed(1)}`;
  });
  return `M${steps.join('L')}Z`;
}

/** A medal with its points on it; what is not earned yet is only its outline. */
export function Medal({ points, earned }: { points: number; earned: boolean }) {
  return (
    <svg viewBox="0 0 64 64" width="64" height="64" className="shrink-0" aria-hidden="true">
      <path
        d="M20 2h10l4 16h-8zM44 2H34l-4 16h8z"
        fill={earned ? 'var(--lamp-soft)' : 'none'}
        stroke={earned ? 'var(--lamp)' : 'var(--line-strong)'}
        strokeWidth="1.2"
        strokeDasharray={earned ? undefined : '3 3'}
      />
      <path
        d={outline(points)}
        fill={earned ? 'var(--lamp)' : 'var(--table)'}
        stroke={earned ? 'var(--lamp)' : 'var(--line-strong)'}
        strokeWidth="1.4"
        strokeLinejoin="round"
        strokeDasharray={earned ? undefined : '3 3'}
      />
      {earned && <circle cx="32" cy="36" r="12.5" fill="none" stroke="var(--on-lamp)" strokeOpacity="0.45" />}
      <text
        x="32"
        y="41.5"
        textAnchor="middle"
        className="figure"
        fontSize="16"
        fill={earned ? 'var(--on-lamp)' : 'var(--ink-faint)'}>
        {points}
      </text>
    </svg>
  );
}
