import type { Chosen } from '@/shared/api';
import { CLOCK_MINUTES } from '@/shared/clock';
import { Field, Select } from '@/shared/ui';

const NONE = '';

interface ClockChoiceProps {
  minutes: Chosen['clock_minutes'];
  editable: boolean;
  onChange: (minutes: number | null) => void;
}

/** Whether the battle is played by the clock, and how long each player has. */
export function ClockChoice({ minutes, editable, onChange }: ClockChoiceProps) {
  if (!editable)
    return (
      <div>
        <p className="label text-soft">Chess clock</p>
        <p className="font-semibold">{minutes ? `${minutes} minutes each` : 'None'}</p>
      </div>
    );
  return (
    <div className="flex flex-col gap-2">
      <Field label="Chess clock">
        <Select
          value={minutes ?? NONE}
          onChange={({ target }) => onChange(target.value === NONE ? null : Number(target.value))}>
          <option value={NONE}>None</option>
          {CLOCK_MINUTES.map((each) => (
            <option key={each} value={each}>
              {each} minutes each
            </option>
          ))}
        </Select>
      </Field>
      <p className="text-sm text-soft">
        {minutes
          ? "It runs from the start of the game for the player who has to answer. It can be paused and stopped in the game's settings."
          : "A clock can also be started later, in the game's settings."}
      </p>
    </div>
  );
}
