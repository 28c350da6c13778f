import { Field, Select } from '@/shared/ui';

const CHOICES = [
  { minutes: 15, title: '15 minutes' },
  { minutes: 60, title: 'an hour' },
  { minutes: 1440, title: 'a day' },
  { minutes: 4320, title: 'three days' },
  { minutes: 10_080, title: 'a week' },
];
export const USUAL_ABSENCE = 1440;

interface AbsenceChoiceProps {
  minutes: number;
  editable: boolean;
  onChange: (minutes: number) => void;
}

const titleOf = (minutes: number): string =>
  CHOICES.find((each) => each.minutes === minutes)?.title ?? `${minutes} minutes`;

/** How long a player who has to act may stay away before the other may claim the battle. */
export function AbsenceChoice({ minutes, editable, onChange }: AbsenceChoiceProps) {
  if (!editable)
    return (
      <div>
        <p className="label text-soft">Longest absence</p>
        <p className="font-semibold">{titleOf(minutes)}</p>
      </div>
    );
  return (
    <div className="flex flex-col gap-2">
      <Field label="Longest absence">
        <Select value={minutes} onChange={({ target }) => onChange(Number(target.value))}>
          {!CHOICES.some((each) => each.minutes === minutes) && <option value={minutes}>{titleOf(minutes)}</option>}
          {CHOICES.map((each) => (
            <option key={each.minutes} value={each.minutes}>
              {each.title}
            </option>
          ))}
        </Select>
      </Field>
      <p className="text-sm text-soft">
        A player who is to act and stays away for longer may lose the battle by it: the other may claim it.
      </p>
    </div>
  );
}
