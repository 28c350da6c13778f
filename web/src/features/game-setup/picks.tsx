import { useId, type ReactNode } from 'react';
import { cx } from '@/shared/ui';
import './setup.css';

export interface Choice<T extends string> {
  value: T;
  title: ReactNode;
  text?: ReactNode;
  disabled?: boolean;
}

interface PicksProps<T extends string> {
  label: string;
  choices: readonly Choice<T>[];
  value: T | null;
  onChange: (value: T) => void;
  disabled?: boolean;
}

/** One of a few, side by side: a row of radio buttons. */
export function Segments<T extends string>({ label, choices, value, onChange, disabled = false }: PicksProps<T>) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="label mb-1.5 text-soft">{label}</legend>
      <div className="flex gap-1.5">
        {choices.map((choice) => (
          <label key={choice.value} className="pick min-w-0 flex-1">
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              disabled={disabled || choice.disabled}
              onChange={() => onChange(choice.value)}
            />
            <span className="label flex min-h-11 items-center justify-center px-1.5 text-center">{choice.title}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** One of a list, each with a line about it. */
export function Rows<T extends string>({
  label,
  choices,
  value,
  onChange,
  disabled = false,
  scroll = false,
}: PicksProps<T> & { scroll?: boolean }) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="label mb-1.5 text-soft">{label}</legend>
      <div className={cx('flex flex-col gap-1.5', scroll && choices.length > 6 && 'max-h-96 overflow-y-auto pr-1')}>
        {choices.map((choice) => (
          <label key={choice.value} className="pick">
            <input
              type="radio"
              className="sr-only"
              name={name}
              value={choice.value}
              checked={choice.value === value}
              disabled={disabled || choice.disabled}
              onChange={() => onChange(choice.value)}
            />
            <span className="flex min-h-11 items-center gap-3 px-3 py-2">
              <span className="pick-mark" aria-hidden="true" />
              <span className="min-w-0">
                <span className="block font-semibold break-words text-ink">{choice.title}</span>
                {choice.text && <span className="block text-sm text-soft">{choice.text}</span>}
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
