import { DropdownMenu } from 'radix-ui';
import { unitOf } from '../../board';
import { useGameState } from '../../client/context';
import { Refusal } from '../../panels/Act';
import { actionsOf } from './unitActions';
import { useActions } from './useActions';

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
