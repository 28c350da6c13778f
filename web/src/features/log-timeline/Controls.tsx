import { phaseName } from '@/shared/battle-log';
import { Checkbox, cx, RangeSlider } from '@/shared/ui';
import { movePhase, moveRound, moveTurn, sliders } from './position';
import type { Viewer } from './useViewer';
import { useView } from './viewStore';

/** Round, turn and phase, each a slider that starts at 1. */
export function TimeControls({ viewer }: { viewer: Viewer }) {
  const goTo = useView((state) => state.goTo);
  const { log, place, variant } = viewer;
  const state = sliders(log, place, variant);
  return (
    <section aria-label="Time" className="controls-time">
      <RangeSlider
        label="Round"
        {...state.round}
        onChange={(value) => goTo(moveRound(log.frames, place, value, variant))}
      />
      <RangeSlider
        label="Turn"
        {...state.turn}
        onChange={(value) => goTo(moveTurn(log.frames, place, value, variant))}
      />
      <div>
        <RangeSlider
          label="Phase"
          {...state.phase}
          onChange={(value) => goTo(movePhase(log.frames, place, value, variant))}
        />
        {state.others.length > 0 && (
          <p className="mt-1 flex flex-wrap items-center gap-x-3 text-sm text-faint">
            Also in this turn:
            {state.others.map((phase) => (
              <button
                key={phase}
                type="button"
                aria-pressed={phase === place.phase}
                className="min-h-8 underline underline-offset-4 aria-pressed:text-lamp coarse:min-h-11"
                onClick={() => goTo({ ...place, phase })}>
                {phaseName(phase)}
              </button>
            ))}
          </p>
        )}
      </div>
    </section>
  );
}

/** What the map shows. */
export function LayerControls({ viewer }: { viewer: Viewer }) {
  const layers = useView((state) => state.layers);
  const setLayers = useView((state) => state.setLayers);
  const hide = (armyId: string, shown: boolean) =>
    setLayers({
      hiddenArmies: shown ? layers.hiddenArmies.filter((each) => each !== armyId) : [...layers.hiddenArmies, armyId],
    });
  return (
    <fieldset className="controls-layers">
      <legend className="sr-only">Layers of the map</legend>
      <Checkbox label="Terrain" checked={layers.terrain} onChange={(terrain) => setLayers({ terrain })} />
      <Checkbox label="Objectives" checked={layers.objectives} onChange={(objectives) => setLayers({ objectives })} />
      <Checkbox label="Deployment Zones" checked={layers.zones} onChange={(zones) => setLayers({ zones })} />
      {viewer.log.armies.map((army) => (
        <Checkbox
          key={army.id}
          label={`Units for ${army.name}`}
          checked={!layers.hiddenArmies.includes(army.id)}
          onChange={(shown) => hide(army.id, shown)}
          mark={
            <span
              aria-hidden="true"
              className={cx('size-2.5 shrink-0 rounded-full', army.colorIndex === 0 ? 'bg-blue-army' : 'bg-red-army')}
            />
          }
        />
      ))}
    </fieldset>
  );
}
