import { UnitCard } from '@/features/unit-card';
import type { GameState, UnitState } from '@/shared/api';
import { Button } from '@/shared/ui';
import { armiesOf, boardUnit } from '../board';

interface SelectedUnitProps {
  state: GameState;
  unit: UnitState;
  /** Opens what can be done with it. */
  onMenu: () => void;
  onClose: () => void;
}

/** The selected unit at a glance; all of it stands under its army. */
export function SelectedUnit({ state, unit, onMenu, onClose }: SelectedUnitProps) {
  return (
    <UnitCard
      unit={boardUnit(unit)}
      army={armiesOf(state)[unit.army_index]}
      left={`${unit.alive_count} of ${unit.starting_strength} models`}
      marker={unit.marker}
      states={statesOf(unit)}
      glance
      onClose={onClose}>
      <Button icon="list" className="sticky bottom-0 min-h-11 shrink-0 self-start bg-raised" onClick={onMenu}>
        <span>
          What to do <span className="coarse:hidden">(X)</span>
        </span>
      </Button>
    </UnitCard>
  );
}

const statesOf = (unit: UnitState): { name: string; bad?: boolean }[] =>
  [
    unit.engaged && { name: 'Engaged', bad: true },
    unit.battle_shocked && { name: 'Battle Shocked', bad: true },
    unit.in_cover && { name: 'In Cover' },
    unit.half_strength && { name: 'Half Strength' },
    unit.movement_action_type !== '' && { name: unit.movement_action_type },
    unit.character && { name: 'Character' },
  ].filter((each) => each !== false);
