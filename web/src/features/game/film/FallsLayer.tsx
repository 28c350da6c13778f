import { useEffect } from 'react';
import { useStore } from 'zustand';
import { wordsWithin } from '@/features/battle-map';
import type { Miniature } from '@/shared/battle-log';
import { BaseShape, extentOf } from '@/shared/bases';
import { toMapPoint, toMapPx } from '@/shared/geometry';
import { useClient, useGameState } from '../client/context';
import { FALL_MS, type Fall } from './casualties';

/** Miniatures that have just fallen: a cross where each stood, and how many of which unit. */
export function FallsLayer() {
  const falls = useStore(useClient().casualties, (casualties) => casualties.falls);
  if (!falls.length) return null;
  return (
    <g data-layer="falls" className="falls" pointerEvents="none">
      {falls.map((fall) => (
        <OneFall key={fall.id} fall={fall} />
      ))}
    </g>
  );
}

function OneFall({ fall: { id, drawn, fallen, whole } }: { fall: Fall }) {
  const { casualties } = useClient();
  const second = useGameState((state) => state.game_model.armies[1]?.uuid === drawn.armyId);
  useEffect(() => {
    const timer = window.setTimeout(() => casualties.getState().over(id), FALL_MS);
    return () => window.clearTimeout(timer);
  }, [casualties, id]);
  const low = Math.max(...fallen.map((each) => each.y + extentOf(each).y)) * 10;
  const middle = (fallen.reduce((sum, each) => sum + each.x, 0) / fallen.length) * 10;
  const words = `✕ ${whole ? `${drawn.name} destroyed` : `${fallen.length} slain`}`;
  return (
    <g data-fall={drawn.id} data-army={second ? 1 : 0}>
      {fallen.map((each, index) => (
        <Fallen key={index} miniature={each} />
      ))}
      <g transform={`translate(${wordsWithin(middle, words, 13)} ${Math.min(432, low + 14)})`}>
        <g className="token">
          <text className="fall-word" textAnchor="middle" dy="6">
            {words}
          </text>
        </g>
      </g>
    </g>
  );
}

function Fallen({ miniature }: { miniature: Miniature }) {
  const { x, y } = toMapPoint(miniature);
  const arm = Math.max(4, toMapPx(miniature.radius) * 0.8);
  return (
    <g transform={`translate(${x} ${y})`}>
      <BaseShape className="fall-base" base={miniature} x={0} y={0} />
      <path className="fall-cross" d={`M${-arm} ${-arm}L${arm} ${arm}M${arm} ${-arm}L${-arm} ${arm}`} />
    </g>
  );
}
