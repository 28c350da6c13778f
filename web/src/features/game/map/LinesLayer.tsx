import type { GameState } from '@/shared/api';
import { BaseShape, extentOf } from '@/shared/bases';
import { memo, useMemo } from 'react';
import { ARMY_INK, wordsWithin } from '@/features/battle-map';
import { aurasOf, dangerOf, EDGE, type Aura, type Circle, type Lines } from './lines';

/** Zones of the rules over the table, each with its words on it. */
export function LinesLayer({ state, lines }: { state: GameState; lines: Lines }) {
  const danger = useMemo(() => (lines.danger ? dangerOf(state) : []), [state, lines.danger]);
  const auras = useMemo(() => (lines.auras ? aurasOf(state) : []), [state, lines.auras]);
  return (
    <g data-layer="lines" pointerEvents="none">
      {lines.quarters && <Quarters />}
      {lines.edges && <Edges />}
      {danger.length > 0 && <Danger circles={danger} />}
      {auras.map((each, index) => (
        <AuraRing key={index} aura={each} />
      ))}
    </g>
  );
}

function Word({ x, y, text }: { x: number; y: number; text: string }) {
  return (
    <g transform={`translate(${wordsWithin(x, text, 11)} ${Math.min(432, Math.max(12, y))})`}>
      <g className="token">
        <text className="line-word" textAnchor="middle" dy="4">
          {text}
        </text>
      </g>
    </g>
  );
}

function Quarters() {
  return (
    <g data-line="quarters">
      <path className="line-stroke" d="M300 0V440M0 220H600" />
      {[
        [150, 14],
        [450, 14],
        [150, 428],
        [450, 428],
      ].map(([x = 0, y = 0], index) => (
        <Word key={index} x={x} y={y} text={`Quarter ${index + 1}`} />
      ))}
    </g>
  );
}

function Edges() {
  return (
    <g data-line="edges">
      <rect className="line-stroke" x={EDGE.x * 10} y={EDGE.y * 10} width={EDGE.width * 10} height={EDGE.height * 10} />
      <Word x={300} y={60} text="6″ from the edges" />
    </g>
  );
}

/** The outline of all circles together: what lies inside another circle is masked away. */
const Danger = memo(function Danger({ circles }: { circles: readonly Circle[] }) {
  const top = circles.reduce((best, each) => (each.at.y - each.radius < best.at.y - best.radius ? each : best));
  const shapes = circles.map(({ at, radius }, index) => (
    <circle key={index} cx={at.x * 10} cy={at.y * 10} r={radius * 10} />
  ));
  return (
    <g data-line="danger" clipPath="url(#board-clip)">
      <mask id="danger-inside" maskUnits="userSpaceOnUse" x="0" y="0" width="600" height="440">
        <rect width="600" height="440" fill="white" />
        <g fill="black">{shapes}</g>
      </mask>
      <g className="line-danger-ground">{shapes}</g>
      <g className="line-danger" mask="url(#danger-inside)">
        {shapes}
      </g>
      <Word x={top.at.x * 10} y={(top.at.y - top.radius) * 10} text="9″ from the enemy" />
    </g>
  );
});

function AuraRing({ aura: { base, at, reach, name, side } }: { aura: Aura }) {
  const [x, y] = [at.x * 10, at.y * 10];
  return (
    <g data-line="aura">
      <BaseShape className="line-aura" {...{ base, x, y }} grow={reach * 10} stroke={ARMY_INK[side]} />
      <Word x={x} y={y + (extentOf(base).y + reach) * 10} text={name} />
    </g>
  );
}
