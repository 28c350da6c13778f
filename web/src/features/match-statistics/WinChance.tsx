import type { Course } from '@/shared/api';
import { ArmyName } from './ArmyName';
import './course.css';

interface WinChanceProps {
  course: Course;
  armies: readonly { army_uuid: string; name: string }[];
}

const WIDTH = 640;
const HEIGHT = 190;
const LEFT = 52;
const RIGHT = 12;
const TOP = 10;
const FLOOR = HEIGHT - 30;
const LINES = [1, 0.5, 0];

const y = (chance: number): number => FLOOR - chance * (FLOOR - TOP);
const percent = (chance: number): string => `${Math.round(chance * 100)}%`;

/** How likely each army was to win, from turn to turn, drawn and in words, with the turn that changed it most. */
export function WinChance({ course, armies }: WinChanceProps) {
  const [blue, red] = armies;
  if (!blue || !red) return null;
  const nameOf = (uuid: string): string => (uuid === red.army_uuid ? red.name : blue.name);
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap justify-between gap-x-5 gap-y-1 text-sm text-soft" aria-hidden="true">
        <ArmyName color={0}>{blue.name}: above the middle</ArmyName>
        <ArmyName color={1}>{red.name}: below it</ArmyName>
      </p>
      <CourseDrawing course={course} />
      <ol className="sr-only" aria-label={`The chance of ${blue.name} to win, turn by turn`}>
        {course.turns.map(({ round, turn, army_uuid: uuid, chance }) => (
          <li key={`${round}.${turn}`}>
            Round {round}, turn of {nameOf(uuid)}: {percent(chance)}
          </li>
        ))}
        {course.end !== null && <li>At the end: {percent(course.end)}</li>}
      </ol>
      <p>{turningPoint(course, nameOf)}</p>
    </div>
  );
}

/** The turning point in a sentence. */
function turningPoint({ turning_point: point }: Course, nameOf: (uuid: string) => string): string {
  if (!point) return 'No single turn changed the chance to win by ten points or more.';
  const { round, army_uuid: uuid, gained_by: gainer, before, after } = point;
  return `Turning point: round ${round}, the turn of ${nameOf(uuid)}. The chance of ${nameOf(gainer)} rose from ${percent(before)} to ${percent(after)}.`;
}

/** The first army's chance: its own half above the middle, the other's below. The turn that changed most stands out. */
function CourseDrawing({ course: { turns, end, turning_point: point } }: { course: Course }) {
  const chances = [...turns.map((each) => each.chance), ...(end === null ? [] : [end])];
  const x = (index: number): number => LEFT + (index / Math.max(1, chances.length - 1)) * (WIDTH - LEFT - RIGHT);
  const path = (from: number, to: number): string =>
    chances
      .slice(from, to)
      .map((chance, at) => `${at ? 'L' : 'M'}${x(from + at)} ${y(chance)}`)
      .join('');
  const turned = point ? turns.findIndex(({ round, turn }) => round === point.round && turn === point.turn) : -1;
  return (
    <svg className="course-drawing" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
      {LINES.map((chance) => (
        <g key={chance}>
          <path
            d={`M${LEFT} ${y(chance)}H${WIDTH - RIGHT}`}
            className="course-grid"
            data-middle={chance === 0.5 || undefined}
          />
          <text x={LEFT - 8} y={y(chance) + 5} textAnchor="end">
            {percent(Math.max(chance, 1 - chance))}
          </text>
        </g>
      ))}
      {turns.map(({ round, turn }, index) =>
        turn === 1 ? (
          <text key={round} x={x(index)} y={HEIGHT - 6} textAnchor={index ? 'middle' : 'start'}>
            R{round}
          </text>
        ) : null,
      )}
      {end !== null && (
        <text x={WIDTH - RIGHT} y={HEIGHT - 6} textAnchor="end">
          End
        </text>
      )}
      <path d={path(0, chances.length)} className="course-line" />
      {turned >= 0 && <path d={path(turned, turned + 2)} className="course-turn" />}
      {chances.map((chance, index) => (
        <Point key={index} at={[x(index), y(chance)]} color={chance >= 0.5 ? 0 : 1} />
      ))}
    </svg>
  );
}

/** A disc where the first army was likelier to win, a diamond where the second was. */
const Point = ({ at: [cx, cy], color }: { at: readonly [number, number]; color: 0 | 1 }) =>
  color === 0 ? (
    <circle cx={cx} cy={cy} r="5" fill="var(--blue)" />
  ) : (
    <path d={`M${cx} ${cy - 6.5} ${cx + 6.5} ${cy} ${cx} ${cy + 6.5} ${cx - 6.5} ${cy}Z`} fill="var(--red)" />
  );
