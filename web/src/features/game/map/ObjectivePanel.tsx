import type { ArmyState, ObjectiveState } from '@/shared/api';
import { objectiveCalled } from '@/shared/battle-log';
import { Badge, IconButton } from '@/shared/ui';

interface ObjectivePanelProps {
  objective: ObjectiveState;
  /** From 1. */
  number: number;
  armies: readonly ArmyState[];
  onClose: () => void;
}

const inch = (value: number | null): string => (value === null ? '–' : `${value.toFixed(1)}″`);

/** Who holds an objective, with what, and which miniatures stand near it. */
export function ObjectivePanel({ objective, number, armies, onClose }: ObjectivePanelProps) {
  const { control_info: control, model_ranges: models, held_by: held, sticky, empowered } = objective;
  const called = objectiveCalled(number - 1, objective.name);
  const holder = armies.find((each) => each.uuid === held);
  return (
    <section className="map-card" aria-label={called}>
      <header className="flex items-center gap-2">
        <h3 className="label min-w-0 flex-1 text-base">{called}</h3>
        {(empowered || control.empowered) && <Badge tone="lamp">Empowered</Badge>}
        <IconButton icon="close" label="Close the objective" onClick={onClose} />
      </header>
      <dl className="map-facts">
        <dt>Held by</dt>
        <dd>
          {held === null
            ? 'Not controlled'
            : control.held_by_army_name || holder?.name || `Army ${holder?.player_number ?? ''}`.trim()}
        </dd>
        <dt>Sticky</dt>
        <dd>{sticky ? 'True' : 'False'}</dd>
      </dl>
      {objective.worth && <p className="text-sm text-soft">{objective.worth}</p>}
      <h4 className="label text-soft">Army Control (3&quot; Range)</h4>
      <table className="map-table">
        <thead>
          <tr>
            <th scope="col">Army</th>
            <th scope="col">In range</th>
            <th scope="col">OC</th>
            <th scope="col">Models</th>
            <th scope="col">Closest</th>
          </tr>
        </thead>
        <tbody>
          {control.army_control.map((each) => (
            <tr key={each.army_uuid}>
              <th scope="row">
                {each.army_name || `Army ${armies.find((army) => army.uuid === each.army_uuid)?.player_number ?? ''}`}
              </th>
              <td>{each.in_control_range ? '✓ in range' : 'out of range'}</td>
              <td>{each.total_oc}</td>
              <td>{each.models_in_range}</td>
              <td>{inch(each.closest_distance)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <h4 className="label text-soft">Models in Range</h4>
      {models.length === 0 ? <p className="text-sm text-soft">No models in range</p> : <Models models={models} />}
    </section>
  );
}

function Models({ models }: { models: ObjectiveState['model_ranges'] }) {
  return (
    <table className="map-table">
      <thead>
        <tr>
          <th scope="col">Model</th>
          <th scope="col">Distance</th>
          <th scope="col">OC</th>
        </tr>
      </thead>
      <tbody>
        {models.map((each, index) => (
          <tr key={index}>
            <th scope="row">{each.name}</th>
            <td>{inch(each.distance)}</td>
            <td>{each.oc}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
