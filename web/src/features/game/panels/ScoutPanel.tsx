import { answer, moveUnit } from '@/shared/api';
import { Button } from '@/shared/ui';
import { useGameId, useGameState } from '../client/context';
import { unitOf } from '../board';
import { onFloor } from '../map/floors';
import { useShortcuts } from '../map/shortcuts';
import { AiSaid } from './AiAction';
import { AiStep, ControllerBadge, PanelHead } from './parts';
import { GhostWords, PlaceRefused, useChosen, useDragged, usePlaceCommand } from './Placing';

/** A move beside the turn's own, of scouts before the first turn or by an ability: drag the unit, or let it stay. */
export function ScoutPanel() {
  const gameId = useGameId();
  const state = useGameState();
  const command = usePlaceCommand();
  const { request } = state;
  const chosen = useChosen();
  const unit = unitOf(state, request?.unit_uuid ?? null);
  const human = request?.controller === 'human' && request.mine;
  const id = human ? unit?.uuid : undefined;
  const limit = request?.limit ?? 0;
  useDragged(id, limit);
  const path = { game_id: gameId };
  const go = () =>
    void command.run((number) =>
      moveUnit({
        path,
        body: {
          unit_uuid: unit?.uuid ?? '',
          movement_type: 'move',
          new_location: chosen?.location ?? null,
          places: chosen?.places ?? [],
          ...(chosen?.facings && { facings: chosen.facings }),
          ...onFloor(chosen?.floor ?? null),
          number,
        },
      }),
    );
  const stay = () => void command.run((number) => answer({ path, body: { answer: { choice: 'place' }, number } }));
  useShortcuts({
    confirm: human && chosen && !command.locked ? go : undefined,
    hold: human && !command.locked ? stay : undefined,
  });
  if (!request || !unit) return null;
  const scouts = request.why === 'scouts';
  return (
    <>
      <PanelHead title={scouts ? 'Scouts' : 'Another Move'}>
        <span className="flex items-center gap-2">
          {request.army_name}
          <ControllerBadge controller={request.controller} />
        </span>
      </PanelHead>
      <p>
        <span className="font-semibold">{unit.name}</span> may move up to {limit.toFixed(1)}″{' '}
        {scouts ? 'before the first turn' : 'now'}.
      </p>
      <AiStep />
      <AiSaid />
      {human && <Placing busy={command.busy} locked={command.locked} onGo={chosen ? go : undefined} onStay={stay} />}
      {!human && request.controller === 'human' && <p className="text-soft">Waiting for {request.army_name}.</p>}
    </>
  );
}

interface PlacingProps {
  busy: boolean;
  locked: boolean;
  /** Absent while no place is chosen. */
  onGo: (() => void) | undefined;
  onStay: () => void;
}

function Placing({ busy, locked, onGo, onStay }: PlacingProps) {
  return (
    <div className="placing">
      <GhostWords empty="Click and drag the unit on the map to move it" />
      <PlaceRefused />
      <div className="flex flex-wrap gap-2">
        {onGo && (
          <Button tone="primary" busy={busy} disabled={locked} onClick={onGo}>
            Finalize Movement
          </Button>
        )}
        <Button disabled={locked} onClick={onStay}>
          Stay here
        </Button>
      </div>
    </div>
  );
}
