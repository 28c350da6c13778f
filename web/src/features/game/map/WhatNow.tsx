import { useState } from 'react';
import { sentence, type Possible } from '@/shared/api';
import { Button, Dialog, Notice, Skeleton } from '@/shared/ui';
import { useGameState, useTable } from '../client/context';
import { actionsOf } from './hand/unitActions';
import { useActions } from './hand/useActions';
import { usePossible } from './usePossible';

interface WhatNowProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
}

/** What can be done now, and why a unit cannot: the rules' own answer. Drawn with each state only once it has been opened. */
export function WhatNow(props: WhatNowProps) {
  const [opened, setOpened] = useState(props.open);
  if (props.open && !opened) setOpened(true);
  return opened && <Opened {...props} />;
}

function Opened({ open, onOpenChange }: WhatNowProps) {
  const possible = usePossible(open);
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="What can I do now?"
      description={possible.data?.asked ?? 'Asking the rules ...'}>
      <div className="mt-4 flex flex-col gap-4">
        {possible.isPending && <Skeleton className="h-24" />}
        {possible.isError && (
          <Notice text={sentence(possible.error)} onRetry={() => void possible.refetch()} busy={possible.isFetching} />
        )}
        {possible.data && <Answer possible={possible.data} onClose={() => onOpenChange(false)} />}
      </div>
    </Dialog>
  );
}

/** Leads to what a unit can do: one in reserve is taken up, to be put down where it arrives; others are selected. */
function useLead(): (uuid: string) => void {
  const state = useGameState();
  const select = useTable((table) => table.select);
  const { act } = useActions(() => undefined);
  return (uuid) => {
    const arrival = actionsOf(state, uuid).find((each) => each.kind === 'arrive');
    if (arrival) act(uuid, arrival);
    else select(uuid);
  };
}

function Answer({ possible, onClose }: { possible: Possible; onClose: () => void }) {
  const lead = useLead();
  const able = possible.units.filter((unit) => unit.can);
  const unable = possible.units.filter((unit) => !unit.can);
  return (
    <>
      {!possible.mine && <p className="text-soft">It is not yours to do: you can look, measure and wait.</p>}
      {able.length > 0 && (
        <section aria-label="Can act">
          <h3 className="label mb-1 text-soft">Can {possible.verb}</h3>
          <ul className="flex flex-wrap gap-2">
            {able.map((unit) => (
              <li key={unit.uuid}>
                <Button
                  onClick={() => {
                    lead(unit.uuid);
                    onClose();
                  }}>
                  {unit.name}
                </Button>
              </li>
            ))}
          </ul>
        </section>
      )}
      {unable.length > 0 && (
        <section aria-label="Cannot act">
          <h3 className="label mb-1 text-soft">Cannot {possible.verb}, and why</h3>
          <ul className="flex flex-col gap-1.5">
            {unable.map((unit) => (
              <li key={unit.uuid}>
                <span className="font-semibold">{unit.name}:</span> {unit.why}
                {unit.measure && <span className="figure text-soft"> {unit.measure}</span>}
                {unit.remedy && ` ${unit.remedy}`}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}
