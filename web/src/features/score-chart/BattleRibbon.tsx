import { memo, useMemo, type KeyboardEvent, type PointerEvent } from 'react';
import type { Army, Frame } from '@/shared/battle-log';
import { roundScores, scoreLines, stepPath } from './series';
import './ribbon.css';

interface BattleRibbonProps {
  frames: readonly Frame[];
  armies: readonly Army[];
  /** The frame that is shown. */
  index: number;
  text: string;
  onGo: (index: number) => void;
}

const HEIGHT = 56;

/** The whole battle in one strip: how much happened in each phase, both armies' victory points, and where we are. */
export function BattleRibbon({ frames, armies, index, text, onGo }: BattleRibbonProps) {
  const go = (event: PointerEvent<HTMLDivElement>) => {
    if (event.type === 'pointermove' && event.buttons !== 1) return;
    const box = event.currentTarget.getBoundingClientRect();
    onGo(
      Math.min(
        frames.length - 1,
        Math.max(0, Math.floor(((event.clientX - box.left) / (box.width || 1)) * frames.length)),
      ),
    );
  };
  const keyed = (event: KeyboardEvent) => {
    const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: frames.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    onGo(Math.min(frames.length - 1, Math.max(0, to)));
  };
  return (
    <div className="ribbon">
      <div
        className="ribbon-strip"
        role="slider"
        tabIndex={0}
        aria-label="Battle"
        aria-valuemin={1}
        aria-valuemax={Math.max(1, frames.length)}
        aria-valuenow={index + 1}
        aria-valuetext={text}
        onPointerDown={(event) => {
          event.currentTarget.setPointerCapture?.(event.pointerId);
          go(event);
        }}
        onPointerMove={go}
        onKeyDown={keyed}>
        <RibbonDrawing frames={frames} armies={armies} />
        <span className="ribbon-head" style={{ left: `${((index + 0.5) / Math.max(1, frames.length)) * 100}%` }} />
      </div>
      <RoundScores frames={frames} armies={armies} />
    </div>
  );
}

const RibbonDrawing = memo(function RibbonDrawing({ frames, armies }: Pick<BattleRibbonProps, 'frames' | 'armies'>) {
  const lines = useMemo(() => scoreLines(frames, armies), [frames, armies]);
  const most = Math.max(1, ...lines.flatMap((each) => each.points));
  const busiest = Math.max(1, ...frames.map((each) => each.actions.length));
  const color = (armyId: string | null) => {
    const army = armies.find((each) => each.id === armyId);
    return army ? `var(--${army.colorIndex === 0 ? 'blue' : 'red'})` : 'var(--ink-faint)';
  };
  return (
    <svg viewBox={`0 0 ${Math.max(1, frames.length)} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {frames.map((each, at) => {
        const tall = each.actions.length ? 3 + Math.sqrt(each.actions.length / busiest) * 22 : 1;
        return (
          <rect
            key={each.key}
            x={at + 0.12}
            width="0.76"
            y={HEIGHT - tall}
            height={tall}
            fill={color(each.armyId)}
            opacity="0.32"
          />
        );
      })}
      {frames.map(
        (each, at) =>
          at > 0 &&
          each.round !== frames[at - 1]?.round && (
            <path key={each.key} d={`M${at} 0V${HEIGHT}`} className="ribbon-round" />
          ),
      )}
      {lines.map(({ army, points }) => (
        <path
          key={army.id}
          d={stepPath(points, most, HEIGHT)}
          className="ribbon-line"
          stroke={color(army.id)}
          strokeDasharray={army.colorIndex === 1 ? '5 2' : undefined}
        />
      ))}
    </svg>
  );
});

/** Victory points gained, round by round, under the strip. */
const RoundScores = memo(function RoundScores({ frames, armies }: Pick<BattleRibbonProps, 'frames' | 'armies'>) {
  const scores = useMemo(() => roundScores(frames, armies), [frames, armies]);
  return (
    <ol className="ribbon-rounds" aria-label="Victory points by round">
      {scores.map(({ round, gained }) => (
        <li key={round} style={{ flexGrow: frames.filter((each) => each.round === round).length }}>
          <span className="label text-xs text-faint">R{round}</span>
          <span className="figure text-sm">
            {gained.map((value, at) => {
              const army = armies[at];
              return (
                <span
                  key={at}
                  style={{ color: army ? `var(--${army.colorIndex === 0 ? 'blue' : 'red'})` : undefined }}
                  title={`${army?.name ?? ''}: ${value} VP in round ${round}`}>
                  {value >= 0 ? '+' : ''}
                  {value}
                </span>
              );
            })}
          </span>
        </li>
      ))}
    </ol>
  );
});
