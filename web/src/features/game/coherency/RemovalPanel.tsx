import { useEffect } from 'react';
import type { UnitState } from '@/shared/api';
import { Button } from '@/shared/ui';
import { unitOf } from '../board';
import { useGameState, useTable } from '../client/context';
import { useCommand } from '../client/useCommand';
import { Refusal } from '../panels/Act';
import { AiSaid } from '../panels/AiAction';
import { AiStep, ControllerBadge, PanelHead } from '../panels/parts';
import { RemovalPicture } from './RemovalPicture';
import { useRemoval, type Removal } from './useRemoval';

/** A unit stands apart at the turn's end: its player chooses what it loses. The map crosses out those that are chosen. */
export function RemovalPanel() {
  const state = useGameState();
  const command = useCommand();
  const removal = useRemoval(command);
  const { request } = state;
  const unit = unitOf(state, request?.unit_uuid ?? null);
  const involve = useTable((table) => table.involve);
  const id = unit?.uuid;
  useEffect(() => {
    if (id) involve([id]);
    return () => involve([]);
  }, [id, involve]);
  if (!request || !unit) return null;
  const human = request.controller === 'human';
  return (
    <>
      <PanelHead title="Out of coherency">
        <span className="flex items-center gap-2">
          {request.army_name}
          <ControllerBadge controller={request.controller} />
        </span>
      </PanelHead>
      <AiSaid />
      <p>
        At the end of a turn each unit has to stand together. <strong>{unit.name}</strong> must lose the miniatures that
        are out of reach of the rest.
      </p>
      <AiStep />
      {human && !request.mine && <p className="text-soft">Waiting for {request.army_name}.</p>}
      {human && request.mine && (
        <>
          <Ways removal={removal} unit={unit} />
          <Button
            tone="primary"
            className="min-h-11 max-sm:hidden"
            busy={command.busy}
            disabled={command.locked || !removal.gone.length}
            onClick={removal.go}>
            Remove them
          </Button>
          <Refusal of={command} />
        </>
      )}
    </>
  );
}

const CARD =
  'flex min-h-11 cursor-pointer items-center gap-3 rounded border border-line-strong p-3 has-checked:border-lamp has-checked:bg-lamp-soft';

function Ways({ removal, unit }: { removal: Removal; unit: UnitState }) {
  const { all, at, choose, gone, living } = removal;
  const stay = living.length - gone.length;
  return (
    <>
      <fieldset className="flex flex-col gap-2">
        <legend className="label pb-1 text-soft">Who is removed</legend>
        {all.map(({ words, left, miniatures }, index) => (
          <label key={miniatures.join()} className={CARD}>
            <input
              type="radio"
              name="removal"
              checked={index === at}
              onChange={() => choose(index)}
              className="size-4 shrink-0 accent-(--lamp)"
            />
            <span className="grow">
              <strong>{words}</strong> <span className="text-soft">leaving {left}</span>
            </span>
            <RemovalPicture unit={unit} gone={miniatures} />
          </label>
        ))}
      </fieldset>
      {at < 0 && (
        <p className={CARD} role="status">
          <span className="grow">
            <strong>Your own choice</strong>{' '}
            <span className="text-soft">
              {gone.length} removed, {stay} stay{stay === 1 ? 's' : ''}
            </span>
          </span>
          <RemovalPicture unit={unit} gone={gone} />
        </p>
      )}
      <Singly removal={removal} />
    </>
  );
}

/** One by one: what clicks on the map do, for keys and in words. */
function Singly({ removal: { living, gone, toggle } }: { removal: Removal }) {
  return (
    <details className="fold">
      <summary className="flex min-h-11 cursor-pointer items-center text-soft">
        Choose others: tap them on the map, or tick them here
      </summary>
      <fieldset className="flex flex-col">
        <legend className="sr-only">Miniatures that are removed</legend>
        {living.map(({ miniature, words }) => (
          <label key={miniature} className="flex min-h-11 cursor-pointer items-center gap-3">
            <input
              type="checkbox"
              checked={gone.includes(miniature)}
              onChange={() => toggle(miniature)}
              className="size-4 shrink-0 accent-(--lamp)"
            />
            {words}
          </label>
        ))}
      </fieldset>
    </details>
  );
}
