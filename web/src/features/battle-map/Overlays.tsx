import { memo } from 'react';
import {
  BOARD_HEIGHT,
  BOARD_WIDTH,
  distance,
  inches,
  showInches,
  toMapPoint,
  toMapPx,
  type Inches,
  type Point,
} from '@/shared/geometry';
import { blindWedge, clearOutline, clearWedge, rangeOutline, sightEnd, RAYS, wordPlace, type Sight } from './sight';
import { svgPoints, type UnitRanges } from './style';
import type { Graphic, Ruler } from './types';

/** Where a ring's number stands: on the ring, on the side of the board's middle, each ring a little further round. */
function numberPlace(at: Point, radius: Inches, turn: number): { x: number; y: number } {
  const inward = Math.atan2(BOARD_HEIGHT / 2 - at.y, BOARD_WIDTH / 2 - at.x) + turn;
  return {
    x: Math.min(565, Math.max(35, toMapPx(inches(at.x + Math.cos(inward) * radius)))),
    y: Math.min(430, Math.max(10, toMapPx(inches(at.y + Math.sin(inward) * radius)))),
  };
}

function Ring({ at, radius, name }: { at: Point; radius: Inches; name: string }) {
  const { x, y } = toMapPoint(at);
  return (
    <g className="range-ring" data-range={name}>
      <circle cx={x} cy={y} r={toMapPx(radius)} />
    </g>
  );
}

function RingNumber({ x, y, text }: { x: number; y: number; text: string }) {
  const width = text.length * 4.6 + 8;
  return (
    <g transform={`translate(${x} ${y})`}>
      <g className="token">
        <rect x={-width / 2} y="-6.5" width={width} height="13" rx="6.5" className="ring-chip" />
        <text textAnchor="middle" dy="3.5" className="ring-number">
          {text}
        </text>
      </g>
    </g>
  );
}

/** Thin rings with their number on them: move, move + 7, a charge's reach, and the longest weapon as an outline of 72 points. */
export const RangesLayer = memo(function RangesLayer({ at, ranges }: { at: Point; ranges: UnitRanges }) {
  const { movement, advance, weapon, more, charge } = ranges;
  return (
    <g data-layer="ranges" pointerEvents="none">
      {weapon !== null && (
        <g className="range-ring range-weapon" data-range="weapon" data-radius={toMapPx(weapon)}>
          <polygon points={svgPoints(rangeOutline(at, weapon))} />
        </g>
      )}
      {advance !== null && <Ring at={at} radius={advance} name={`move + ${more}`} />}
      {charge !== null && <Ring at={at} radius={charge} name="charge" />}
      {movement !== null && <Ring at={at} radius={movement} name="move" />}
    </g>
  );
});

/** The rings' numbers, above the units. */
export const RangeNumbers = memo(function RangeNumbers({ at, ranges }: { at: Point; ranges: UnitRanges }) {
  const { movement, advance, weapon, more, charge } = ranges;
  return (
    <g data-layer="range-numbers" pointerEvents="none">
      {weapon !== null && <RingNumber {...numberPlace(at, weapon, 0)} text={`${weapon}″ weapon`} />}
      {advance !== null && <RingNumber {...numberPlace(at, advance, 0.45)} text={`${advance}″ move + ${more}`} />}
      {charge !== null && <RingNumber {...numberPlace(at, charge, 0.9)} text={`${charge}″ charge`} />}
      {movement !== null && <RingNumber {...numberPlace(at, movement, -0.45)} text={`${movement}″ move`} />}
    </g>
  );
});

const all = Array.from({ length: RAYS }, (_, index) => index);

/** Green where the unit sees, red where terrain is in the way, both hatched and named. */
export const SightLayer = memo(function SightLayer({ sight }: { sight: Sight }) {
  return (
    <g data-layer="sight" pointerEvents="none" clipPath="url(#board-clip)">
      <path
        data-sight="visible"
        className="sight-clear"
        fill="url(#hatch-clear)"
        d={all.map((index) => clearWedge(sight, index)).join('')}
      />
      <path
        data-sight="not-visible"
        className="sight-blind"
        fill="url(#hatch-blind)"
        d={all.map((index) => blindWedge(sight, index)).join('')}
      />
    </g>
  );
});

/** Where sight ends: one line around all that is seen, and a stronger one where terrain is in the way. */
export const SightOutline = memo(function SightOutline({ sight }: { sight: Sight }) {
  return (
    <g data-layer="sight" pointerEvents="none" clipPath="url(#board-clip)">
      <path data-sight="outline" className="sight-outline" d={clearOutline(sight)} />
      <path data-sight="ends" className="sight-ends" d={all.map((index) => sightEnd(sight, index)).join('')} />
    </g>
  );
});

/** The wedges' names, above the units. */
export const SightWords = memo(function SightWords({ sight }: { sight: Sight }) {
  const { origin, range } = sight;
  if (sight.blocked)
    return (
      <SightWord at={{ x: origin.x, y: inches(origin.y + 2.4) }} text="Line of Sight Blocked" tone="var(--blind)" />
    );
  const clear = wordPlace(
    sight,
    (each) => each > 3,
    (each) => each * 0.62,
  );
  const blind = wordPlace(
    sight,
    (each) => range - each > 3,
    (each) => (each + range) / 2,
  );
  return (
    <g data-layer="sight-words" pointerEvents="none">
      {clear && <SightWord at={clear} text="Visible" tone="var(--sight)" />}
      {blind && <SightWord at={blind} text="Not Visible" tone="var(--blind)" />}
    </g>
  );
});

function SightWord({ at, text, tone }: { at: Point; text: string; tone: string }) {
  const x = Math.min(560, Math.max(40, at.x * 10));
  const y = Math.min(432, Math.max(10, at.y * 10));
  return (
    <g transform={`translate(${x} ${y})`}>
      <g className="token">
        <text textAnchor="middle" className="sight-word" fill={tone}>
          {text}
        </text>
      </g>
    </g>
  );
}

function GraphicMark({ graphic }: { graphic: Graphic }) {
  switch (graphic.shape) {
    case 'arrow':
      return <Arrow {...graphic} />;
    case 'path':
      return (
        <polyline
          className="action-path"
          data-kind={graphic.kind}
          stroke={`var(--arrow-${graphic.kind})`}
          points={svgPoints(graphic.points)}
        />
      );
    case 'cross': {
      const { x, y } = toMapPoint(graphic.at);
      return (
        <path
          className="action-cross"
          data-kind="combat"
          data-size="20"
          d={`M${x - 10} ${y - 10}l20 20M${x + 10} ${y - 10}l-20 20`}
        />
      );
    }
    case 'ghost': {
      const { x, y } = toMapPoint(graphic.at);
      return (
        <g className="action-ghost" transform={`translate(${x} ${y})`}>
          <title>{graphic.label}</title>
          <circle r="9" />
        </g>
      );
    }
    case 'ring': {
      const { x, y } = toMapPoint(graphic.at);
      return <circle className="action-ring" cx={x} cy={y} r="15" />;
    }
    case 'circle': {
      const { x, y } = toMapPoint(graphic.at);
      const radius = inches(graphic.radius);
      return (
        <g className="reach" data-reach={graphic.kind} data-radius={toMapPx(radius)}>
          <circle cx={x} cy={y} r={toMapPx(radius)} />
          <RingNumber
            {...numberPlace(graphic.at, radius, graphic.kind === 'charge' ? 0.3 : -0.45)}
            text={graphic.label}
          />
        </g>
      );
    }
  }
}

function Arrow({ kind, ...ends }: Extract<Graphic, { shape: 'arrow' }>) {
  const from = toMapPoint(ends.from);
  const to = toMapPoint(ends.to);
  return (
    <line
      className="action-arrow"
      data-kind={kind}
      stroke={`var(--arrow-${kind})`}
      x1={from.x}
      y1={from.y}
      x2={to.x}
      y2={to.y}
      markerEnd={`url(#head-${kind})`}
    />
  );
}

/** The open action's arrows, paths and crosses. */
export const GraphicsLayer = memo(function GraphicsLayer({ graphics }: { graphics: readonly Graphic[] }) {
  return (
    <g data-layer="graphics" pointerEvents="none">
      {graphics.map((graphic, index) => (
        <GraphicMark key={index} graphic={graphic} />
      ))}
    </g>
  );
});

/** The measuring line and its inches. */
export const RulerLayer = memo(function RulerLayer({ ruler }: { ruler: Ruler }) {
  if (!ruler.start) return null;
  const from = toMapPoint(ruler.start);
  const to = ruler.end && toMapPoint(ruler.end);
  return (
    <g data-layer="ruler" pointerEvents="none">
      {to && <line className="ruler-line" x1={from.x} y1={from.y} x2={to.x} y2={to.y} />}
      {[from, to].map(
        (each, index) =>
          each && (
            <g key={index} transform={`translate(${each.x} ${each.y})`}>
              <g className="token">
                <circle r="3" className="ruler-end" />
              </g>
            </g>
          ),
      )}
      {to && ruler.end && (
        <g transform={`translate(${(from.x + to.x) / 2} ${(from.y + to.y) / 2})`}>
          <g className="token">
            <rect x="-20" y="-9" width="40" height="18" rx="3" className="ruler-chip" />
            <text textAnchor="middle" dy="4.5" className="ruler-number" data-testid="measure">
              {showInches(distance(ruler.start, ruler.end))}
            </text>
          </g>
        </g>
      )}
    </g>
  );
});
