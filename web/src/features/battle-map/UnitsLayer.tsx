import { memo, useState, type FocusEvent, type KeyboardEvent, type MouseEvent, type PointerEvent } from 'react';
import type { BoardUnit, Miniature } from '@/shared/battle-log';
import { BaseShape, isLong, roundsOf } from '@/shared/bases';
import { toMapPoint, toMapPx, type Point } from '@/shared/geometry';
import { convexHull } from './hull';
import { LongBase } from './LongBase';
import { wordsWithin, type LabelPlace } from './labels';
import { MARK_STEP, marksOf, markWords, STATE_MARKS, type MarkName } from './marks';
import { kindOf, SILHOUETTES, sizeOf } from './silhouettes';
import { useGlide } from './useGlide';
import { ARMY_FILL, ARMY_INK, pips, shapePath, shortName, svgPoints, type Mark } from './style';

export interface UnitHandlers {
  onSelect: (id: string, measure: boolean) => void;
  onHover: (id: string | null) => void;
  onMeasureFrom: (place: Point) => void;
  /** A unit that can be taken in hand was pressed on. */
  onGrab: (id: string, event: PointerEvent) => void;
}

interface UnitTokenProps extends UnitHandlers {
  unit: BoardUnit & { location: Point };
  mark: Mark;
  /** Whose it is, in words. */
  army: string;
  label: LabelPlace;
  selected: boolean;
  involved: boolean;
  acted: boolean;
  /** It stands on another floor than the one that is looked at. */
  faint: boolean;
  /** It can be taken in hand and dragged: pressing on it does not pan the map. */
  grab: boolean;
}

const alike = <T extends object>(one: T, other: T): boolean =>
  Object.entries(one).every(([name, value]) => Reflect.get(other, name) === value);

/** Marks and label places are made for every board; most say what they said before. */
const unchanged = ({ mark, label, ...one }: UnitTokenProps, other: UnitTokenProps): boolean =>
  alike(mark, other.mark) && alike(label, other.label) && alike(one, other as typeof one);

/** Clicks, keys and the pointer over a unit; a click with shift goes on to the map, which measures. */
const eventsOf = (
  unit: UnitTokenProps['unit'],
  grab: boolean,
  { onSelect, onHover, onMeasureFrom, onGrab }: UnitHandlers,
) => ({
  onPointerDown: (event: PointerEvent) => {
    if (grab && event.button === 0 && !event.shiftKey) onGrab(unit.id, event);
  },
  onClick: (event: MouseEvent) => {
    if (event.shiftKey) return;
    event.stopPropagation();
    onSelect(unit.id, false);
  },
  onKeyDown: (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === ' ') onSelect(unit.id, event.shiftKey);
    else if (event.key === 'm' || event.key === 'M') onMeasureFrom(unit.location);
    else return;
    event.preventDefault();
    event.stopPropagation();
  },
  onPointerEnter: (event: PointerEvent) => {
    if (event.pointerType !== 'touch') onHover(unit.id);
  },
  onPointerLeave: () => onHover(null),
  onFocus: (event: FocusEvent) => {
    if (event.target.matches(':focus-visible')) onHover(unit.id);
  },
  onBlur: () => onHover(null),
});

/** One unit: its bases at true size, the ground they cover, and a badge at its anchor. */
export const UnitToken = memo(function UnitToken({
  unit,
  mark,
  army,
  label,
  selected,
  involved,
  acted,
  faint,
  grab,
  ...handlers
}: UnitTokenProps) {
  const { x, y } = toMapPoint(unit.location);
  const left = pips(unit);
  const [missing, setMissing] = useState(false);
  const pictured = Boolean(unit.transponder) && !missing;
  const name = pictured ? (label.full || selected ? shortName(unit.name) : '') : unit.name;
  // Its place was found for a short name, or for none.
  const labelX = name && !(pictured && label.full) ? wordsWithin(label.x, name, 11) : label.x;
  const marks = marksOf(unit);
  const token = useGlide(unit.location);
  return (
    <g
      ref={token}
      className="unit"
      role="button"
      tabIndex={-1}
      data-piece
      aria-pressed={selected}
      data-unit={unit.id}
      data-army={mark.color}
      data-shape={mark.shape}
      data-selected={selected || undefined}
      data-involved={involved || undefined}
      data-acted={acted || undefined}
      data-grab={grab || undefined}
      data-raised={unit.status.raised > 0 || undefined}
      data-faint={faint || undefined}
      aria-label={`${unit.name}, ${army}, ${left.left} of ${left.most} ${left.of} left${unit.battleShocked ? ', battle-shocked' : ''}${markWords(marks)}`}
      {...eventsOf(unit, grab, handlers)}>
      <Bases unit={unit} mark={mark} />
      <g transform={`translate(${x} ${y})`} className="unit-anchor">
        <g className="token">
          <Badge unit={unit} mark={mark} missing={missing} onMissing={() => setMissing(true)} />
          {marks.length > 0 && <StateMarks marks={marks} passengers={unit.status.passengers} />}
        </g>
      </g>
      <g transform={`translate(${labelX} ${label.y})`} className="unit-label" data-short={!label.full || undefined}>
        <g className="token">
          <UnitLabel name={name} mark={mark} left={left.left} most={left.most} />
        </g>
      </g>
    </g>
  );
}, unchanged);

function Bases({ unit, mark }: { unit: BoardUnit; mark: Mark }) {
  const alive = unit.miniatures.filter((each) => each.alive);
  const widest = Math.max(0.5, ...alive.map((each) => each.radius));
  const ink = ARMY_INK[mark.color];
  return (
    <>
      {alive.length > 1 && (
        <polygon
          points={svgPoints(convexHull(alive.some(isLong) ? alive.flatMap(middlesOf) : alive))}
          fill={ink}
          fillOpacity="0.1"
          stroke={ink}
          strokeOpacity="0.1"
          strokeWidth={(widest + 0.25) * 20}
          strokeLinejoin="round"
          className="unit-ground"
        />
      )}
      {alive
        .filter(({ elevation }) => elevation > 0)
        .map((each, index) => (
          <BaseShape
            key={index}
            className="base-raised"
            base={each}
            x={toMapPx(each.x)}
            y={toMapPx(each.y)}
            grow={2.4}
            stroke={ink}
          />
        ))}
      {unit.miniatures.map((each, index) =>
        isLong(each) ? (
          <LongBase key={index} index={index} miniature={each} fill={ARMY_FILL[mark.color]} ink={ink} />
        ) : (
          <circle
            key={index}
            className="base"
            data-slain={!each.alive || undefined}
            cx={toMapPx(each.x)}
            cy={toMapPx(each.y)}
            r={toMapPx(each.radius)}
            fill={ARMY_FILL[mark.color]}
            stroke={ink}
          />
        ),
      )}
      {mark.color === 1 && <path className="base-cut" d={diamonds(alive)} fill={ink} />}
    </>
  );
}

/** The middles of the discs that a base is filled with. */
const middlesOf = (each: Miniature): Point[] => roundsOf({ ...each, at: each }).map(({ at }) => at);

/** A diamond in every base: it marks the second army without colour. */
const diamonds = (bases: readonly { x: number; y: number; radius: number }[]): string =>
  bases
    .map(({ x, y, radius }) => {
      const half = radius * 4.2;
      return `M${(x * 10 - half).toFixed(1)} ${(y * 10).toFixed(1)}l${half} ${-half}l${half} ${half}l${-half} ${half}z`;
    })
    .join('');

const staticPath = (transponder: string): string => `/static/${transponder.replace(/^\/?(static\/)?/, '')}`;

function Badge({
  unit,
  mark,
  missing,
  onMissing,
}: {
  unit: BoardUnit;
  mark: Mark;
  missing: boolean;
  onMissing: () => void;
}) {
  const ink = ARMY_INK[mark.color];
  const kind = kindOf(unit);
  return (
    <>
      <circle r="16" className="unit-hit" />
      <path d={shapePath(mark.shape, 9)} fill="var(--board)" />
      <path d={shapePath(mark.shape, 9)} className="unit-marker" fill={ARMY_FILL[mark.color]} stroke={ink} />
      {mark.color === 1 && <path d={shapePath(mark.shape, 7.2)} className="unit-inner" stroke={ink} />}
      {unit.transponder && (
        <Picture path={unit.transponder} shape={mark.shape} small={kind !== null} {...{ missing, onMissing }} />
      )}
      {kind ? (
        <path
          className="unit-silhouette"
          data-kind={kind}
          d={SILHOUETTES[kind]}
          transform={`translate(0 ${mark.shape === 'triangle' ? 1.8 : 0}) scale(${(sizeOf(unit) * (mark.shape === 'triangle' ? 0.72 : 0.92)).toFixed(2)})`}
        />
      ) : (
        (!unit.transponder || missing) && (
          <text className="unit-letter" textAnchor="middle" dy="4">
            {mark.letter}
          </text>
        )
      )}
      {unit.battleShocked && (
        <g className="unit-shock">
          <circle cx="-8.5" cy="-7.5" r="4.6" />
          <text x="-8.5" y="-4.9" textAnchor="middle">
            !
          </text>
        </g>
      )}
    </>
  );
}

interface PictureProps {
  path: string;
  shape: Mark['shape'];
  /** It stands beside a silhouette. */
  small: boolean;
  missing: boolean;
  onMissing: () => void;
}

/** The unit's transponder: in the middle of the badge, or in its corner where a silhouette stands there. */
function Picture({ path, shape, small, missing, onMissing }: PictureProps) {
  const half = shape === 'triangle' ? 4.6 : 5.6;
  const size = small ? 8.4 : half * 2;
  return (
    <>
      {small && !missing && <circle cx="9" cy="8" r="5.2" className="unit-corner" />}
      <image
        href={staticPath(path)}
        x={small ? 4.8 : -half}
        y={small ? 3.8 : -half + (shape === 'triangle' ? 1.4 : 0)}
        width={size}
        height={size}
        className={missing ? 'unit-image image-error' : 'unit-image'}
        onError={onMissing}
      />
      {!small && (
        <g className="unit-t">
          <circle cx="8.5" cy="7.5" r="4.2" />
          <text x="8.5" y="9.8" textAnchor="middle">
            T
          </text>
        </g>
      )}
    </>
  );
}

/** What the unit has done, in a row under its badge. */
function StateMarks({ marks, passengers }: { marks: readonly MarkName[]; passengers: number }) {
  const width = marks.length * MARK_STEP + (passengers > 1 ? 7 : 0);
  return (
    <g className="unit-marks" transform={`translate(${-width / 2} 12.5)`} data-marks={marks.join(' ')}>
      <rect x="-1.5" y="-1.4" width={width + 1} height="10.4" rx="2" />
      {marks.map((each, index) => (
        <path key={each} d={STATE_MARKS[each].path} transform={`translate(${index * MARK_STEP} 0.3)`} />
      ))}
      {passengers > 1 && (
        <text x={marks.length * MARK_STEP} y="7">
          {passengers}
        </text>
      )}
    </g>
  );
}

/** A unit with a picture keeps its name short, or only its letter in a crowd; one without shows its whole name. */
interface UnitLabelProps {
  name: string;
  mark: Mark;
  left: number;
  most: number;
}

const MOST_PIPS = 12;

function UnitLabel({ name, mark, left, most }: UnitLabelProps) {
  const ink = ARMY_INK[mark.color];
  const pipCount = Math.min(most, MOST_PIPS);
  const full = Math.ceil((left / Math.max(1, most)) * pipCount);
  const width = Math.max(pipCount * 3.4, 8);
  return (
    <>
      <text className="unit-name" textAnchor="middle">
        <tspan fill={ink} className="unit-name-letter">
          {mark.letter}
        </tspan>
        {name && ` ${name}`}
      </text>
      <g transform={`translate(${-width / 2} 2.6)${mark.color ? ' skewX(-28)' : ''}`} stroke={ink} strokeWidth="0.5">
        {full > 0 && <path className="unit-pips" data-pips={full} d={pipsPath(0, full, width / pipCount)} fill={ink} />}
        {full < pipCount && (
          <path className="unit-pips-lost" d={pipsPath(full, pipCount, width / pipCount)} fill="none" />
        )}
      </g>
    </>
  );
}

/** A row of pips as one drawing: a page goes through every one that stands by itself for each of its pictures. */
function pipsPath(from: number, to: number, step: number): string {
  const [width, height, round] = [Math.max(1.4, step - 1), 2.6, 0.7];
  const [flat, upright] = [(width - 2 * round).toFixed(2), (height - 2 * round).toFixed(2)];
  const corner = (x: number, y: number) => `a${round} ${round} 0 0 1 ${x} ${y}`;
  const pip = `h${flat}${corner(round, round)}v${upright}${corner(-round, round)}h-${flat}${corner(-round, -round)}v-${upright}${corner(round, -round)}z`;
  return Array.from({ length: to - from }, (_, index) => `M${((from + index) * step + round).toFixed(2)} 0${pip}`).join(
    '',
  );
}
