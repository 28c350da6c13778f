import type { GameState } from '@/shared/api';
import { useGameState } from '../client/context';
import { AiTurn } from '../computer/AiTurn';
import { Coach } from '../computer/Coach';
import { RemovalPanel } from '../coherency/RemovalPanel';
import { AnswerPanel, CombatPanel, ShootingPanel } from './AttackPanel';
import { BeginningPanel } from './BeginningPanel';
import { ChargePanel } from './ChargePanel';
import { CommandPanel } from './CommandPanel';
import { DeploymentPanel } from './DeploymentPanel';
import { EndPanel } from './EndPanel';
import { resolvingNow } from './fights/attackRows';
import { MovementPanel } from './MovementPanel';
import { NowPanel } from './NowPanel';
import { OverPanel } from './OverPanel';
import { ReactionPanel } from './ReactionPanel';
import { ScoutPanel } from './ScoutPanel';

/** The phases that have a beginning, a middle and an end of their own. */
const PHASES: ReadonlySet<string> = new Set(['command', 'movement', 'shooting', 'charge', 'combat']);

/** What is due stands before the computer's play: while armies are set up, and where this player may answer something. */
const comesFirst = ({ game_model: model, request }: GameState): boolean =>
  model.phase === 'deployment' || (request?.kinds[0] === 'pass' && request.mine && request.controller === 'human');

/** The panel of the phase and its time, with what the computer does by itself. */
export function PhasePanel() {
  const first = useGameState(comesFirst);
  return (
    <>
      {!first && <AiTurn />}
      <Due />
      {first && <AiTurn />}
      <Coach />
    </>
  );
}

/** A reaction or a roll that is due comes first. */
function Due() {
  const state = useGameState();
  const { phase, phase_time: time } = state.game_model;
  const kind = state.request?.kinds[0];
  if (!state.request) return <OverPanel />;
  if (phase === 'deployment') return <DeploymentPanel />;
  if (kind === 'pass') return <ReactionPanel />;
  if (kind === 'remove') return <RemovalPanel />;
  if (kind === 'roll' && phase !== 'shooting' && phase !== 'combat' && resolvingNow(state)) return <AnswerPanel />;
  if (kind === 'place' && state.request.why === 'move') return <ScoutPanel />;
  if (!PHASES.has(phase)) return <NowPanel />;
  if (time === 'middle') return <Middle phase={phase} />;
  return time === 'end' ? <EndPanel /> : <BeginningPanel />;
}

function Middle({ phase }: { phase: string }) {
  if (phase === 'command') return <CommandPanel />;
  if (phase === 'movement') return <MovementPanel />;
  if (phase === 'shooting') return <ShootingPanel />;
  if (phase === 'charge') return <ChargePanel />;
  if (phase === 'combat') return <CombatPanel />;
  return <NowPanel />;
}
