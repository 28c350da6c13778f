import type { ArmyState, GameState } from '@/shared/api';
import { useStore } from 'zustand';
import type { SocketStatus } from '@/shared/socket';
import { Badge, cx, type BadgeTone } from '@/shared/ui';
import { useClient, useGameState } from '../client/context';
import { ownSide, phaseLabel } from '../board';
import { ClockFace } from '../clock/ClockFace';
import { GainFlag } from './GainFlag';

const LINK: Record<SocketStatus, string> = {
  connecting: 'Connecting',
  connected: 'Live',
  reconnecting: 'Reconnecting',
  lost: 'Connection lost',
  refused: 'Not connected',
};

/** Whether the game is active: not while it is set up, no more once it is over. */
function activity({ phase, status }: GameState['game_model']): { text: string; tone: BadgeTone } {
  if (status === 'Completed') return { text: 'Game over', tone: 'plain' };
  return phase === 'deployment' ? { text: 'Setting up', tone: 'lamp' } : { text: 'Game active', tone: 'good' };
}

/** Where the battle is, and how both armies stand. */
export function GameHeader() {
  const { status } = useStore(useClient().known, (known) => known.link);
  const state = useGameState();
  const { armies, phase, phase_time: time, round, status: stage, turn } = state.game_model;
  const { text, tone } = activity(state.game_model);
  // Who commands both armies has none to tell from the other.
  const own = ownSide(state);
  const turns = phase === 'deployment' ? state.deployment_status : state;
  const active = stage === 'Completed' ? '' : turns.current_army_uuid;
  return (
    <header className="game-header">
      <ArmyScore army={armies[0]} side="blue" own={own === 0} active={active === armies[0].uuid} />
      <div className="game-clock">
        <h1 className="label text-base">
          <span aria-hidden="true" className="game-pulse" data-still={!state.request || undefined} />
          {stage === 'Completed' ? (
            'Battle over'
          ) : (
            <>
              {phaseLabel(phase)} Phase <span className="text-faint">{time}</span>
            </>
          )}
        </h1>
        <p className="figure text-soft">
          <span>Round {round}</span>
          <span>Turn {turn}</span>
          <span className="game-active">
            <Badge tone={tone}>{text}</Badge>
          </span>
          <span role="status" className={cx('game-link', status !== 'connected' && 'text-bad')}>
            {LINK[status]}
          </span>
        </p>
      </div>
      <ArmyScore army={armies[1]} side="red" own={own === 1} active={active === armies[1].uuid} />
    </header>
  );
}

interface ArmyScoreProps {
  army: ArmyState;
  side: 'blue' | 'red';
  /** This window's player commands it, and not the other. */
  own: boolean;
  active: boolean;
}

function ArmyScore({ army, side, own, active }: ArmyScoreProps) {
  return (
    <div
      className="game-score"
      role="group"
      aria-label={`Player ${army.player_number}`}
      data-side={side}
      data-active={active || undefined}>
      <p className="label relative truncate">
        {own && <span className="game-you">You</span>}
        {army.name || `Army ${army.player_number}`}
        {active && <span className="sr-only">, whose turn it is</span>}
      </p>
      <dl className="figure">
        <div>
          <dt>VP</dt>
          <dd>{army.vp}</dd>
        </div>
        <div>
          <dt>CP</dt>
          <dd>{army.cp}</dd>
        </div>
        {army.head_start !== undefined && (
          <div title={`Begins ${army.head_start} victory points ahead`}>
            <dt>Start</dt>
            <dd>+{army.head_start}</dd>
          </div>
        )}
      </dl>
      <ClockFace army={army} />
      <GainFlag armyId={army.uuid} />
    </div>
  );
}
