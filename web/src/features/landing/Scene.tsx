/** A drawn moment of a battle for the front door: a charge under the lamp, with its ranges. Decoration only. */
export function Scene() {
  return (
    <svg className="scene" viewBox="0 0 520 400" aria-hidden="true">
      <defs>
        <pattern id="scene-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path d="M0 0V6" stroke="var(--terrain-ink)" strokeOpacity="0.45" strokeWidth="0.8" /></pattern>
        <radialGradient id="scene-lamp" cx="0.5" cy="0.45" r="0.6">
          <stop offset="0" stopColor="var(--lamp-glow)" stopOpacity="0.24" />
          <stop offset="1" stopColor="var(--lamp-glow)" stopOpacity="0" />
        </radialGradient>
        <marker id="scene-head" viewBox="0 0 10 10" refX="8" refY="5" markerWidth="5" markerHeight="5" orient="auto"><path d="M0 .5 10 5 0 9.5 2.5 5z" fill="var(--lamp)" /></marker>
      </defs>
      <rect width="520" height="400" fill="var(--board)" />
      <path className="scene-grid" d={GRID} />
      <rect width="520" height="400" fill="url(#scene-lamp)" />
      <g className="scene-terrain">
        <path d="M60 70h110v76H60z" /><path d="M330 236h120v84H330z" /><path d="M246 60l62-18 40 44-22 52-66 6-32-42z" />
      </g>
      <circle cx="262" cy="206" r="30" className="scene-objective" /><text x="262" y="211" textAnchor="middle" className="scene-number">1</text>
      <Squad at={[128, 300]} color="blue" count={8} />
      <Squad at={[404, 116]} color="red" count={6} />
      <Squad at={[66, 214]} color="blue" count={1} radius={24} />
      <Squad at={[300, 176]} color="red" count={5} />
      <circle cx="138" cy="304" r="92" className="scene-ring" />
      <path d="M156 284 243 219" className="scene-arrow" markerEnd="url(#scene-head)" pathLength={1} />
      <g className="scene-chip"><rect x="180" y="346" width="64" height="22" rx="11" /><text x="212" y="361" textAnchor="middle">6″ move</text></g>
      <g className="scene-chip"><rect x="168" y="218" width="50" height="22" rx="11" /><text x="193" y="233" textAnchor="middle">8.3″</text></g>
    </svg>
  );
}

const GRID = [...Array.from({ length: 8 }, (_, index) => `M${(index + 1) * 60} 0V400`), ...Array.from({ length: 6 }, (_, index) => `M0 ${(index + 1) * 60}H520`)].join('');

function Squad({ at: [x, y], color, count, radius = 10 }: { at: readonly [number, number]; color: 'blue' | 'red'; count: number; radius?: number }) {
  return (
    <g fill={`var(--${color}-fill)`} stroke={`var(--${color})`}>
      {Array.from({ length: count }, (_, index) => <circle key={index} cx={x + (index % 3) * (radius * 2.3) - (index % 2) * 3} cy={y + Math.floor(index / 3) * (radius * 2.2)} r={radius} />)}
    </g>
  );
}
