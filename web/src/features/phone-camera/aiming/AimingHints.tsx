import { SwitchLine } from '../SwitchLine';
import type { Aiming } from './useAiming';

/** The switch that looks for the board's markers in the live picture, and in one line what to do. */
export const AimingHints = ({ aiming: { on, turn, aim, problem } }: { aiming: Aiming }) => (
  <SwitchLine
    label="Help me aim at the board"
    hint="Marks the board's markers in the live picture, and says what to do."
    on={on}
    turn={turn}
    name="Aiming"
    icon={aim?.good ? 'check' : 'target'}
    line={problem || (aim?.hint ?? 'Looking for the markers of the board.')}
  />
);
