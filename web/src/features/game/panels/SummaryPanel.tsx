import type { ObjectiveState } from '@/shared/api';
import { objectiveCalled } from '@/shared/battle-log';
import { Badge } from '@/shared/ui';
import { useGameState } from '../client/context';
import { phaseLabel } from '../board';
import { ControllerBadge, PanelHead } from './parts';

/** Inches from an objective within which a miniature counts for it. */
const CONTROL_RANGE = 3;

/** Where the battle is, whose armies fight it, and who holds what. */
export function SummaryPanel() {
  const {
    phase,
    phase_time: time,
    round,
    turn,
    phase_controller: controller,
    armies,
    objectives,
  } = useGameState().game_model;
  const rows = [
    ['Current phase', phaseLabel(phase || 'setup')],
    ['Phase time', time],
    ['Round', round],
    ['Turn', turn],
    ['Current step', phaseLabel(controller.current_step)],
  ] as const;
  return (
    <>
      <PanelHead title="Summary" />
      <dl className="facts">
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3 className="label text-soft">Armies in order</h3>
      <ol className="flex flex-col gap-2">
        {armies.map((army, index) => (
          <li key={army.uuid} className="flex items-center justify-between gap-3">
            <span className={index === 0 ? 'text-blue-army' : 'text-red-army'}>
              {index + 1}. {army.name}
            </span>
            <ControllerBadge controller={army.controller} />
          </li>
        ))}
      </ol>
      <h3 className="label text-soft">Objectives</h3>
      {objectives.map((each, index) => (
        <ObjectiveCard key={each.uuid} objective={each} called={objectiveCalled(index, each.name)} />
      ))}
    </>
  );
}

function ObjectiveCard({ objective, called }: { objective: ObjectiveState; called: string }) {
  const { held_by: holder, sticky, control_info: control } = objective;
  return (
    <article className="unit-card-open" aria-label={called}>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h4 className="font-semibold">{called}</h4>
        <Badge tone={holder ? 'lamp' : 'plain'}>{holder ? 'Controlled' : 'Not controlled'}</Badge>
      </div>
      <p className="text-sm text-soft">
        Sticky: {sticky ? 'Yes' : 'No'}
        {holder && ` · Held by ${control.held_by_army_name ?? 'an army'}`}
      </p>
      {objective.worth && <p className="text-sm text-soft">{objective.worth}</p>}
      {control.army_control.length === 0 && <p className="text-sm text-faint">No models in range</p>}
      <ul className="flex flex-col gap-1">
        {control.army_control.map((army) => (
          <ArmyNear key={army.army_uuid} army={army} />
        ))}
      </ul>
    </article>
  );
}

/** What one army has at an objective, and how near its nearest is. */
function ArmyNear({ army }: { army: ObjectiveState['control_info']['army_control'][number] }) {
  const { closest_distance: closest, models_in_range: models, total_oc: control } = army;
  const inRange = closest !== null && closest <= CONTROL_RANGE;
  return (
    <li className="flex flex-wrap justify-between gap-x-3 text-sm">
      <span>{army.army_name}</span>
      <span className="figure text-soft">
        OC {control} · {models === 0 ? 'No models in range' : `${models} ${models === 1 ? 'model' : 'models'} in range`}{' '}
        · <span className={inRange ? 'text-good' : 'text-faint'}>{inRange ? 'in range' : 'out of range'}</span>
        {closest !== null && ` (${closest.toFixed(1)}″)`}
      </span>
    </li>
  );
}
