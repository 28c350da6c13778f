import type { ButtonHTMLAttributes } from 'react';
import { cx } from './cx';
import { Icon, type IconName } from './Icon';

type Tone = 'primary' | 'plain' | 'quiet';

const TONES: Record<Tone, string> = {
  primary: 'bg-lamp text-on-lamp hover:brightness-110',
  plain: 'border border-line-strong text-ink hover:bg-raised',
  quiet: 'text-soft hover:bg-raised hover:text-ink',
};

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  tone?: Tone;
  icon?: IconName;
}

/** A text button. Lamplight (`primary`) marks the one thing to do now. */
export function Button({ tone = 'plain', icon, className, children, ...rest }: ButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={cx('label inline-flex min-h-9 items-center justify-center gap-2 rounded-sm px-3 transition-colors duration-100 disabled:opacity-55 coarse:min-h-11', TONES[tone], className)}
    >
      {icon && <Icon name={icon} size={16} />}
      {children}
    </button>
  );
}

interface IconButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  icon: IconName;
  label: string;
  pressed?: boolean;
  /** Lamplight: the one thing to do now. */
  lit?: boolean;
}

/** A button that is an icon; its label is read and shown as a title. */
export function IconButton({ icon, label, pressed, lit = false, className, ...rest }: IconButtonProps) {
  return (
    <button
      type="button"
      aria-label={label}
      title={label}
      aria-pressed={pressed}
      {...rest}
      className={cx(
        'inline-flex size-9 shrink-0 items-center justify-center rounded-sm transition-colors duration-100 disabled:opacity-45 coarse:size-11',
        lit ? TONES.primary : pressed ? 'bg-lamp-soft text-lamp' : 'text-soft hover:bg-raised hover:text-ink',
        className,
      )}
    >
      <Icon name={icon} />
    </button>
  );
}
