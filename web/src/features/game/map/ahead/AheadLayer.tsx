import { wordsWithin } from '@/features/battle-map';
import type { Preview, UnitState } from '@/shared/api';
import { BaseShape, extentOf } from '@/shared/bases';
import { toMapPoint, type Point } from '@/shared/geometry';
import { toPoint, unitOf } from '../../board';
import { useGameState } from '../../client/context';
import { middleOf } from '../ghost';
import { useSeen, type Ahead, type Seen } from './useAhead';
import { enemyWords, goalWords, type EnemyWords } from './words';
import './ahead.css';

/** How large the words are set. */
const SIZE = 11;

/** Map pixels from an objective's point to the end of its control range. */
const CONTROL = 37.87;

/** What the unit in hand would see, hold and suffer where it is, drawn on the table. */
export function AheadLayer({ ahead }: { ahead: Ahead }) {
  const seen = useSeen(ahead);
  if (!seen?.places.length) return null;
  return (
    <g data-layer="ahead" pointerEvents="none">
      <Auras seen={seen} />
      <Goals objectives={seen.preview.objectives} />
      <Enemies seen={seen} />
    </g>
  );
}

function Enemies({ seen: { preview, places } }: { seen: Seen }) {
  const state = useGameState();
  const from = toMapPoint(middleOf(places));
  const drawn = enemyWords(preview).flatMap((words) => {
    const at = unitOf(state, words.unitId)?.location;
    return at ? [{ words, to: toMapPoint(toPoint(at)) }] : [];
  });
  return (
    <>
      {drawn.map(
        ({ words: { unitId, line }, to }) =>
          line !== 'none' && (
            <line key={unitId} className="ahead-line" data-ahead={line} x1={from.x} y1={from.y} x2={to.x} y2={to.y} />
          ),
      )}
      {drawn.map(({ words, to }) => (
        <EnemyTag key={words.unitId} words={words} at={to} />
      ))}
    </>
  );
}

function EnemyTag({ words, at }: { words: EnemyWords; at: { x: number; y: number } }) {
  const lines = [
    ['deals', words.deals],
    ['takes', words.takes],
    ['charge', words.charge],
  ].filter(([, text]) => text);
  const longest = lines.reduce((best, [, text = '']) => (text.length > best.length ? text : best), '');
  return (
    <g
      transform={`translate(${wordsWithin(at.x, longest, SIZE)} ${Math.min(405, at.y)})`}
      data-testid="ahead-tag"
      data-line={words.line}>
      <g className="token">
        {words.takes && <path className="ahead-danger" d="M-13 -13l5 5M13 13l-5 -5M13 -13l-5 5M-13 13l5 -5" />}
        <text className="ahead-word" textAnchor="middle">
          {lines.map(([kind, text], index) => (
            <tspan key={kind} data-word={kind} x="0" dy={index ? 11.5 : 32}>
              {text}
            </tspan>
          ))}
        </text>
      </g>
    </g>
  );
}

function Goals({ objectives }: Pick<Preview, 'objectives'>) {
  const known = useGameState((state) => state.game_model.objectives);
  return objectives.map((goal) => {
    const place = known.find((each) => each.uuid === goal.objective_uuid)?.location;
    if (!place) return null;
    const { x, y } = toMapPoint(toPoint(place));
    return (
      <g key={goal.objective_uuid} transform={`translate(${x} ${y})`} data-testid="ahead-goal">
        <circle className="ahead-goal" data-after={goal.after} r={CONTROL} />
        <g className="token">
          <text className="ahead-word" textAnchor="middle" y="21">
            {goalWords(goal)}
          </text>
        </g>
      </g>
    );
  });
}

/** Every aura of the unit as a circle, with a line to each unit that it would reach. */
function Auras({ seen: { preview, places, base } }: { seen: Seen }) {
  const state = useGameState();
  const [first] = places;
  if (!first) return null;
  return preview.auras.map(({ name, reach, units }) => {
    const words = `${name} ${reach}″: reaches ${units.length || 'nobody'}`;
    const x = wordsWithin(first.x * 10, words, SIZE);
    const y = Math.min(434, (first.y + extentOf(base).y + reach) * 10);
    return (
      <g key={name} data-testid="ahead-aura">
        <BaseShape className="ahead-aura" base={base} x={first.x * 10} y={first.y * 10} grow={reach * 10} />
        {units.map((each) => (
          <Link key={each.uuid} from={first} to={unitOf(state, each.uuid)} />
        ))}
        <g transform={`translate(${x} ${y})`}>
          <g className="token">
            <text className="ahead-word" textAnchor="middle">
              {words}
            </text>
          </g>
        </g>
      </g>
    );
  });
}

function Link({ from, to }: { from: Point; to: UnitState | null }) {
  if (!to?.location) return null;
  const [a, b] = [toMapPoint(from), toMapPoint(toPoint(to.location))];
  return <line className="ahead-aura" x1={a.x} y1={a.y} x2={b.x} y2={b.y} />;
}
