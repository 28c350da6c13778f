import { DropdownMenu } from 'radix-ui';
import { selectUnit } from '@/shared/api';
import { toPoint, unitOf } from '../../board';
import { useClient, useGameId, useGameState } from '../../client/context';
import { useCommand } from '../../client/useCommand';
import { Refusal } from '../../panels/Act';
import { actionsOf, type UnitAction } from './unitActions';
import { useMove } from './useMove';

/** The unit whose menu is open, and where on the map. */
export interface MenuAt {
  unitId: string;
  x: number;
  y: number;
}

interface UnitMenuProps {
  at: MenuAt | null;
  onClose: () => void;
  onWhy: () => void;
}

/** What can be done with a unit, at the unit: by right click, a long press, or a key. */
export function UnitMenu({ at, onClose, onWhy }: UnitMenuProps) {
  const state = useGameState();
  const { act, command } = useActions(onWhy);
  const unit = unitOf(state, at?.unitId ?? null);
  return (
    <>
      {at && unit && (
        <DropdownMenu.Root open modal={false} onOpenChange={(open) => !open && onClose()}>
          <DropdownMenu.Trigger asChild>
            <span aria-hidden="true" className="unit-menu-at" style={{ left: at.x, top: at.y }} />
          </DropdownMenu.Trigger>
          <DropdownMenu.Content
            className="unit-menu"
            aria-label={`${unit.name}: what to do`}
            collisionPadding={8}
            onCloseAutoFocus={(event) => event.preventDefault()}>
            <DropdownMenu.Label className="label text-soft">{unit.name}</DropdownMenu.Label>
            {actionsOf(state, at.unitId).map((action) => (
              <DropdownMenu.Item
                key={action.label}
                className="unit-menu-item"
                disabled={command.locked}
                onSelect={() => act(at.unitId, action)}>
                {action.label}
              </DropdownMenu.Item>
            ))}
          </DropdownMenu.Content>
        </DropdownMenu.Root>
      )}
      <Refusal of={command} />
    </>
  );
}

function useActions(onWhy: () => void) {
  const gameId = useGameId();
  const state = useGameState();
  const { table } = useClient();
  const command = useCommand();
  const move = useMove(command);
  /** Takes a unit up, for arrow keys or a drag. */
  const takeUp = (uuid: string) => {
    const unit = unitOf(state, uuid);
    const marches = state.units.find((each) => each.uuid === uuid)?.marches ?? [];
    const { select, want } = table.getState();
    const transport = unitOf(state, unit?.inside?.uuid ?? null)?.location;
    select(uuid);
    want(
      unit?.inside
        ? { kind: 'place', unitId: uuid, limit: null, about: transport && toPoint(transport) }
        : { kind: 'drag', unitId: uuid, limit: marches.at(-1)?.limit ?? 0, marches },
    );
  };
  const act = (uuid: string, action: UnitAction): void => {
    if (action.kind === 'move') takeUp(uuid);
    else if (action.kind === 'getOut') takeUp(action.unitId);
    else if (action.kind === 'advance') void move(uuid, 'advance');
    else if (action.kind === 'hold') void move(uuid, 'stationary');
    else if (action.kind === 'embark') void move(uuid, 'move', { transport_uuid: action.transportId });
    else if (action.kind === 'attack') {
      const path = { game_id: gameId, phase: action.phase };
      void command.run((number) => selectUnit({ path, body: { unit_uuid: uuid, number } }));
    } else if (action.kind === 'why') onWhy();
    else table.getState().select(uuid);
  };
  return { act, command };
}
