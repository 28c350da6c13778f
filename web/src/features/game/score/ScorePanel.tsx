import { useEffect } from 'react';
import { useBattleLog } from '@/features/log-timeline';
import { Button, Notice, useTheme } from '@/shared/ui';
import { useGameId, useGameState } from '../client/context';
import { PanelHead } from '../panels/parts';
import './score.css';
import { ScoreDrawing } from './ScoreDrawing';
import { ScoreTable } from './ScoreTable';
import { scoreSheet, type ArmyLine } from './sheet';

/** Paper is light: while the page is printed it has the light theme, whatever the screen has. */
function useLightPrint(): void {
  const theme = useTheme((store) => store.theme);
  useEffect(() => {
    const root = document.documentElement;
    const before = () => {
      root.dataset.theme = 'light';
    };
    const after = () => {
      root.dataset.theme = theme;
    };
    window.addEventListener('beforeprint', before);
    window.addEventListener('afterprint', after);
    return () => {
      window.removeEventListener('beforeprint', before);
      window.removeEventListener('afterprint', after);
    };
  }, [theme]);
}

/** Both armies' victory points round by round, drawn, as a table and gain by gain; it can be printed. */
export function ScorePanel() {
  const gameId = useGameId();
  const state = useGameState();
  const { log, problem, loading, refresh } = useBattleLog(gameId, false, true);
  useLightPrint();
  const { round, phase, mission, status, winner_army_uuid: winner } = state.game_model;
  const armies = scoreSheet(state, log);
  const begun = phase === 'deployment' ? 0 : round;
  const over = status === 'Completed';
  const won = armies.find((army) => army.uuid === winner);
  return (
    <div className="score-sheet">
      <PanelHead title="Score Sheet">
        <Button icon="download" className="score-print min-h-11" onClick={() => window.print()}>
          Print
        </Button>
      </PanelHead>
      <p className="text-soft">
        {mission.name} ·{' '}
        {over
          ? won
            ? `${won.name} wins ${score(armies)}`
            : `A draw, ${score(armies)}`
          : begun
            ? `Round ${round}, ${score(armies)} so far`
            : 'The battle has not begun'}
      </p>
      {problem && <Notice text={problem} onRetry={refresh} busy={loading} />}
      <ScoreDrawing armies={armies} begun={begun} />
      <ScoreTable armies={armies} begun={begun} />
      <div className="score-gains">
        {armies.map((army, side) => (
          <Gains key={army.uuid} army={army} hand={state.game_model.armies[side === 0 ? 0 : 1].secondary_missions} />
        ))}
      </div>
    </div>
  );
}

const score = (armies: readonly [ArmyLine, ArmyLine]): string => armies.map((army) => army.total).join(' : ');

function Gains({ army, hand }: { army: ArmyLine; hand: readonly string[] }) {
  return (
    <section aria-label={`What ${army.name} scored`}>
      <h3 className="label text-soft">{army.name}</h3>
      {army.headStart > 0 && <p className="text-sm text-soft">Begins {army.headStart} victory points ahead.</p>}
      {army.gains.length === 0 && <p className="text-sm text-faint">Nothing scored yet.</p>}
      <ol>
        {army.gains.map((each) => (
          <li key={each.id}>
            <span className="figure text-soft">R{each.round}</span>
            <span>
              {each.name} {each.name.toLowerCase() !== each.source && <span className="text-faint">{each.source}</span>}
              {each.what && <span className="block text-sm text-soft">{each.what}</span>}
            </span>
            <span className="figure">+{each.points}</span>
          </li>
        ))}
      </ol>
      {hand.length > 0 && <p className="text-sm text-soft">In hand: {hand.join(', ')}</p>}
    </section>
  );
}
