import { ROUNDS, running, type ArmyLine } from './sheet';

const WIDTH = 640;
const HEIGHT = 200;
const LEFT = 34;
const RIGHT = 40;
const TOP = 16;
const FLOOR = HEIGHT - 26;
/** Points that the drawing has room for at least, and between two of its lines. */
const LEAST = 20;
const STEP = 10;
/** Between two totals that would cover each other. */
const APART = 22;

const COLORS = ['var(--blue)', 'var(--red)'] as const;
const x = (round: number): number => LEFT + (round / ROUNDS) * (WIDTH - LEFT - RIGHT);

function Mark({ side, at }: { side: number; at: readonly [number, number] }) {
  const [cx, cy] = at;
  return side === 0 ? (
    <circle cx={cx} cy={cy} r="5" fill={COLORS[0]} />
  ) : (
    <path d={`M${cx} ${cy - 6.5} ${cx + 6.5} ${cy} ${cx} ${cy + 6.5} ${cx - 6.5} ${cy}Z`} fill={COLORS[1]} />
  );
}

/** Where the totals stand beside the ends of the lines: apart from each other, and above the rounds' names. */
function endings(first: number, second: number): [number, number] {
  const close = Math.abs(first - second) < APART;
  const lower = Math.min(FLOOR + 1, Math.max(first, second) + (close ? APART - 3 : 5));
  const upper = Math.min(lower - APART, Math.min(first, second) + (close ? -3 : 5));
  return first < second || (close && first === second) ? [upper, lower] : [lower, upper];
}

/** Both armies' victory points as they grew: a disc and a full line for the first, a diamond and a broken one for the second. */
export function ScoreDrawing({ armies, begun }: { armies: readonly [ArmyLine, ArmyLine]; begun: number }) {
  const lines = armies.map((army) => running(army, begun));
  const most = Math.max(LEAST, ...lines.flat());
  const y = (points: number): number => FLOOR - (points / most) * (FLOOR - TOP);
  const [first, second] = endings(y(lines[0]?.at(-1) ?? 0), y(lines[1]?.at(-1) ?? 0));
  const label = armies
    .map((army, side) => {
      const start = army.headStart ? `${army.headStart} at the start, then ` : '';
      return `${army.name}: ${start}${lines[side]?.slice(1).join(', ') || 'none yet'}`;
    })
    .join('; ');
  return (
    <svg
      className="score-drawing"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Victory points after each round. ${label}`}>
      {Array.from({ length: Math.floor(most / STEP) + 1 }, (_, index) => index * STEP).map((points) => (
        <g key={points}>
          <path d={`M${LEFT} ${y(points)}H${WIDTH - RIGHT}`} className="score-grid" />
          <text x={LEFT - 8} y={y(points) + 4} textAnchor="end">
            {points}
          </text>
        </g>
      ))}
      {Array.from({ length: ROUNDS }, (_, index) => (
        <text key={index} x={x(index + 1)} y={HEIGHT - 6} textAnchor="middle">
          R{index + 1}
        </text>
      ))}
      {lines.map((points, side) => (
        <g key={side}>
          <path
            d={points.map((value, round) => `${round ? 'L' : 'M'}${x(round)} ${y(value)}`).join('')}
            fill="none"
            stroke={COLORS[side]}
            strokeWidth="2.5"
            strokeDasharray={side === 1 ? '7 4' : undefined}
          />
          {points.map((value, round) => (
            <Mark key={round} side={side} at={[x(round), y(value)]} />
          ))}
          <text x={x(points.length - 1) + 12} y={side ? second : first} className="score-end" fill={COLORS[side]}>
            {points.at(-1)}
          </text>
        </g>
      ))}
    </svg>
  );
}
