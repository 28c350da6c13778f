import { useId, type ReactNode } from 'react';
import { cx } from './cx';
import './switch.css';

interface SwitchProps {
  label: ReactNode;
  /** What turning it on does. */
  hint?: ReactNode;
  checked: boolean;
  disabled?: boolean;
  onChange: (checked: boolean) => void;
}

/** On or off, at once. The knob's place and a mark show it, not colour alone. */
export function Switch({ label, hint, checked, disabled = false, onChange }: SwitchProps) {
  const id = useId();
  return (
    <label
      className={cx('flex min-h-11 items-center gap-3', disabled ? 'cursor-not-allowed opacity-55' : 'cursor-pointer')}>
      <input
        type="checkbox"
        role="switch"
        className="switch"
        checked={checked}
        disabled={disabled}
        aria-describedby={hint ? id : undefined}
        onChange={(event) => onChange(event.target.checked)}
      />
      <span className="min-w-0">
        <span className="block text-ink">{label}</span>
        {hint && (
          <span id={id} className="block text-sm text-faint">
            {hint}
          </span>
        )}
      </span>
    </label>
  );
}
