import { memo, type KeyboardEvent, type MouseEvent } from 'react';
import { objectiveCalled, type Army, type DeploymentZone, type Objective, type Terrain } from '@/shared/battle-log';
import { inches, toMapPoint, toMapPx, type Point } from '@/shared/geometry';
import { wordsWithin } from './labels';
import { heightOf, materialOf, shadowOf } from './material';
import { ARMY_INK, ARMY_WORD, svgPoints } from './style';
import './map.css';

/** Inches from an objective's point: three from the edge of its 40 mm marker. */
const CONTROL_RANGE = 3.787;

const middle = (points: readonly Point[]): { x: number; y: number } => {
  const xs = points.map((each) => each.x);
  const ys = points.map((each) => each.y);
  return { x: 5 * (Math.min(...xs) + Math.max(...xs)), y: 5 * (Math.min(...ys) + Math.max(...ys)) };
};

/** Names stand under their piece like a caption, so that objectives and units inside stay free. */
function caption(points: readonly Point[]): { x: number; y: number } {
  const { x } = middle(points);
  const bottom = Math.max(...points.map((each) => each.y)) * 10;
  return { x, y: Math.min(436, bottom + 9) };
}

/** A piece's outline drawn in by a step a floor, as contour lines are. */
function inset(points: readonly Point[], steps: number): Point[] {
  const { x, y } = middle(points);
  const wide = Math.max(1, ...points.map((each) => Math.hypot(each.x * 10 - x, each.y * 10 - y)));
  const share = Math.max(0, 1 - (5 * steps) / wide);
  const toward = (at: number, centre: number) => inches(centre / 10 + (at - centre / 10) * share);
  return points.map((each) => ({ x: toward(each.x, x), y: toward(each.y, y) }));
}

/** "3″ 6″": how high a piece's floors lie. */
const floorWords = ({ floors }: Terrain): string => floors.map((high) => `${high}″`).join(' ');

/** The texture says what a piece is made of; it is closer where the piece stands high (4 inches and up). */
const texture = (piece: Terrain): string => `made-${materialOf(piece)}${heightOf(piece) >= 4 ? '-tall' : ''}`;

/** Where its shadow falls: down and to the right, farther the higher it stands. */
const shade = (piece: Terrain): string => `translate(${shadowOf(piece)} ${shadowOf(piece)})`;

/** What makes a piece of the ground a button, where clicking it means something. */
const pickable = (label: string, onPick: (() => void) | undefined) =>
  onPick && {
    role: 'button',
    tabIndex: -1,
    'data-piece': true,
    'aria-label': label,
    'data-pick': true,
    onClick: (event: MouseEvent) => {
      if (!event.shiftKey) {
        event.stopPropagation();
        onPick();
      }
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      event.preventDefault();
      onPick();
    },
  };

type Pick = ((index: number) => void) | undefined;

/** Terrain as on a printed map: an outline, a texture for its height, its walls and its name. */
export const TerrainLayer = memo(function TerrainLayer({
  terrain,
  onPick,
}: {
  terrain: readonly Terrain[];
  onPick?: Pick;
}) {
  return (
    <g data-layer="terrain">
      {terrain.map((piece, index) => {
        const points = svgPoints(piece.coordinates);
        return (
          <g
            key={`${piece.name}-${index}`}
            className="terrain"
            data-building={piece.building || undefined}
            data-obscuring={piece.obscuring || undefined}
            data-material={materialOf(piece)}
            {...pickable(piece.name, onPick && (() => onPick(index)))}>
            <title>
              {[
                piece.name,
                piece.height !== null && `${piece.height} inches high`,
                (piece.obscuring || piece.building) && 'blocks sight',
                piece.floors.length > 0 && `floors at ${piece.floors.join(' and ')} inches`,
              ]
                .filter(Boolean)
                .join(', ')}
            </title>
            <polygon points={points} className="terrain-shadow" transform={shade(piece)} pointerEvents="none" />
            <polygon points={points} className="terrain-ground" />
            <polygon points={points} fill={`url(#${texture(piece)})`} pointerEvents="none" />
            {piece.floors.map((high, floor) => (
              <polygon
                key={high}
                points={svgPoints(inset(piece.coordinates, floor + 1))}
                className="terrain-floor"
                pointerEvents="none"
              />
            ))}
            <polygon points={points} className="terrain-outline" />
            {piece.walls.map(([from, to], wall) => (
              <line
                key={wall}
                className="terrain-wall"
                x1={toMapPx(from.x)}
                y1={toMapPx(from.y)}
                x2={toMapPx(to.x)}
                y2={toMapPx(to.y)}
              />
            ))}
          </g>
        );
      })}
    </g>
  );
});

/** Names stand above units' ground but below the units. */
export const TerrainNames = memo(function TerrainNames({ terrain }: { terrain: readonly Terrain[] }) {
  return (
    <g data-layer="terrain-names" pointerEvents="none">
      {terrain.map((piece, index) => {
        if (!piece.coordinates.length) return null;
        const { x, y } = caption(piece.coordinates);
        const high = [
          piece.height !== null && `${piece.height}″`,
          piece.floors.length > 0 && `floors ${floorWords(piece)}`,
        ].filter((each) => each !== false);
        const at = wordsWithin(x, [piece.name, ...high].join(' '), 9.5);
        return (
          <g key={`${piece.name}-${index}`} transform={`translate(${at} ${y})`}>
            <g className="token-soft">
              <text className="terrain-name" textAnchor="middle">
                {piece.name}
                {high.map((each) => (
                  <tspan key={each} className="terrain-height" dx="3.5">
                    {each}
                  </tspan>
                ))}
              </text>
            </g>
          </g>
        );
      })}
    </g>
  );
});

/** A zone's name stands along its outer side, left or right; in its middle where it has neither. */
function zoneCaption(points: readonly Point[]): { x: number; y: number } {
  const at = (x: number) => points.filter((each) => each.x === x);
  const left = Math.min(...points.map((each) => each.x));
  const right = Math.max(...points.map((each) => each.x));
  if (at(left).length > 1) return { x: left * 10 + 9, y: middle(at(left)).y };
  if (at(right).length > 1) return { x: right * 10 - 4, y: middle(at(right)).y };
  return middle(points);
}

/** Both zones in their army's colour; `quiet` once they no longer matter. */
export const ZonesLayer = memo(function ZonesLayer({
  zones,
  quiet = false,
}: {
  zones: readonly DeploymentZone[];
  quiet?: boolean;
}) {
  return (
    <g data-layer="zones" data-quiet={quiet || undefined}>
      {zones.map((zone, index) => {
        const points = svgPoints(zone.shape);
        const army = zone.owner === 0 ? 'blue' : 'red';
        const { x, y } = zoneCaption(zone.shape);
        return (
          <g key={`${zone.name}-${index}`} className="zone" data-army={zone.owner}>
            <polygon points={points} className="zone-ground" fill={`var(--zone-${army})`} />
            <polygon
              points={points}
              fill={`url(#zone-${army})`}
              stroke={`var(--${army})`}
              strokeOpacity="0.5"
              strokeWidth="1"
              strokeDasharray="6 4"
            />
            <text
              transform={`translate(${x} ${y}) rotate(-90)`}
              textAnchor="middle"
              className="zone-name"
              fill={`var(--${army})`}>
              {zone.name || `${ARMY_WORD[zone.owner]} zone`}
            </text>
          </g>
        );
      })}
    </g>
  );
});

/** A second ring and a pin: the army that held the objective last still holds it. */
function StickyMark({ ink }: { ink: string }) {
  return (
    <g className="objective-sticky" stroke={ink}>
      <circle r="12" fill="none" strokeWidth="1.4" />
      <path d="M-12.5 -12.5l6 6M-15 -9.5l5.5 -5.5" strokeWidth="2" strokeLinecap="round" />
    </g>
  );
}

/** "Objective 2, The Mill, held by nobody. Worth 5 VP a turn from round 2 on" */
function hover({ name, sticky, worth }: Objective, index: number, holder: Army | undefined): string {
  const held = `held by ${holder ? holder.name : 'nobody'}${sticky ? ', stays held' : ''}`;
  return `${objectiveCalled(index, name)}, ${held}${worth && `. ${worth}`}`;
}

interface ObjectivesProps {
  objectives: readonly Objective[];
  armies: readonly Army[];
  onPick?: Pick;
}

/** Numbered markers with their control range; the ring is drawn in the holder's colour, with a flag. */
export const ObjectivesLayer = memo(function ObjectivesLayer({ objectives, armies, onPick }: ObjectivesProps) {
  return (
    <g data-layer="objectives">
      {objectives.map((objective, index) => {
        const { x, y } = toMapPoint(objective.location);
        const holder = armies.find((each) => each.id === objective.heldBy);
        const ink = holder ? ARMY_INK[holder.colorIndex] : 'var(--board-ink)';
        return (
          <g
            key={index}
            className="objective"
            transform={`translate(${x} ${y})`}
            data-held={holder?.colorIndex}
            data-sticky={objective.sticky || undefined}
            {...pickable(
              `${objectiveCalled(index, objective.name)}, ${holder ? `held by ${holder.name}` : 'not controlled'}`,
              onPick && (() => onPick(index)),
            )}>
            <title>{hover(objective, index, holder)}</title>
            <circle
              r={CONTROL_RANGE * 10}
              fill={ink}
              fillOpacity={holder ? 0.09 : 0.03}
              stroke={ink}
              className="objective-ring"
              strokeDasharray={holder ? undefined : '2 3'}
            />
            <g className="token">
              {holder && (
                <path d={`M6 -9V-20l9 3.5-9 3.5`} fill={ink} stroke={ink} strokeWidth="1" strokeLinejoin="round" />
              )}
              {objective.sticky && <StickyMark ink={ink} />}
              <circle r="8.5" fill="var(--board)" stroke={ink} strokeWidth="1.6" />
              <text className="objective-number" textAnchor="middle" dy="3.8">
                {index + 1}
              </text>
            </g>
          </g>
        );
      })}
    </g>
  );
});
