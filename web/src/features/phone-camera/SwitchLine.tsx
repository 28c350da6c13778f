import { Icon, Switch, type IconName } from '@/shared/ui';

interface SwitchLineProps {
  label: string;
  /** What it does, while it is off. */
  hint: string;
  on: boolean;
  turn: (on: boolean) => void;
  /** While it is on: what it waits for or found, and what that line is called. */
  name: string;
  icon: IconName;
  line: string;
}

/** A switch that has the phone watch for something, and below it in one line how that goes. */
export const SwitchLine = ({ label, hint, on, turn, name, icon, line }: SwitchLineProps) => (
  <div className="flex flex-col gap-1">
    <Switch label={label} hint={on ? undefined : hint} checked={on} onChange={turn} />
    {on && (
      <p role="status" aria-label={name} className="flex min-h-6 items-start gap-2 text-soft">
        <span className="mt-0.5 shrink-0">
          <Icon name={icon} />
        </span>
        {line}
      </p>
    )}
  </div>
);
