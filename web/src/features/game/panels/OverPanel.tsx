import { useEffect, useRef } from 'react';
import { isAward } from '@/shared/api/validators';
import { AfterBattle } from '@/features/after-battle';
import { useBattleLog } from '@/features/log-timeline';
import '../score/score.css';
import { useGameId, useGameState } from '../client/context';
import { ScoreTable } from '../score/ScoreTable';
import { scoreSheet } from '../score/sheet';
import { PanelHead } from './parts';

/** The battle is over: who won, by how much or because somebody resigned, where to look at it, and what comes next. */
export function OverPanel() {
  const gameId = useGameId();
  const state = useGameState();
  const { armies, round, winner_army_uuid: winner } = state.game_model;
  const { log } = useBattleLog(gameId, false);
  const won = armies.find((army) => army.uuid === winner);
  const ended = log?.frames
    .flatMap((frame) => frame.actions)
    .findLast((each) => each.type === 'game_end' && !each.undone);
  const top = useRef<HTMLDivElement>(null);
  // The panel still stands where the last phase was read.
  useEffect(() => {
    const panel = top.current?.closest('.game-panel');
    if (panel) panel.scrollTop = 0;
  }, []);
  return (
    <>
      <div ref={top}>
        <PanelHead title="The battle is over" />
      </div>
      <p className="text-lg font-semibold">{ended ? `${ended.message}.` : won ? `${won.name} wins.` : 'A draw.'}</p>
      <ul className="figure flex flex-col gap-1">
        {armies.map((army) => (
          <li key={army.uuid} className="flex justify-between gap-4">
            <span>{army.name}</span>
            <span>
              {army.vp} VP{army.head_start ? `, began ${army.head_start} ahead` : ''}
            </span>
          </li>
        ))}
      </ul>
      <ScoreTable armies={scoreSheet(state, log)} begun={round} />
      <AfterBattle gameId={gameId} awards={log?.afterwards.awards.filter(isAward) ?? []} />
    </>
  );
}
