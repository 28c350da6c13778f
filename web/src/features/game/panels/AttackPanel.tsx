import { useEffect } from 'react';
import { advancePhaseTime, aiCombat, aiShooting, resetUnit, selectUnit, type UnitState } from '@/shared/api';
import { Button, confirm, toast } from '@/shared/ui';
import { useComputerActs, useGameId, useGameState, useTable } from '../client/context';
import { unitOf } from '../board';
import { useCommand } from '../client/useCommand';
import type { GameCall } from '../client/calls';
import { Refusal } from './Act';
import { AiAction, AiSaid } from './AiAction';
import { resolvingNow } from './fights/attackRows';
import { DueCard } from './fights/DueCard';
import { LastAttack } from './fights/LastAttack';
import { Resolution } from './fights/Resolution';
import { TargetForm } from './fights/TargetForm';
import { UnitPicker } from './fights/UnitPicker';
import { ControllerBadge, PanelHead } from './parts';

interface Kind {
  phase: 'shooting' | 'combat';
  working: string;
  /** What a unit does: shoot, fight. */
  act: string;
}

const SHOOTING: Kind = { phase: 'shooting', working: 'AI Shooting...', act: 'shoot' };
const COMBAT: Kind = { phase: 'combat', working: 'AI Fighting...', act: 'fight' };

/** Shooting: a unit, its targets, the dice. */
export const ShootingPanel = () => <AttackPanel kind={SHOOTING} />;

/** Fighting: the army whose pick it is, a unit, its targets, the dice. */
export const CombatPanel = () => <AttackPanel kind={COMBAT} />;

/** Shots that answer what the enemy does, in whatever phase. */
export function AnswerPanel() {
  const state = useGameState();
  const rolling = resolvingNow(state);
  return (
    <>
      <PanelHead title="Shots in Answer">
        <ControllerBadge controller={state.request?.controller ?? 'human'} />
      </PanelHead>
      <AiSaid />
      {rolling && <Resolution latest={rolling} phase="shooting" />}
    </>
  );
}

function AttackPanel({ kind }: { kind: Kind }) {
  const state = useGameState();
  const { request } = state;
  const combat = kind.phase === 'combat';
  const controller = combat ? state.current_picker_controller : (request?.controller ?? 'human');
  const name = combat ? 'Combat' : 'Shooting';
  const rolling = request?.kinds[0] === 'roll' ? resolvingNow(state) : null;
  return (
    <>
      <PanelHead title={`${name} Phase`}>
        <ControllerBadge controller={controller} />
      </PanelHead>
      <dl className="flex flex-wrap gap-x-5 text-sm text-soft">
        <div className="flex gap-1.5">
          <dt>Current army</dt>
          <dd className="text-ink">{state.current_army_name}</dd>
        </div>
        {combat && (
          <div className="flex gap-1.5">
            <dt>Picking</dt>
            <dd className="text-ink">{state.current_picker_army_name}</dd>
          </div>
        )}
      </dl>
      <AiSaid />
      {rolling ? <Resolution latest={rolling} phase={kind.phase} /> : <Choosing kind={kind} controller={controller} />}
    </>
  );
}

/** The unit that is picked: by name before it shoots, by the question itself once it has piled in. */
function pickedUnit(units: readonly UnitState[], uuid: string | null | undefined): UnitState | undefined {
  return units.find((unit) => unit.uuid === uuid && unit.weapons);
}

function Choosing({ kind, controller }: { kind: Kind; controller: 'human' | 'ai' }) {
  const gameId = useGameId();
  const state = useGameState();
  const { request } = state;
  const { involve, say } = useTable();
  const human = controller === 'human' && (request?.mine ?? false);
  const striking = request?.kinds[0] === 'strike';
  const picked = pickedUnit(state.units, striking ? request?.unit_uuid : request?.selected_unit_uuid);
  useEffect(() => () => involve([]), [involve]);
  if (request?.kinds[0] === 'place' || request?.kinds[0] === 'roll') return <DueCard />;
  if (picked && human) return <TargetForm key={picked.uuid} unit={picked} phase={kind.phase} />;
  const units = state.units.filter((unit) => unit.weapons);
  const select =
    (unit: UnitState): GameCall =>
    (number) => {
      say(null);
      return selectUnit({ path: { game_id: gameId, phase: kind.phase }, body: { unit_uuid: unit.uuid, number } });
    };
  if (!units.length) return <Nobody kind={kind} />;
  return (
    <>
      <LastAttack />
      {controller === 'ai' && request?.mine && (
        <AiAction
          text="AI Select Unit & Targets"
          working={kind.working}
          call={() => (kind.phase === 'combat' ? aiCombat : aiShooting)({ path: { game_id: gameId } })}
        />
      )}
      {controller === 'human' && !human && <p className="text-soft">Waiting for {request?.army_name}.</p>}
      <UnitPicker
        units={units}
        melee={kind.phase === 'combat'}
        human={human}
        computer={controller === 'ai'}
        select={select}
        onLook={(unit) =>
          involve(
            unit
              ? [
                  unit.uuid,
                  ...new Set(unit.weapons?.flatMap((weapon) => weapon.targets.map((each) => each.target_unit_uuid))),
                ]
              : [],
          )
        }
      />
      {request?.kinds.includes('end') && <CompletePhase kind={kind} left={units.filter(hasTarget)} />}
    </>
  );
}

const hasTarget = (unit: UnitState): boolean => unit.weapons?.some((weapon) => weapon.targets.length > 0) ?? false;

/** Nothing is left to do. */
function Nobody({ kind }: { kind: Kind }) {
  const gameId = useGameId();
  const state = useGameState();
  const command = useCommand();
  const acts = useComputerActs();
  const name = kind.phase === 'combat' ? 'Combat' : 'Shooting';
  const reset = async () => {
    const done = await command.run((number) =>
      resetUnit({ path: { game_id: gameId, phase: kind.phase }, body: { number } }),
    );
    if (done) toast(`Nothing is picked. Units that did ${kind.act} stay so; Undo takes the last choice back.`);
  };
  return (
    <>
      <LastAttack />
      <p className="text-soft">No units currently require {kind.phase} actions.</p>
      <div className="flex flex-col gap-2">
        <CompletePhase kind={kind} left={[]} />
        {state.request?.mine && !acts && (
          <Button tone="quiet" className="min-h-11" disabled={command.locked} onClick={() => void reset()}>
            Reset Current Army {name} Actions
          </Button>
        )}
        <Refusal of={command} />
      </div>
    </>
  );
}

/** Ends the phase; with units left that could act it asks first. */
function CompletePhase({ kind, left }: { kind: Kind; left: readonly UnitState[] }) {
  const gameId = useGameId();
  const state = useGameState();
  const command = useCommand();
  const label = `Complete ${kind.phase === 'combat' ? 'Combat' : 'Shooting'} Phase`;
  const complete = async () => {
    const names = left.map((unit) => unitOf(state, unit.uuid)?.name ?? unit.name);
    const question = {
      title: `${label}?`,
      text: `${names.slice(0, 3).join(', ')}${names.length > 3 ? ` and ${names.length - 3} more` : ''} could still ${kind.act}.`,
      action: label,
    };
    if (left.length && !(await confirm(question))) return;
    await command.run((number) => advancePhaseTime({ path: { game_id: gameId }, body: { number } }));
  };
  if (useComputerActs() || !state.request?.mine) return null;
  return (
    <>
      <Button
        tone={left.length ? 'plain' : 'primary'}
        className="min-h-11"
        busy={command.busy}
        disabled={command.locked}
        onClick={() => void complete()}>
        {label}
      </Button>
      <Refusal of={command} />
    </>
  );
}
