const WIDTH = 720;
const HEIGHT = 900;
const STEP = 90;

/** One closed contour line around a summit: rings that wander a little, more so the lower they lie. */
function contour([x, y]: readonly [number, number], radius: number, turn: number): string {
  const points = Array.from({ length: 72 }, (_, index) => {
    const angle = (index / 72) * 2 * Math.PI;
    const reach =
      radius *
      (1 +
        0.17 * Math.sin(2 * angle + turn) +
        0.08 * Math.sin(3 * angle - 2 * turn) +
        0.03 * Math.sin(7 * angle + turn));
    return `${(x + reach * 1.15 * Math.cos(angle) - radius * 0.1).toFixed(1)} ${(y + reach * Math.sin(angle) + radius * 0.12).toFixed(1)}`;
  });
  return `M${points.join('L')}Z`;
}

const HILL = Array.from({ length: 11 }, (_, index) => contour([410, 380], 34 + index * 44, 0.7 + index * 0.11));
const KNOLL = Array.from({ length: 4 }, (_, index) => contour([170, 760], 18 + index * 26, 2.2 + index * 0.15));
const COLUMNS = Array.from({ length: WIDTH / STEP }, (_, index) => (index + 0.5) * STEP);
const ROWS = Array.from({ length: HEIGHT / STEP }, (_, index) => (index + 0.5) * STEP);
const GRID = [
  ...COLUMNS.slice(1).map((x) => `M${x - STEP / 2} 0V${HEIGHT}`),
  ...ROWS.slice(1).map((y) => `M0 ${y - STEP / 2}H${WIDTH}`),
].join('');

/** A sheet of a field map, for the side of the entrance pages: the hill that both armies want. Decoration only. */
export function Plate() {
  return (
    <svg className="plate" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="xMidYMid slice" aria-hidden="true">
      <defs>
        <radialGradient id="plate-lamp" cx="0.57" cy="0.42" r="0.62">
          <stop offset="0" stopColor="var(--lamp-glow)" stopOpacity="var(--lamp-strength)" />
          <stop offset="1" stopColor="var(--lamp-glow)" stopOpacity="0" />
        </radialGradient>
        <marker
          id="plate-head"
          viewBox="0 0 10 10"
          refX="8"
          refY="5"
          markerWidth="4.5"
          markerHeight="4.5"
          orient="auto">
          <path d="M0 .5 10 5 0 9.5 2.5 5z" fill="context-stroke" />
        </marker>
      </defs>
      <rect width={WIDTH} height={HEIGHT} fill="var(--board)" />
      <path className="plate-grid" d={GRID} />
      {HILL.map((path, index) => (
        <path key={path} className="plate-contour" data-index={index % 4 === 0 || undefined} d={path} />
      ))}
      {KNOLL.map((path) => (
        <path key={path} className="plate-contour" d={path} />
      ))}
      <path className="plate-stream" d="M-20 620C90 590 120 660 210 640S330 720 420 700 600 780 740 740" />
      <rect width={WIDTH} height={HEIGHT} fill="url(#plate-lamp)" />
      <path className="plate-summit" d="M405 372l9-16 9 16z" />
      <text className="plate-height" x="428" y="372">
        HILL 40
      </text>
      <path
        className="plate-way"
        stroke="var(--blue)"
        d="M110 520C190 470 240 480 318 428"
        markerEnd="url(#plate-head)"
      />
      <path
        className="plate-way"
        stroke="var(--red)"
        d="M640 190C600 240 570 270 500 322"
        markerEnd="url(#plate-head)"
      />
      <Block at={[84, 532]} color="blue" />
      <Block at={[52, 590]} color="blue" />
      <Block at={[652, 172]} color="red" />
      <Block at={[600, 128]} color="red" />
      <Margin />
    </svg>
  );
}

/** Letters along the top, numbers down the side. */
function Margin() {
  return (
    <g className="plate-margin">
      {COLUMNS.map((x, index) => (
        <text key={x} x={x} y="20" textAnchor="middle">
          {String.fromCharCode(65 + index)}
        </text>
      ))}
      {ROWS.map((y, index) => (
        <text key={y} x="14" y={y + 5} textAnchor="middle">
          {index + 1}
        </text>
      ))}
    </g>
  );
}

/** A unit's sign as maps print it. */
function Block({ at: [x, y], color }: { at: readonly [number, number]; color: 'blue' | 'red' }) {
  return (
    <g
      transform={`translate(${x - 21} ${y - 14})`}
      fill={`var(--${color}-fill)`}
      stroke={`var(--${color})`}
      strokeWidth="1.6">
      <rect width="42" height="28" />
      <path d="M0 0 42 28M42 0 0 28" fill="none" strokeOpacity="0.75" />
    </g>
  );
}
