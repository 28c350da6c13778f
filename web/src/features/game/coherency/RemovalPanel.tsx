import { useEffect } from 'react';
import { Button } from '@/shared/ui';
import { unitOf } from '../board';
import { useGameState, useTable } from '../client/context';
import { useCommand } from '../client/useCommand';
import { Refusal } from '../panels/Act';
import { AiSaid } from '../panels/AiAction';
import { AiStep, ControllerBadge, PanelHead } from '../panels/parts';
import { useRemoval, type Removal } from './useRemoval';

/** A unit stands apart at the turn's end: its player says whom it loses. The map crosses out those that are chosen. */
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
        At the end of a turn each unit has to stand together. <strong>{unit.name}</strong> must lose who is out of reach
        of the rest.
      </p>
      <AiStep />
      {human && !request.mine && <p className="text-soft">Waiting for {request.army_name}.</p>}
      {human && request.mine && (
        <>
          <Ways removal={removal} />
          <Button
            tone="primary"
            className="min-h-11"
            busy={command.busy}
            disabled={command.locked}
            onClick={removal.go}>
            Remove them
          </Button>
          <Refusal of={command} />
        </>
      )}
    </>
  );
}

function Ways({ removal: { all, at, choose } }: { removal: Removal }) {
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="label pb-1 text-soft">Who is removed</legend>
      {all.map(({ words, left, miniatures }, index) => (
        <label
          key={miniatures.join()}
          className="flex min-h-11 cursor-pointer items-center gap-3 rounded border border-line-strong p-3 has-checked:border-lamp has-checked:bg-lamp-soft">
          <input
            type="radio"
            name="removal"
            checked={index === at}
            onChange={() => choose(index)}
            className="size-4 shrink-0 accent-(--lamp)"
          />
          <span>
            <strong>{words}</strong> <span className="text-soft">leaving {left}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}
