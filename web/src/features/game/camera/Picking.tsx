import { useCamera } from '@/features/table-camera';
import type { Difference } from '@/shared/api';
import { Button } from '@/shared/ui';
import { useGameState } from '../client/context';
import { unitOf } from '../board';
import { usePicking } from './pickedModels';
import type { ByHand } from './useDifferences';

/** Picking a unit's miniatures among those that the photo shows, beginning with those that were taken for its. */
export function usePickingFor({ unit_uuid: id }: Difference) {
  const state = useGameState();
  const analysis = useCamera((camera) => camera.analysis);
  const { unitId, chosen, begin, end } = usePicking();
  const unit = unitOf(state, id);
  const models = analysis?.objects.model ?? [];
  return {
    on: unitId === id,
    possible: unit !== null && models.some(({ location }) => location !== null),
    living: unit?.alive_count ?? 0,
    chosen,
    end,
    begin: () => begin(id, analysis?.assigned.find((each) => each.unitUuid === id)?.models ?? []),
  };
}

interface PickingProps {
  picking: ReturnType<typeof usePickingFor>;
  busy: boolean;
  onAccept: (byHand: ByHand) => Promise<boolean>;
}

/** How many are picked, and the end of it. */
export function Picking({ picking, busy, onAccept }: PickingProps) {
  const { chosen, living, end } = picking;
  const count = chosen.length;
  const take = async () => {
    if (await onAccept({ models: [...chosen] })) end();
  };
  return (
    <div className="flex flex-col gap-2">
      <p className="figure text-soft" role="status">
        {count} of {living} picked. Click the unit's miniatures on the map.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button tone="primary" icon="check" busy={busy} disabled={count !== living} onClick={() => void take()}>
          Accept those picked
        </Button>
        <Button tone="quiet" onClick={end}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
