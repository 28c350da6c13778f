import { Icon, Switch } from '@/shared/ui';
import type { Aiming } from './useAiming';

/** The switch that looks for the board's markers in the live picture, and in one line what to do. */
export function AimingHints({ aiming: { on, turn, aim, problem } }: { aiming: Aiming }) {
  const line = problem || (aim?.hint ?? 'Looking for the markers of the board.');
  return (
    <div className="flex flex-col gap-1">
      <Switch
        label="Help me aim at the board"
        hint={on ? undefined : "Marks the board's markers in the live picture, and says what to do."}
        checked={on}
        onChange={turn}
      />
      {on && (
        <p role="status" aria-label="Aiming" className="flex min-h-6 items-start gap-2 text-soft">
          <span className="mt-0.5 shrink-0">
            <Icon name={aim?.good ? 'check' : 'target'} />
          </span>
          {line}
        </p>
      )}
    </div>
  );
}
